import { acceptBatch, createBatch, listBatches } from 'contract/transfers/batches.ts'
import { headers, type Input } from 'contract/endpoint.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import { listTransferRows, TRANSFER_GROUPS_HEADER, type TransferGroup } from 'contract/transfers/transfer-rows.ts'
import { transferStatuses } from 'contract/transfers/transfer-status-codes.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { capabilities } from 'contract/rights.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withAcknowledgedNames } from '../../../test/acknowledged-names.ts'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
beforeEach(() => {
  bank.clock.at = new Date('2026-03-10T09:30:00Z')
})
afterAll(() => bank.close())

type Line = [name: string, iban: string, amount: string, label: string, day?: string]
const HEAD = 'nom_beneficiaire;iban;montant;libelle;date_execution'

async function ordered(author: Visitor, name: string, lines: readonly Line[], is_confidential = false) {
  const form = new FormData()
  form.append('file', new Blob([[HEAD, ...lines.map((cells) => cells.join(';'))].join('\r\n')]), name)
  const draft = await withAcknowledgedNames(author, (await author.call(importTransfers, { form })).body)
  return (await author.confirm(createBatch, { body: { import_id: draft.import_id, is_confidential } })).body
}
const sign = (signer: Visitor, id: string) => signer.confirm(acceptBatch, { params: { id }, body: { version: 1 } })
const runAll = async () => {
  while ((await runDueTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })) > 0);
}
async function aCompany() {
  const author = await bank.aCustomer({ kind: 'company', balance: 10_000_000 })
  const payee = await bank.aCustomer()
  return { author, signer: await bank.aMember(author.account_id), payee }
}
const rowsOf = async (visitor: Visitor, query: Input<typeof listTransferRows>['query'] = {}) => {
  const { body, headers: given } = await visitor.call(listTransferRows, { query })
  return {
    rows: body,
    total: Number(given[headers.totalCount.toLowerCase()]),
    sum: Number(given[headers.totalAmount.toLowerCase()]),
    groups: JSON.parse(given[TRANSFER_GROUPS_HEADER.toLowerCase()] ?? '[]') as TransferGroup[],
  }
}

it('lists a batch as one row among single orders, with its total, in page, count and sum', async () => {
  const { author, signer, payee } = await aCompany()
  const beneficiary_id = await bank.aBeneficiary(author.account_id, payee.iban)
  const batch = await ordered(
    author,
    'salaires_mars.csv',
    Array.from({ length: 25 }, (_, index): Line => [`Salarié ${index}`, payee.iban, '1000', `Paie ${index}`]),
  )
  await author.confirm(createTransfer, {
    body: { type: 'delayed', execution_date: '2026-03-20', beneficiary_id, amount: 5_000, label: 'Loyer' },
  })
  const waiting = await rowsOf(author)
  expect(waiting.rows.map(({ row, group, amount }) => [row, group, amount])).toEqual([
    ['batch', 'upcoming', 25_000],
    ['transfer', 'upcoming', 5_000],
  ])
  expect(waiting).toMatchObject({ total: 2, sum: 30_000, groups: [{ id: 'upcoming', count: 2, sum: 30_000 }] })
  expect(waiting.rows[0]).toMatchObject({
    id: batch.id,
    status: 'pending',
    display_date: null,
    failed: 0,
    found: null,
    identity: { name: 'Salaires mars', memo: { fr: 'Lot de 25 virements' } },
  })
  expect((await rowsOf(signer)).rows[0]).toMatchObject({ row: 'batch', status: 'to_sign' })
  await sign(signer, batch.id)
  await runAll()
  const run = await rowsOf(author)
  expect(run.rows.map(({ row, group }) => [row, group])).toEqual([
    ['transfer', 'upcoming'],
    ['batch', '2026-03-01'],
  ])
  expect(run.groups).toContainEqual({ id: '2026-03-01', count: 1, sum: 25_000 })
  expect(run.rows[1]).toMatchObject({ status: 'executed', display_date: '2026-03-10' })
  expect((await rowsOf(author, { page: 2 })).rows).toEqual([])
  expect((await rowsOf(author, { page: 2 })).total).toBe(2)
  for (const search of ['salaires_mars', 'Salaires mars', 'SÀLAIRES MARS'])
    expect((await rowsOf(author, { search })).rows.map(({ id }) => id)).toEqual([batch.id])
})

