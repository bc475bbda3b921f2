import { getOutlook } from 'contract/dashboard.ts'
import {
  type BatchLineOrder,
  acceptBatch,
  createBatch,
  downloadBatchLines,
  getBatch,
  listBatchBanks,
  listBatchLines,
  rejectBatch,
} from 'contract/transfers/batches.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import { getItemToSign, listItemsToSign } from 'contract/transfers/signatures.ts'
import { capabilities } from 'contract/rights.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withAcknowledgedNames } from '../../../test/acknowledged-names.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.owner.query(
    `INSERT INTO banks VALUES ('SN', 'SN010', 'Écobanque du Fleuve', NULL), ('SN', 'SN012', 'Crédit du Cap', NULL)`,
  )
})
afterAll(() => bank.close())

const at = (bankCode: string, index: number) => ibanFrom('SN', bankCode, '01520', String(486_000_000_000 + index))

async function ordered(author: Visitor, rows: readonly string[], input: { is_confidential?: boolean } = {}) {
  const form = new FormData()
  form.append('file', new Blob([['nom_beneficiaire;iban;montant;libelle', ...rows].join('\n')]), 'paie.csv')
  const draft = await withAcknowledgedNames(author, (await author.call(importTransfers, { form })).body)
  return (await author.confirm(createBatch, { body: { import_id: draft.import_id, ...input } })).body
}

/** A batch of four lines to three banks; one payee is saved. */
async function aBatch() {
  const author = await bank.aCustomer({ kind: 'company', balance: 10_000_000 })
  const signer = await bank.aMember(author.account_id)
  const colleague = await bank.aCustomer({})
  await bank.aBeneficiary(author.account_id, at('SN010', 1), 'Ételle Ba')
  const batch = await ordered(author, [
    `Ételle Ba;${at('SN010', 1)};2000;Salaire`,
    `Zeynab Fall;${at('SN012', 2)};9000;Salaire`,
    `=Awa Sarr;${at('SN010', 3)};5000;Salaire`,
    `Moussa Ly;${colleague.iban};1000;Salaire`,
  ])
  return { author, signer, params: { id: batch.id } }
}

it('sorts lines by amount, name, bank or new payees, over all pages', async () => {
  const { signer, params } = await aBatch()
  const sorted = async (sort?: BatchLineOrder) =>
    (await signer.call(listBatchLines, { params, query: { sort } })).body.map(({ name }) => name.split(' ')[0])
  expect(await sorted()).toEqual(['Ételle', 'Zeynab', '=Awa', 'Moussa'])
  expect(await sorted('amount')).toEqual(['Zeynab', '=Awa', 'Ételle', 'Moussa'])
  expect(await sorted('name')).toEqual(['=Awa', 'Ételle', 'Moussa', 'Zeynab'])
  expect(await sorted('new')).toEqual(['Zeynab', '=Awa', 'Moussa', 'Ételle'])
  const banks = (await signer.call(listBatchLines, { params, query: { sort: 'bank' } })).body.map(
    ({ bank_name }) => bank_name,
  )
  expect(banks).toEqual(['Banque Téranga', 'Crédit du Cap', 'Écobanque du Fleuve', 'Écobanque du Fleuve'])
  const search = (await signer.call(listBatchLines, { params, query: { sort: 'amount', search: 'sala', only: 'new' } }))
    .body
  expect(search.map(({ amount }) => amount)).toEqual([9000, 5000, 1000])
})

