// Files that pay accounts outside the UEMOA, with the same rules as single orders.
import { createBeneficiary, listBeneficiaries, listCountries } from 'contract/transfers/beneficiaries.ts'
import { createBatch, downloadBatchFailures, listBatchLines } from 'contract/transfers/batches.ts'
import { changeImport, type Import, importTransfers } from 'contract/transfers/imports.ts'
import { headers } from 'contract/endpoint.ts'
import { reauthenticate } from 'contract/access/session.ts'
import { createTransfer, listTransfers, quoteTransfer } from 'contract/transfers/transfers.ts'
import { isBic } from 'contract/values/bic.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codesOf, openTestBank, PASSWORD, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
afterAll(() => bank.close())

const FRENCH = 'FR1420041010050500013M02606'
type Line = [name: string, iban: string, amount: string, label: string, bic: string, purpose: string]

async function imported(visitor: Visitor, ...lines: Line[]): Promise<Import> {
  const form = new FormData()
  const text = [
    'nom_beneficiaire;iban;montant;libelle;bic;motif_economique',
    ...lines.map((cells) => cells.join(';')),
  ].join('\n')
  form.append('file', new Blob([text]), 'fournisseurs.csv')
  const reply = await visitor.call(importTransfers, { form })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return reply.body
}
const reported = ({ items }: Import) =>
  items.map(({ status, errors }) => [status, ...errors.map(({ column, code }) => `${column}: ${code}`)].join(' '))

it('reports the missing data for exchange control and the bank abroad at its column', async () => {
  const author = await bank.aCustomer({ balance: 10_000_000 })
  const union = ibanFrom('SN', 'SN010', '01520', '487000000001')
  const draft = await imported(
    author,
    ['Maison Delorme', FRENCH, '300000', 'Facture 1', 'sogefrpp', 'services'],
    ['Maison Delorme', FRENCH, '100000', 'Facture 2', 'SOGEFRPPXXX', 'Études'],
    ['Maison Delorme', FRENCH, '100001', 'Facture 3', 'SOGEFRPP', 'goods'],
    ['Maison Delorme', FRENCH, '1000', 'Facture 4', '', ''],
    ['Maison Delorme', FRENCH, '1000', 'Facture 5', 'ECOCZZDA', 'autre'],
    ['Maison Delorme', FRENCH, '1000', 'Facture 6', 'DEUTDEFF', 'loisirs'],
    ['Acme Inc', '0210 0002 1', '1000', 'Invoice', 'CITIUS33', 'other'],
    ['Acme Inc', '021000021', '1000', 'Invoice 2', '', 'other'],
    ['Khady Sarr', union, '1000', 'Salaire', 'ECOC5NDA', ''],
    ['Khady Sarr', union, '1000', 'Prime', 'ECOCCIAB', ''],
    ['Khady Sarr', union, '1000', 'Autre', 'ECOCSNDA', ''],
  )
  expect(reported(draft)).toEqual([
    'warning',
    'warning',
    'invalid amount: documents_needed',
    'invalid bic: bic_missing purpose: purpose_missing',
    'invalid bic: bic_invalid',
    'invalid bic: bic_other_country purpose: purpose_invalid',
    'warning',
    'invalid iban: iban_invalid',
    'invalid bic: bic_invalid',
    'invalid bic: bic_other_country',
    'warning',
  ])
  expect(draft.items[2]?.errors[0]?.message).toMatch(/Au-delà de 500\s000\sF\sCFA.*ordonnez-le seul/)
  expect(draft.items.map(({ transfer }) => transfer.purpose).slice(0, 3)).toEqual(['services', 'studies', 'goods'])
})

it('counts the lines to a payee together, with the orders of the month and the batches that wait', async () => {
  const author = await bank.aCustomer({ kind: 'company', balance: 10_000_000 })
  await bank.aMember(author.account_id)
  const beneficiary_id = await bank.aBeneficiary(author.account_id, FRENCH, 'Maison Delorme')
  const order = {
    type: 'direct' as const,
    beneficiary_id,
    label: 'Facture',
    comment: null,
    purpose: 'services' as const,
  }
  expect((await author.confirm(createTransfer, { body: { ...order, amount: 300_000 } })).status).toBe(201)
  const line = (amount: string): Line => ['Maison Delorme', FRENCH, amount, `Facture ${amount}`, 'SOGEFRPP', 'services']
  const draft = await imported(author, line('150000'), line('50001'), line('50000'))
  expect(reported(draft)).toEqual(['ready', 'invalid amount: documents_needed', 'ready'])
  expect((await author.confirm(createBatch, { body: { import_id: draft.import_id } })).status).toBe(201)
  const more = await author.call(quoteTransfer, { body: { ...order, amount: 1_000 } })
  expect(more.body.asks).toEqual(['purpose', 'international_documents'])
})

it('counts the lines of a batch with a date in the month of that date', async () => {
  const author = await bank.aCustomer({ balance: 10_000_000 })
  const beneficiary_id = await bank.aBeneficiary(author.account_id, FRENCH, 'Maison Delorme')
  const later = { type: 'delayed' as const, execution_date: '2026-04-15', beneficiary_id, purpose: 'services' as const }
  const body = { ...later, amount: 300_000, label: 'Avril', comment: null }
  expect((await author.confirm(createTransfer, { body })).status).toBe(201)
  const draft = await imported(author, ['Maison Delorme', FRENCH, '200001', 'Facture', 'SOGEFRPP', 'services'])
  expect(reported(draft)).toEqual(['ready'])
  const on = (execution_date: string) =>
    author.confirm(createBatch, { body: { import_id: draft.import_id, execution_date } })
  expect(codesOf(await on('2026-04-20'))).toEqual(['international_documents: documents_required'])
  expect((await on('2026-05-20')).status).toBe(201)
})

