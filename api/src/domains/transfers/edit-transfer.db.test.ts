import {
  acceptTransfer,
  changeTransfer,
  createTransfer,
  downloadTransferDocument,
  getTransfer,
  type NewTransfer,
  quoteTransfer,
  type Transfer,
} from 'contract/transfers/transfers.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

// A Tuesday morning before every cut-off.
const START = new Date('2026-03-10T09:30:00Z')
const FRANCE = 'FR1420041010050500013M02606'
const SENEGAL = 'SN08SN9980101010004610100147'
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => {
  bank.clock.at = START
})
afterEach(async () => {
  bank.clock.at = new Date('2026-12-31T12:00:00Z')
  for (let taken = 1; taken > 0; taken = await run());
  const broken = (await auditLedger(bank.db)).filter(({ errors }) => errors > 0)
  if (broken.length > 0) throw new Error(`the ledger is not sound: ${JSON.stringify(broken)}`)
})
afterAll(() => bank.close())

const run = () => runDueTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })
const aTransfer = (input: Partial<NewTransfer> & Pick<NewTransfer, 'beneficiary_id'>): NewTransfer => ({
  type: 'direct',
  amount: 8_000,
  label: 'Loyer de mars',
  comment: null,
  ...input,
})

type DocumentNames = { documents?: string[]; international_documents?: string[] }
function formOf(body: unknown, { documents = [], international_documents = [] }: DocumentNames): FormData {
  const form = new FormData()
  form.append('jsonBody', JSON.stringify(body))
  for (const name of documents) form.append('documents', new Blob([PDF]), name)
  for (const name of international_documents) form.append('international_documents', new Blob([PDF]), name)
  return form
}
const order = async (
  visitor: Visitor,
  input: Parameters<typeof aTransfer>[0],
  attachments: DocumentNames = {},
): Promise<Transfer> => {
  const reply = await visitor.confirm(createTransfer, { form: formOf(aTransfer(input), attachments) })
  expect(reply).toMatchObject({ status: 201 })
  return reply.body
}
const edit = (visitor: Visitor, { id, version }: Transfer, change: object, attachments: DocumentNames = {}) =>
  visitor.confirm(changeTransfer, { params: { id }, form: formOf({ version, ...change }, attachments) })
const detail = async (visitor: Visitor, { id }: Transfer) => (await visitor.call(getTransfer, { params: { id } })).body
const accept = (visitor: Visitor, { id, version }: Transfer) =>
  visitor.confirm(acceptTransfer, { params: { id }, body: { version } })
const balanceOf = async ({ account_id }: { account_id: string }) => {
  const [row] = await bank.db<{
    booked: number
    held: number
  }>`SELECT booked, held FROM ledger_accounts WHERE id = ${account_id}`
  return row
}

async function aCompany(balance = 20_000_000) {
  const maker = await bank.aCustomer({ kind: 'company', balance, capabilities: ['transfer.create'] })
  const checker = await bank.aMember(maker.account_id, { capabilities: ['transfer.validate'] })
  const both = await bank.aMember(maker.account_id, { capabilities: ['transfer.create', 'transfer.validate'] })
  const payee = await bank.aCustomer()
  return { maker, checker, both, payee, beneficiary_id: await bank.aBeneficiary(maker.account_id, payee.iban) }
}