it('marks the lines to look at before signing, and compares each with the month before', async () => {
  const author = await bank.aCustomer({ kind: 'company', balance: 10_000_000 })
  const signer = await bank.aMember(author.account_id)
  const colleague = await bank.aCustomer({})
  const known = [`Zeynab Fall;${at('SN012', 2)};9000;Salaire`]
  const former = await ordered(author, known)
  await signer.confirm(acceptBatch, { params: { id: former.id }, body: { version: 1 } })
  const month = former.execution_date.slice(0, 7)
  const lastMonth = new Date(Date.parse(`${month}-01T09:00:00Z`) - 5 * 86_400_000)
  await bank.owner.query(
    `UPDATE transfers SET execution_status = 'executed', run_at = NULL, executed_at = $2,
            posting_id = (SELECT p.id FROM ledger_postings p WHERE NOT EXISTS (SELECT FROM transfers t WHERE t.posting_id = p.id) LIMIT 1)
      WHERE account_id = $1`,
    [author.account_id, lastMonth],
  )
  const { id, execution_date } = await ordered(author, [
    `Zeynab Fall;${at('SN012', 2)};12000;Salaire`,
    `Awa Sarr;${at('SN010', 3)};5000;Salaire`,
    `Moussa Ly;${colleague.iban};1000;Salaire`,
    `Zeynab Fall;${at('SN012', 2)};9500;Prime`,
  ])
  const params = { id }
  const lines = async (query: object) => (await signer.call(listBatchLines, { params, query })).body
  expect((await lines({})).map(({ attention, last_amount }) => [attention, last_amount])).toEqual([
    ['unusual', 9000],
    ['never_paid', null],
    ['other_holder', null],
    [null, 9000],
  ])
  expect((await lines({ sort: 'attention' })).map(({ line }) => line)).toEqual([2, 3, 4, 5])
  expect((await lines({ only: 'attention' })).map(({ amount }) => amount)).toEqual([12_000, 5000, 1000])
  expect((await lines({ only: 'unusual' })).map(({ amount }) => amount)).toEqual([12_000])
  const { examination } = (await signer.call(getBatch, { params })).body
  expect(examination).toMatchObject({
    counts: { never_paid: 1, other_holder: 1, unusual: 1 },
    amount: 18_000,
    month: `${lastMonth.toISOString().slice(0, 7)}-01`,
    last_lines: 2,
    last_amount: 18_000,
  })
  expect(new Date((examination?.sign_before ?? 0) * 1000).toISOString()).toBe(`${execution_date}T15:00:00.000Z`)
  // The inbox says the same, without a call for each batch.
  const [item] = (await signer.call(listItemsToSign)).body
  expect(item).toMatchObject({ id, points: 3, sign_before: examination?.sign_before })
  // What it holds is still there before it is signed.
  expect(examination?.available).toBeGreaterThan(9_900_000)
  await signer.confirm(acceptBatch, { params, body: { version: 1 } })
  expect((await signer.call(getBatch, { params })).body.examination).toBeNull()
  expect((await lines({})).every(({ attention }) => attention === null)).toBe(true)
})

it('lists the totals for each bank, without refused lines', async () => {
  const { signer, params } = await aBatch()
  const lines = (await signer.call(listBatchLines, { params })).body
  const totals = async () =>
    (await signer.call(listBatchBanks, { params })).body.map(({ bank_name, lines: count, new_payees, amount }) => [
      bank_name,
      count,
      new_payees,
      amount,
    ])
  expect(await totals()).toEqual([
    ['Crédit du Cap', 1, 1, 9000],
    ['Écobanque du Fleuve', 2, 1, 7000],
    ['Banque Téranga', 1, 1, 1000],
  ])
  await signer.call(rejectBatch, { params, body: { version: 1, reason: 'Inconnu', lines: [lines[1]?.id ?? ''] } })
  expect((await totals()).map(([, , , amount]) => amount)).toEqual([7000, 1000])
})

it('can be downloaded before it is signed, in both languages', async () => {
  const { signer, params } = await aBatch()
  const file = await signer.call(downloadBatchLines, { params })
  const rows = parse(file.body as unknown as Buffer, { bom: true, delimiter: ';' })
  expect(rows[0]?.slice(3, 10)).toEqual([
    'Banque',
    'Libellé',
    'Date',
    'Montant',
    'Frais et taxe',
    'Nouveau bénéficiaire',
    'Statut',
  ])
  expect(rows).toHaveLength(5)
  expect(rows[1]?.slice(5)).toEqual(['', '2000', '585', '', 'À signer', ''])
  expect([rows[3]?.[1], rows[3]?.[8]]).toEqual(["'=Awa Sarr", 'oui'])
  const english = await signer.call(downloadBatchLines, { params, headers: { 'accept-language': 'en' } })
  expect(parse(english.body as unknown as Buffer, { bom: true })[1]?.slice(8)).toEqual(['', 'To sign', ''])
})