it('counts goods of the month of its date up to where they need a domiciliation', async () => {
  const author = await bank.aCustomer({ balance: 30_000_000 })
  const beneficiary_id = await bank.aBeneficiary(author.account_id, FRENCH, 'Maison Delorme')
  const later = { type: 'delayed' as const, execution_date: '2026-04-15', beneficiary_id, purpose: 'goods' as const }
  const form = new FormData()
  form.append('jsonBody', JSON.stringify({ ...later, amount: 9_900_000, label: 'Machine', comment: null }))
  form.append('international_documents', new Blob(['%PDF-1.4\n%%EOF']), 'facture.pdf')
  expect((await author.confirm(createTransfer, { form })).status).toBe(201)
  const draft = await imported(author, ['Maison Delorme', FRENCH, '100000', 'Pièces', 'SOGEFRPP', 'goods'])
  expect(reported(draft)).toEqual(['ready'])
  const body = { import_id: draft.import_id, execution_date: '2026-04-20' }
  expect(codesOf(await author.confirm(createBatch, { body }))).toEqual(['domiciliation: domiciliation_missing'])
})

it('pays lines abroad with the fees of a single order, the given purpose and bank', async () => {
  const author = await bank.aCustomer({ balance: 10_000_000 })
  const draft = await imported(
    author,
    ['Maison Delorme', FRENCH, '400000', 'Facture', 'SOGEFRPP', 'services'],
    ['Acme Inc', '021000021', '300000', 'Invoice', 'CITIUS33', 'goods'],
  )
  const { body } = await author.confirm(createBatch, { body: { import_id: draft.import_id, save_payees: true } })
  while ((await runDueTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })) > 0);
  const lines = (await author.call(listBatchLines, { params: { id: body.id } })).body
  expect(lines.map(({ rail, network, state }) => [rail, network, state])).toEqual([
    ['international', 'swift', 'executed'],
    ['international', 'swift', 'executed'],
  ])
  const paid = (await author.call(listTransfers)).body
  expect(paid.map(({ amount, purpose }) => [amount, purpose]).toSorted()).toEqual([
    [300_000, 'goods'],
    [400_000, 'services'],
  ])
  const saved = (await author.call(listBeneficiaries)).body
  expect(saved.map(({ name, bic, country, international }) => [name, bic, country, international]).toSorted()).toEqual([
    ['Acme Inc', 'CITIUS33', 'US', true],
    ['Maison Delorme', 'SOGEFRPP', 'FR', true],
  ])
  const beneficiary_id = saved.find(({ name }) => name === 'Maison Delorme')?.id ?? ''
  const quote = await author.call(quoteTransfer, {
    body: { type: 'direct', beneficiary_id, amount: 400_000, label: 'Facture', comment: null, purpose: 'services' },
  })
  expect(quote.body).toMatchObject({ fees: lines[0]?.fees, tax: lines[0]?.tax })

  // Once saved, its bank is known; a line with another bank is another payee.
  const again = await imported(
    author,
    ['Maison Delorme', FRENCH, '1000', 'Facture 2', '', 'services'],
    ['Maison Delorme', FRENCH, '1000', 'Facture 3', 'BNPAFRPP', 'services'],
  )
  expect(reported(again)).toEqual(['ready', 'invalid bic: bic_other_bank'])
  const failures = (await author.call(downloadBatchFailures, { params: { id: body.id } })).body as unknown as Buffer
  expect(failures.toString()).toContain('"motif_economique";"devise";"motif_du_rejet"')
})

it('requires re-authentication again when a line of the draft was changed after the confirmation', async () => {
  const author = await bank.aCustomer({ balance: 10_000_000 })
  for (const set of [
    { bic: 'BNPAFRPP' },
    { purpose: 'goods' },
    { name: 'Maison Fantôme' },
    { amount: '1001' },
    { label: 'Autre' },
    { iban: 'FR7630006000011234567890189' },
    { execution_date: '18/03/2026' },
    // A field that does not decide who is paid what: the re-authentication stays valid.
    { phone: '+221771234567' },
  ]) {
    const draft = await imported(author, ['Maison Delorme', FRENCH, '1000', 'Facture', 'SOGEFRPP', 'services'])
    const input = { body: { import_id: draft.import_id }, headers: { [headers.idempotencyKey]: newId() } }
    const requested = (await author.call(createBatch, input)).body as unknown as { operation: { hash: string } }
    const { body: token } = await author.call(reauthenticate, {
      body: { password: PASSWORD, operation_hash: requested.operation.hash },
    })
    await author.call(changeImport, { params: { id: draft.import_id }, body: { lines: null, set } })
    const sent = await author.call(createBatch, {
      ...input,
      headers: { ...input.headers, [headers.confirmation]: token.confirmation ?? '' },
    })
    expect([set, sent.status]).toEqual([set, 'phone' in set ? 201 : 428])
  }
})

it('validates the BIC identically for files and the form, with existing countries only', async () => {
  const author = await bank.aCustomer({})
  const countries = (await author.call(listCountries)).body
  expect(countries.filter(({ code }) => !isBic(`BANK${code}PP`))).toEqual([])
  const input = { name: 'Maison Delorme', iban: FRENCH }
  const codes = async (bic: string) => codesOf(await author.call(createBeneficiary, { body: { ...input, bic } }))
  expect(await codes('ECOCZZDA')).toEqual(['bic: bic_invalid'])
  expect(await codes('DEUTDEFF')).toEqual(['bic: bic_other_country'])
  expect((await author.confirm(createBeneficiary, { body: { ...input, bic: 'SOGEFRPP' } })).status).toBe(201)
})