describe('documents of a transfer', () => {
  it('are uploaded with it, and readable only by users who may see it', async () => {
    const { maker, checker, beneficiary_id } = await aCompany()
    const sent = await order(maker, { beneficiary_id }, { documents: ['Facture 12.pdf'] })
    const { documents } = await detail(checker, sent)
    expect(documents).toMatchObject([{ kind: 'document', name: 'Facture 12.pdf', file_kind: 'pdf', size: PDF.length }])
    const params = { id: sent.id, document: documents[0]?.id ?? '' }
    const file = await checker.call(downloadTransferDocument, { params })
    expect(file.status).toBe(200)
    expect(Buffer.compare(file.body as unknown as Buffer, PDF)).toBe(0)
    expect((await (await bank.aCustomer()).call(downloadTransferDocument, { params })).status).toBe(404)
    const other = await order(maker, { beneficiary_id, label: 'Autre' })
    expect((await maker.call(downloadTransferDocument, { params: { ...params, id: other.id } })).status).toBe(404)
  })

  it('are limited to ten of both kinds together', async () => {
    const { maker, beneficiary_id } = await aCompany()
    const names = Array.from({ length: 6 }, (_, index) => `${index}.pdf`)
    const sent = await maker.confirm(createTransfer, {
      form: formOf(aTransfer({ beneficiary_id }), { documents: names, international_documents: names.slice(1) }),
    })
    expect(codesOf(sent)).toEqual(['too_many_files'])
  })

  it('are required by exchange control with a purpose, and the quote lists the requirements', async () => {
    const payer = await bank.aCustomer({ balance: 20_000_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, FRANCE)
    const input = { beneficiary_id, amount: 10_000_000, purpose: 'goods' as const }
    expect((await payer.call(quoteTransfer, { body: aTransfer(input) })).body.asks).toEqual([
      'purpose',
      'international_documents',
      'domiciliation',
    ])
    const give = async (body: Parameters<typeof aTransfer>[0], attachments: DocumentNames) =>
      codesOf(await payer.call(createTransfer, { form: formOf(aTransfer(body), attachments) }))
    const pdf = { international_documents: ['Facture pro forma.pdf'] }
    expect(await give({ beneficiary_id, amount: 10_000_000 }, pdf)).toEqual(['purpose: purpose_missing'])
    expect(await give(input, pdf)).toEqual(['domiciliation: domiciliation_missing'])
    expect(await give({ ...input, domiciliation: 'DOM-2026-0118' }, { documents: ['Autre.pdf'] })).toEqual([
      'international_documents: documents_required',
    ])
    const sent = await order(payer, { ...input, domiciliation: 'DOM-2026-0118' }, pdf)
    expect(sent).toMatchObject({ rail: 'international', purpose: 'goods', domiciliation: 'DOM-2026-0118' })
    expect((await detail(payer, sent)).documents).toMatchObject([
      { kind: 'international', name: 'Facture pro forma.pdf' },
    ])
  })
})

describe('the personal note of an order', () => {
  it('changes without a confirmation: signatures, version and hold stay', async () => {
    const { maker, checker, beneficiary_id } = await aCompany()
    const sent = await order(maker, { beneficiary_id, amount: 6_000_000 })
    await accept(checker, sent)
    const before = await detail(maker, sent)
    const write = (visitor: Visitor, comment: string | null) =>
      visitor.call(changeTransfer, { params: { id: sent.id }, body: { comment } })
    expect(await write(maker, 'facture 12')).toMatchObject({ status: 200, body: { comment: 'facture 12' } })
    expect(await detail(maker, sent)).toEqual({ ...before, comment: 'facture 12' })
    expect((await balanceOf(maker))?.held).toBe(6_000_000)
    expect((await write(maker, null)).body.comment).toBeNull()
    expect((await write(checker, 'autre')).status).toBe(403)
    expect((await write(await bank.aCustomer(), 'autre')).status).toBe(404)
    // A note orders nothing: it is written on a blocked account too.
    await bank.owner.query("UPDATE accounts SET status = 'blocked' WHERE id = $1", [maker.account_id])
    expect(await write(maker, 'compte bloqué')).toMatchObject({ status: 200, body: { comment: 'compte bloqué' } })
  })
})

describe('an edit', () => {
  it('removes the signatures and holds the new amount', async () => {
    const { maker, checker, beneficiary_id } = await aCompany()
    const second = await bank.aMember(maker.account_id, { capabilities: ['transfer.validate'] })
    const sent = await order(maker, { beneficiary_id, amount: 6_000_000 })
    expect((await accept(checker, sent)).body).toMatchObject({ approvals: 1, approvals_missing: 1 })
    const edited = await edit(maker, sent, { amount: 7_000_000 })
    expect(edited.body).toMatchObject({
      amount: 7_000_000,
      version: 2,
      approvals: 0,
      approvals_missing: 2,
      validation_status: 'pending',
    })
    expect(await balanceOf(maker)).toEqual({ booked: 20_000_000, held: 7_000_000 })
    expect(codesOf(await accept(second, sent))).toEqual(['stale_version'])
    expect((await accept(second, edited.body)).body.approvals).toBe(1)
    expect((await accept(checker, edited.body)).body.validation_status).toBe('validated')
    expect((await detail(maker, sent)).history.map(({ action }) => action)).toEqual([
      'transfer.create',
      'transfer.sign',
      'transfer.edit',
      'transfer.sign',
      'transfer.accept',
    ])
  })

  it('of a signed order before its execution date needs the signature again', async () => {
    const { maker, checker, beneficiary_id } = await aCompany()
    const sent = await order(maker, { beneficiary_id, type: 'delayed', execution_date: '2026-03-20' })
    await accept(checker, sent)
    const edited = await edit(maker, sent, { label: 'Loyer d’avril' })
    expect(edited.body).toMatchObject({
      validation_status: 'pending',
      label: 'Loyer d’avril',
      execution_date: '2026-03-20',
    })
    bank.clock.at = new Date('2026-03-20T08:00:00Z')
    expect(await run()).toBe(0)
  })

  it('prevents its author from signing', async () => {
    const { maker, both, beneficiary_id } = await aCompany()
    const sent = await order(maker, { beneficiary_id })
    const edited = await edit(both, sent, { amount: 9_000 })
    expect(edited.status).toBe(200)
    expect(codesOf(await accept(both, edited.body))).toEqual(['self_approval_forbidden'])
  })

  it('is refused with an outdated version: of two simultaneous edits the second is refused', async () => {
    const { maker, both, beneficiary_id } = await aCompany()
    const sent = await order(maker, { beneficiary_id })
    const both_edits = await Promise.all([edit(maker, sent, { amount: 1_000 }), edit(both, sent, { amount: 2_000 })])
    expect(both_edits.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { amount, version } = await detail(maker, sent)
    expect(version).toBe(2)
    expect(await balanceOf(maker)).toEqual({ booked: 20_000_000, held: amount })
  })

  it('that competes with a signature: the signature applies to the new version or is refused', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { maker, checker, beneficiary_id } = await aCompany()
      const sent = await order(maker, { beneficiary_id })
      const [edited, signed] = await Promise.all([edit(maker, sent, { amount: 9_000 }), accept(checker, sent)])
      const { validation_status, amount, version } = await detail(maker, sent)
      // The signature either came first and was discarded, or came later and found another version.
      expect(edited.status).toBe(200)
      expect([200, 409]).toContain(signed.status)
      expect({ validation_status, amount, version }).toEqual({
        validation_status: 'pending',
        amount: 9_000,
        version: 2,
      })
      expect(await run()).toBe(0)
    }
  })

  it('needs a new confirmation for another amount or payee', async () => {
    const { maker, beneficiary_id } = await aCompany()
    const sent = await order(maker, { beneficiary_id })
    const requested = await maker.call(changeTransfer, { params: { id: sent.id }, body: { version: 1, amount: 9_000 } })
    expect(requested.status).toBe(428)
    expect((await detail(maker, sent)).amount).toBe(8_000)
  })

  it('holds the new amount, or leaves the order unchanged if there is not enough money', async () => {
    const { maker, beneficiary_id } = await aCompany(10_000)
    const sent = await order(maker, { beneficiary_id })
    expect((await edit(maker, sent, { amount: 10_000 })).status).toBe(200)
    expect(codesOf(await edit(maker, { ...sent, version: 2 }, { amount: 10_001 }))).toEqual([
      'amount: insufficient_balance',
    ])
    expect(await balanceOf(maker)).toEqual({ booked: 10_000, held: 10_000 })
  })

  it('keeps, drops and adds documents', async () => {
    const { maker, beneficiary_id } = await aCompany()
    const sent = await order(maker, { beneficiary_id }, { documents: ['un.pdf', 'deux.pdf'] })
    const [first] = (await detail(maker, sent)).documents
    await edit(maker, sent, { keep_documents: [first?.id] }, { documents: ['trois.pdf'] })
    expect((await detail(maker, sent)).documents.map(({ name }) => name)).toEqual(['un.pdf', 'trois.pdf'])
  })

  it('is checked again by all rules of exchange control', async () => {
    const payer = await bank.aCustomer({ balance: 20_000_000 })
    const abroad = await bank.aBeneficiary(payer.account_id, FRANCE)
    const home = await bank.aBeneficiary(payer.account_id, SENEGAL)
    const sent = await order(payer, {
      beneficiary_id: home,
      amount: 600_000,
      type: 'delayed',
      execution_date: '2026-03-20',
    })
    expect(codesOf(await edit(payer, sent, { beneficiary_id: abroad, purpose: 'studies' }))).toEqual([
      'international_documents: documents_required',
    ])
    const edited = await edit(
      payer,
      sent,
      { beneficiary_id: abroad, purpose: 'studies' },
      { international_documents: ['Attestation.pdf'] },
    )
    expect(edited.body).toMatchObject({ network: 'swift', fees: 12_500, tax: 2_125, validation_status: 'validated' })
  })

  it('of an individual’s scheduled order is what runs on its day', async () => {
    const payer = await bank.aCustomer({ balance: 10_000 })
    const [one, other] = [await bank.aCustomer(), await bank.aCustomer()]
    const sent = await order(payer, {
      beneficiary_id: await bank.aBeneficiary(payer.account_id, one.iban),
      type: 'delayed',
      execution_date: '2026-03-20',
    })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, other.iban)
    const edited = await edit(payer, sent, { beneficiary_id, amount: 3_000, execution_date: '2026-03-23' })
    expect(edited.body).toMatchObject({ validation_status: 'validated', execution_date: '2026-03-23' })
    bank.clock.at = new Date('2026-03-20T09:00:00Z')
    expect(await run()).toBe(0)
    bank.clock.at = new Date('2026-03-23T09:00:00Z')
    expect(await run()).toBe(1)
    expect(await balanceOf(one)).toEqual({ booked: 0, held: 0 })
    expect(await balanceOf(other)).toEqual({ booked: 3_000, held: 0 })
  })

  it('of a series keeps its dates, or starts new ones after the last that ran', async () => {
    const payer = await bank.aCustomer({ balance: 10_000 })
    const payee = await bank.aCustomer()
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, payee.iban)
    const input = {
      beneficiary_id,
      type: 'periodic' as const,
      periodicity: 'monthly' as const,
      start_date: '2026-03-31',
      amount: 1_000,
    }
    const sent = await order(payer, input)
    bank.clock.at = new Date('2026-03-31T09:00:00Z')
    expect(await run()).toBe(1)
    bank.clock.at = new Date('2026-04-02T09:30:00Z')
    const visitor = await bank.signIn(payer)
    const more = await edit(visitor, sent, { amount: 1_500 })
    expect(more.body).toMatchObject({ execution_date: '2026-04-30', start_date: '2026-03-31', amount: 1_500 })
    const ended = await edit(visitor, more.body, { end_date: '2026-04-29' })
    expect(codesOf(ended)).toEqual(['end_date: end_before_start'])
    const weekly = await edit(visitor, more.body, { periodicity: 'weekly', start_date: '2026-04-07' })
    expect(weekly.body).toMatchObject({ execution_date: '2026-04-07', periodicity: 'weekly' })
    bank.clock.at = new Date('2026-04-14T09:00:00Z')
    expect(await run()).toBe(1)
    expect(await run()).toBe(1)
    expect(await balanceOf(payee)).toEqual({ booked: 4_000, held: 0 })
  })

  it('of a series does not start it again on a date that was skipped', async () => {
    const payer = await bank.aCustomer({ balance: 10_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, (await bank.aCustomer()).iban)
    const series = { type: 'periodic' as const, periodicity: 'monthly' as const, start_date: '2026-03-31' }
    const sent = await order(payer, { ...series, beneficiary_id, amount: 1_000 })
    const skip = { params: { id: sent.id }, body: { skip: '2026-03-31' } }
    expect((await payer.call(changeTransfer, skip)).status).toBe(200)
    const on = (start_date: string) => edit(payer, sent, { periodicity: 'weekly', start_date })
    const refused = await on('2026-03-31')
    expect(codesOf(refused)).toEqual(['start_date: start_not_after_last'])
    expect(JSON.stringify(refused.body)).toContain('après le 31 mars 2026')
    expect((await on('2026-04-01')).body).toMatchObject({ execution_date: '2026-04-01' })
  })

  it('of a series whose last date is executed after its end, on the next business day', async () => {
    const payer = await bank.aCustomer({ balance: 10_000 })
    const payee = await bank.aCustomer()
    const sent = await order(payer, {
      beneficiary_id: await bank.aBeneficiary(payer.account_id, payee.iban),
      type: 'periodic',
      periodicity: 'weekly',
      // A Saturday.
      start_date: '2026-03-14',
      end_date: '2026-03-14',
      amount: 1_000,
    })
    expect(sent.execution_date).toBe('2026-03-16')
    const edited = await edit(payer, sent, { amount: 1_500 })
    expect(edited.body).toMatchObject({ amount: 1_500, execution_date: '2026-03-16', end_date: '2026-03-14' })
    expect(codesOf(await edit(payer, edited.body, { end_date: '2026-03-13' }))).toEqual(['end_date: end_before_start'])
    bank.clock.at = new Date('2026-03-16T09:00:00Z')
    expect(await run()).toBe(1)
    expect(await run()).toBe(0)
    expect(await balanceOf(payee)).toEqual({ booked: 1_500, held: 0 })
  })

  it('of a paused series leaves it paused, without a next date, and it is resumed as it was edited', async () => {
    const payer = await bank.aCustomer({ balance: 10_000 })
    const payee = await bank.aCustomer()
    const sent = await order(payer, {
      beneficiary_id: await bank.aBeneficiary(payer.account_id, payee.iban),
      type: 'periodic',
      periodicity: 'weekly',
      start_date: '2026-03-11',
      end_date: '2026-03-18',
      amount: 1_000,
    })
    await payer.call(changeTransfer, { params: { id: sent.id }, body: { enabled: false } })
    bank.clock.at = new Date('2026-03-20T09:30:00Z')
    const visitor = await bank.signIn(payer)
    // Its end has passed meanwhile.
    expect(codesOf(await edit(visitor, sent, { amount: 1_500 }))).toEqual(['end_date: end_before_start'])
    const changes = { amount: 1_500, end_date: null }
    const first = await visitor.call(changeTransfer, {
      params: { id: sent.id },
      body: { ...changes, version: sent.version },
    })
    expect(JSON.stringify(first.body)).not.toContain('next_run')
    const edited = await edit(visitor, sent, changes)
    expect(edited.body).toMatchObject({ status: 'paused', enabled: false, amount: 1_500, display_date: null })
    bank.clock.at = new Date('2026-03-25T09:00:00Z')
    expect(await run()).toBe(0)
    bank.clock.at = new Date('2026-03-26T09:30:00Z')
    const again = await bank.signIn(payer)
    const resumed = await again.confirm(changeTransfer, { params: { id: sent.id }, body: { enabled: true } })
    expect(resumed.body).toMatchObject({ status: 'active', execution_date: '2026-04-01', amount: 1_500 })
    bank.clock.at = new Date('2026-04-01T09:00:00Z')
    expect(await run()).toBe(1)
    expect(await balanceOf(payee)).toEqual({ booked: 1_500, held: 0 })
  })

  it('of a paused series that has to be signed is refused until it is resumed', async () => {
    const { maker, checker, beneficiary_id } = await aCompany()
    const sent = await order(maker, {
      beneficiary_id,
      type: 'periodic',
      periodicity: 'weekly',
      start_date: '2026-03-11',
      amount: 1_000,
    })
    await accept(checker, sent)
    const paused = await maker.call(changeTransfer, { params: { id: sent.id }, body: { enabled: false } })
    expect(paused.body.actions).not.toContain('edit')
    expect(codesOf(await edit(maker, sent, { amount: 1_500 }))).toEqual(['paused_and_to_sign'])
  })

  it('is refused for orders that can no longer change, without a version, and combined with another change', async () => {
    const payer = await bank.aCustomer({ balance: 10_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, (await bank.aCustomer()).iban)
    const paid = await order(payer, { beneficiary_id })
    expect(codesOf(await edit(payer, paid, { amount: 1 }))).toEqual(['not_editable'])
    const later = await order(payer, { beneficiary_id, amount: 500, type: 'delayed', execution_date: '2026-03-20' })
    expect(codesOf(await edit(payer, later, { type: 'periodic' }))).toEqual(['not_editable'])
    expect(codesOf(await payer.call(changeTransfer, { params: { id: later.id }, body: { amount: 1 } }))).toEqual([
      'version: required',
    ])
    expect(
      codesOf(await payer.call(changeTransfer, { params: { id: later.id }, body: { version: 1, enabled: false } })),
    ).toEqual(['version: required'])
    expect((await edit(await bank.aCustomer(), later, { amount: 1 })).status).toBe(404)
  })
})