it('hides lines and totals from users who may not see its lines', async () => {
  const author = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
  const other = await bank.aMember(author.account_id, {
    capabilities: capabilities.filter((one) => one !== 'batch.confidential'),
  })
  const { id } = await ordered(author, [`Cadre Discret;${at('SN010', 9)};777123;Prime`], { is_confidential: true })
  for (const endpoint of [listBatchBanks, downloadBatchLines] as const) {
    expect((await author.call(endpoint, { params: { id } })).status).toBe(200)
    expect(codesOf(await other.call(endpoint, { params: { id } }))).toEqual(['lines_confidential'])
  }
  const stranger = await bank.aCustomer({})
  expect(codesOf(await stranger.call(listBatchBanks, { params: { id } }))).toEqual(['not_found'])
})

it('counts the lines to look at in the inbox over accounts and batches, and only for readers who may see them', async () => {
  const author = await bank.aCustomer({ kind: 'company', balance: 10_000_000 })
  const signer = await bank.aMember(author.account_id)
  const outsider = await bank.aMember(author.account_id, {
    capabilities: capabilities.filter((one) => one !== 'batch.confidential'),
  })
  const one = await ordered(author, [
    `Awa Sarr;${at('SN010', 31)};5000;Salaire`,
    `Ali Sy;${at('SN010', 32)};5000;Prime`,
  ])
  const secret = await ordered(author, [`Awa Sarr;${at('SN010', 31)};7000;Prime`], { is_confidential: true })
  const inside = await bank.aCustomer({})
  const known = await bank.aBeneficiary(author.account_id, inside.iban, 'Moussa Ly')
  const booked = await ordered(author, [`Moussa Ly;${inside.iban};7000;Prime`])
  expect(known).not.toBe('')
  const pointsFor = async (visitor: Visitor) =>
    new Map(
      (await visitor.call(listItemsToSign)).body.map(({ id, points, sign_before }) => [id, { points, sign_before }]),
    )
  const seen = await pointsFor(signer)
  expect([one, secret, booked].map(({ id }) => seen.get(id)?.points)).toEqual([2, 1, expect.any(Number)])
  // Inside the bank there is no hour to sign before.
  expect(seen.get(booked.id)?.sign_before).toBeNull()
  expect(seen.get(one.id)?.sign_before).toEqual(expect.any(Number))
  const hidden = await pointsFor(outsider)
  expect(hidden.get(secret.id)).toEqual({ points: null, sign_before: seen.get(secret.id)?.sign_before })
  expect(hidden.get(one.id)?.points).toBe(2)
})

it('that is signed after the cut-off of its day leaves on the next one, wherever it is read', async () => {
  const before = bank.clock.at
  bank.clock.at = new Date('2026-03-13T09:30:00Z')
  const author = await bank.aCustomer({ kind: 'company', balance: 10_000_000 })
  const signer = await bank.aMember(author.account_id)
  const batch = await ordered(author, [`Zeynab Fall;${at('SN012', 2)};9000;Salaire`])
  expect(batch.execution_date).toBe('2026-03-13')
  const key = { kind: 'batch', id: batch.id, account: author.account_id } as const
  const read = async () => {
    const reader = await bank.signIn(signer)
    const [item] = (await reader.call(listItemsToSign)).body
    const detail = (await reader.call(getItemToSign, { params: key })).body
    const { examination } = (await reader.call(getBatch, { params: { id: batch.id } })).body
    const { forecast } = (await reader.call(getOutlook)).body
    return [item?.due_on, detail.leaves_on, examination?.leaves_on, ...(forecast?.causes.map(({ date }) => date) ?? [])]
  }
  expect(await read()).toEqual(Array(4).fill('2026-03-13'))
  // A Friday, after three o’clock.
  bank.clock.at = new Date('2026-03-13T15:30:00Z')
  expect(await read()).toEqual(Array(4).fill('2026-03-16'))
  bank.clock.at = before
})
