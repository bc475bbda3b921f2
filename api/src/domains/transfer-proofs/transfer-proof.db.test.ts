import { headers } from 'contract/endpoint.ts'
import { createBatch } from 'contract/transfers/batches.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import {
  checkProof,
  createTransfer,
  getTransferProof,
  exportTransfers,
  listTransfers,
  type NewTransfer,
  type Transfer,
} from 'contract/transfers/transfers.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withAcknowledgedNames } from '../../../test/acknowledged-names.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { remindValidators } from '../approvals/remind-validators.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => {
  bank.clock.at = new Date('2026-03-10T09:30:00Z')
})
afterAll(() => bank.close())

const order = async (
  visitor: Visitor,
  input: Partial<NewTransfer> & Pick<NewTransfer, 'beneficiary_id'>,
): Promise<Transfer> => {
  const { body, status } = await visitor.confirm(createTransfer, {
    body: { type: 'direct', amount: 8_000, label: 'Loyer de mars', comment: null, ...input },
  })
  expect(status).toBe(201)
  return body
}
async function aPayer() {
  const payer = await bank.aCustomer({ balance: 1_000_000 })
  return {
    payer,
    beneficiary_id: await bank.aBeneficiary(payer.account_id, (await bank.aCustomer()).iban, 'Fatou Sow'),
  }
}
const codeOf = async (visitor: Visitor) => {
  const { rows } = await bank.owner.query<{ code: string }>('SELECT code FROM transfer_proofs WHERE account_id = $1', [
    visitor.account_id,
  ])
  expect(rows).toHaveLength(1)
  return rows[0]?.code ?? ''
}

describe('the proof of a transfer', () => {
  it('is a PDF with a code, with which anybody can verify it without a session', async () => {
    const { payer, beneficiary_id } = await aPayer()
    const sent = await order(payer, { beneficiary_id })
    const pdf = await payer.call(getTransferProof, { params: { id: sent.id } })
    expect(pdf.status).toBe(200)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.headers['content-disposition']).toContain(`Preuve-de-virement-${sent.reference}.pdf`)
    await payer.call(getTransferProof, { params: { id: sent.id } })
    const reply = await bank.call(checkProof, { params: { code: await codeOf(payer) } })
    expect(reply.body).toEqual({
      bank_name: 'Banque Téranga',
      reference: sent.reference,
      amount: 8_000,
      currency: 'XOF',
      credit_amount: null,
      credit_currency: null,
      payer: expect.stringMatching(/^Client /),
      payee: 'Fatou Sow',
      payee_account_end: sent.beneficiary.iban.slice(-4),
      executed_on: '2026-03-10',
      state: 'executed',
    })
  })

  it('is created for executed transfers, for their own customer', async () => {
    const { payer, beneficiary_id } = await aPayer()
    const later = await order(payer, { beneficiary_id, type: 'delayed', execution_date: '2026-03-20' })
    expect(codesOf(await payer.call(getTransferProof, { params: { id: later.id } }))).toEqual(['not_executed'])
    const sent = await order(payer, { beneficiary_id, label: 'Autre' })
    const back = await order(payer, { beneficiary_id, label: 'Retour' })
    await bank.owner.query(`UPDATE transfers SET execution_status = 'returned' WHERE id = $1`, [back.id])
    expect(codesOf(await payer.call(getTransferProof, { params: { id: back.id } }))).toEqual(['transfer_returned'])
    expect((await (await bank.aCustomer()).call(getTransferProof, { params: { id: sent.id } })).status).toBe(404)
  })

  it('is unknown for any other code, and repeated attempts are delayed', async () => {
    const from = '203.0.113.9'
    const tries = (code: string) => bank.call(checkProof, { params: { code }, from })
    expect((await tries('A'.repeat(16))).status).toBe(404)
    expect((await tries('not a code')).status).toBe(404)
    for (let index = 0; index < 40; index += 1) await tries('B'.repeat(16))
    expect(codesOf(await tries('A'.repeat(16)))).toEqual(['asked_too_often'])
    expect((await bank.call(checkProof, { params: { code: 'A'.repeat(16) }, from: '203.0.113.10' })).status).toBe(404)
  })
})