it('finds a batch by its name, its total, and the payees of its lines, whom the row names', async () => {
  const { author, signer, payee } = await aCompany()
  const batch = await ordered(author, 'paie.csv', [
    ['Khady Sarr', payee.iban, '1500', 'Salaire'],
    ['Khady Ndiaye', payee.iban, '2500', 'Salaire'],
    ['Modou Faye', payee.iban, '4000', 'Prime d’été'],
  ])
  await sign(signer, batch.id)
  await runAll()
  const found = async (search: string) =>
    (await rowsOf(author, { search })).rows.map((row) => 'found' in row && row.found)
  expect(await found('modou')).toEqual([{ name: 'Modou Faye', count: 1 }])
  expect(await found('Khady')).toEqual([{ name: 'Khady Sarr', count: 2 }])
  for (const search of ['2 500', '2,500', '2.500'])
    expect(await found(search)).toEqual([{ name: 'Khady Ndiaye', count: 1 }])
  for (const search of ["PRIME D'ETE", 'été'.normalize('NFD')])
    expect(await found(search)).toEqual([{ name: 'Modou Faye', count: 1 }])
  expect(await found('PAIE')).toEqual([null])
  expect(await found('8000')).toEqual([null])
  expect(await found('Awa')).toEqual([])
})

it('finds a batch by the status of its row, and by that of lines that failed', async () => {
  const { author, signer, payee } = await aCompany()
  const other = await bank.aCustomer()
  const broken = await ordered(author, 'a.csv', [
    ['Khady Sarr', payee.iban, '1500', 'Salaire'],
    ['Awa Ba', other.iban, '1500', 'Salaire'],
  ])
  await sign(signer, broken.id)
  await bank.owner.query("UPDATE accounts SET status = 'closed' WHERE id = $1", [other.account_id])
  await runAll()
  const later = await ordered(author, 'b.csv', [['Khady Sarr', payee.iban, '10', 'Prime', '20/03/2026']])
  await sign(signer, later.id)
  await ordered(author, 'c.csv', [['Khady Sarr', payee.iban, '20', 'Prime']])
  for (const reader of [author, signer]) {
    const listed = (await reader.call(listBatches)).body
    for (const status of transferStatuses) {
      const rows = (await rowsOf(reader, { status })).rows.map(({ id }) => id)
      const expected = listed.filter((one) =>
        one.status === 'incomplete' ? status === 'executed' || status === 'rejected' : one.status === status,
      )
      expect([status, rows.toSorted()]).toEqual([status, expected.map(({ id }) => id).toSorted()])
    }
  }
  const [row] = (await rowsOf(author, { status: 'rejected' })).rows
  expect(row).toMatchObject({ status: 'incomplete', failed: 1 })
  // The month counts what has left.
  expect((await rowsOf(author)).groups).toContainEqual({ id: '2026-03-01', count: 1, sum: 1_500 })
  const count = async (query: Input<typeof listTransferRows>['query']) => (await rowsOf(author, query)).total
  expect(await count({ type: 'delayed' })).toBe(1)
  expect(await count({ type: 'direct' })).toBe(2)
  expect(await count({ type: 'periodic' })).toBe(0)
  expect(await count({ validation_status: 'pending' })).toBe(1)
  expect(await count({ validation_status: 'pending', execution_status: 'scheduled' })).toBe(1)
  expect(await count({ execution_status: 'executed' })).toBe(1)
  expect(await count({ min: 20, max: 3_000 })).toBe(2)
  expect(await count({ from: '2026-03-20', to: '2026-03-20' })).toBe(1)
})

it('shows of a confidential batch its total only, and finds it by no line', async () => {
  const { author, signer, payee } = await aCompany()
  const outsider = await bank.aMember(author.account_id, {
    capabilities: capabilities.filter((one) => one !== 'batch.confidential'),
  })
  const batch = await ordered(
    author,
    'cadres.csv',
    [
      ['Cadre Discret', payee.iban, '777', 'Prime secrète'],
      ['Cadre Muet', payee.iban, '223', 'Prime secrète'],
    ],
    true,
  )
  await sign(signer, batch.id)
  await runAll()
  const { rows, total } = await rowsOf(outsider)
  expect([total, rows.map(({ row, amount }) => [row, amount])]).toEqual([1, [['batch', 1_000]]])
  expect(JSON.stringify(rows)).not.toMatch(/Discret|secrète|\b777\b/)
  for (const search of ['Discret', 'secrète', '777']) {
    expect((await rowsOf(outsider, { search })).total).toBe(0)
    expect((await rowsOf(author, { search })).total).toBe(1)
  }
  expect((await rowsOf(outsider, { search: '1000' })).total).toBe(1)
})