describe('the list of transfers', () => {
  it('is filtered by days, text and amount, with the totals of everything found', async () => {
    const { payer, beneficiary_id } = await aPayer()
    await order(payer, { beneficiary_id, amount: 1_500, label: 'Riz' })
    await order(payer, { beneficiary_id, amount: 2_500, label: 'Huile', type: 'delayed', execution_date: '2026-03-20' })
    const find = async (query: Record<string, string>) => {
      const { body, headers: reply } = await payer.call(listTransfers, { query })
      return [body.map(({ label }) => label), Number(reply[headers.totalAmount.toLowerCase()])]
    }
    expect(await find({})).toEqual([['Huile', 'Riz'], 4_000])
    expect(await find({ from: '2026-03-11' })).toEqual([['Huile'], 2_500])
    expect(await find({ to: '2026-03-19' })).toEqual([['Riz'], 1_500])
    expect(await find({ search: '1 500' })).toEqual([['Riz'], 1_500])
    expect(await find({ search: 'hui' })).toEqual([['Huile'], 2_500])
    expect(await find({ search: '%' })).toEqual([[], 0])
    expect(await find({ min: '2000' })).toEqual([['Huile'], 2_500])
    expect(await find({ min: '1500', max: '1500' })).toEqual([['Riz'], 1_500])
    expect(codesOf(await payer.call(listTransfers, { query: { min: 2, max: 1 } }))).toEqual(['max: amounts_reversed'])
    const csv = await payer.call(exportTransfers, { query: { min: 2000 }, headers: { 'accept-language': 'en' } })
    expect(parse(csv.body as unknown as Buffer, { bom: true, columns: true })).toMatchObject([
      { Date: '2026-03-20', Label: 'Huile', Status: 'Scheduled', Amount: '2500', Currency: 'XOF' },
    ])
    const stranger = await (await bank.aCustomer()).call(exportTransfers, { query: {} })
    expect(parse(stranger.body as unknown as Buffer, { bom: true, columns: true, delimiter: ';' })).toEqual([])
    expect(codesOf(await payer.call(listTransfers, { query: { from: 'hier' } }))).toEqual(['from: date_invalid'])
  })
})

describe('validators', () => {
  it('get one reminder a day, from eight o’clock, about orders that have waited since the day before', async () => {
    const maker = await bank.aCustomer({
      kind: 'company',
      balance: 1_000_000,
      capabilities: ['transfer.create', 'transfer.validate'],
    })
    const checker = await bank.aMember(maker.account_id, { capabilities: ['transfer.validate'] })
    for (const [visitor, email] of [
      [maker, 'saisie@courrier.example'],
      [checker, 'valideur@courrier.example'],
    ] as const)
      await bank.owner.query('UPDATE users SET email = $1 WHERE id = $2', [email, visitor.user_id])
    const { iban } = await bank.aCustomer()
    const beneficiary_id = await bank.aBeneficiary(maker.account_id, iban)
    await order(maker, { beneficiary_id, type: 'delayed', execution_date: '2026-03-20' })
    const remind = () =>
      remindValidators({
        db: bank.db,
        clock: { now: () => bank.clock.at },
        portalUrl: 'https://banque.example/connect/',
      })
    expect(await remind()).toBe(0)
    bank.clock.at = new Date('2026-03-11T07:59:00Z')
    expect(await remind()).toBe(0)
    bank.clock.at = new Date('2026-03-11T08:00:00Z')
    expect((await Promise.all([remind(), remind()])).toSorted()).toEqual([0, 1])
    expect(await remind()).toBe(0)
    bank.clock.at = new Date('2026-03-11T10:00:00Z')
    const form = new FormData()
    form.append('file', new Blob([`nom_beneficiaire;iban;montant;libelle\nAwa;${iban};1000;a`]), 'paie.csv')
    const again = await bank.signIn(maker)
    const { import_id } = await withAcknowledgedNames(again, (await again.call(importTransfers, { form })).body)
    const batch = (await again.confirm(createBatch, { body: { import_id } })).body
    expect(batch.state).toBe('pending')
    bank.clock.at = new Date('2026-03-12T08:00:00Z')
    expect(await remind()).toBe(1)
    const { rows } = await bank.owner.query<{ recipient: string; plain: string }>(
      `SELECT recipient, plain FROM mails ORDER BY id`,
    )
    expect(rows.map(({ recipient }) => recipient)).toEqual(['valideur@courrier.example', 'valideur@courrier.example'])
    expect(rows[0]?.plain).toContain('Un virement attend votre validation')
    expect(rows[1]?.plain).toContain('Un virement et un lot de virements attendent votre validation')
    expect(rows[0]?.plain).toContain('20 mars 2026')
    expect(rows[0]?.plain).toContain('https://banque.example/connect/transfers/to-sign')
  })
})
