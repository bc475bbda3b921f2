import {
  FOUND_TOTALS_HEADER,
  listCategories,
  listOperations,
  MONTH_TOTALS_HEADER,
} from 'contract/accounts/operations.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'

let bank: TestBank
let awa: Visitor & { customer_id: string }
let categoryId: string

type Line = { amount: number; day: string; label: string; counterparty?: string; reference?: string; type: string }

async function post(account_id: string, { day, amount, ...line }: Line): Promise<string> {
  const id = newId()
  const own = newId()
  const entry = { posting_id: id, value_date: day, ...line }
  const { rows } = await bank.owner.query<{ id: string }>(
    `SELECT i.id FROM ledger_accounts c, ledger_accounts i WHERE c.id = $1 AND i.code = 'cash:' || c.currency`,
    [account_id],
  )
  await bank.owner.query('SELECT ledger_write($1::jsonb, $2::jsonb)', [
    JSON.stringify([{ id, posting_key: `test:${id}`, kind: 'cash', booking_date: day, posted_at: `${day}T09:00:00Z` }]),
    JSON.stringify([
      { ...entry, id: newId(), account_id: rows[0]?.id, amount: -amount },
      { ...entry, id: own, account_id, amount },
    ]),
  ])
  return own
}

beforeAll(async () => {
  bank = await openTestBank()
  awa = await bank.aCustomer()
  await post(awa.account_id, {
    amount: 900_000,
    day: '2025-11-28',
    label: 'VIR SALAIRE',
    counterparty: 'Société Sénégalaise',
    type: 'transfer_in',
  })
  await post(awa.account_id, {
    amount: -48_500,
    day: '2025-12-02',
    label: 'PAIEMENT CB',
    counterparty: 'Station Corniche',
    type: 'card',
  })
  const power = await post(awa.account_id, {
    amount: -31_250,
    day: '2025-12-30',
    label: 'FACTURE 50% SENELEC',
    counterparty: 'Senelec',
    reference: 'SNL-77',
    type: 'direct_debit',
  })
  await post(awa.account_id, {
    amount: 31_250,
    day: '2026-01-04',
    label: 'REMBOURSEMENT SENELEC',
    type: 'transfer_return',
  })
  categoryId = newId()
  await bank.owner.query('INSERT INTO categories (customer_id, id, label) VALUES ($1, $2, $3)', [
    awa.customer_id,
    categoryId,
    'Énergie',
  ])
  await bank.owner.query(
    'INSERT INTO operation_categories (account_id, entry_id, customer_id, category_id) VALUES ($1, $2, $3, $4)',
    [awa.account_id, power, awa.customer_id, categoryId],
  )
})
afterAll(() => bank.close())

const find = (filter: Record<string, unknown>) => awa.call(listOperations, { query: filter })
const amounts = async (filter: Record<string, unknown>) => (await find(filter)).body.map(({ amount }) => amount)

it.each<[string, Record<string, unknown>, number[]]>([
  ['the counterparty, whatever its accents and capitals', { search: 'societe SENE' }, [900_000]],
  ['the label', { search: 'remboursement' }, [31_250]],
  ['the reference', { search: 'snl-77' }, [-31_250]],
  ['an amount in figures, grouped as people write it', { search: '31 250' }, [31_250, -31_250]],
  ['a sign that is a wildcard elsewhere', { search: '50%' }, [-31_250]],
  ['the first and the last day of a period', { from: '2025-12-02', to: '2025-12-30' }, [-31_250, -48_500]],
  ['what came in', { sign: 'credit' }, [31_250, 900_000]],
  ['what went out', { sign: 'debit' }, [-31_250, -48_500]],
  ['one type', { type: 'card' }, [-48_500]],
  ['amounts of both directions between two bounds', { min: '31250', max: '48500' }, [31_250, -31_250, -48_500]],
  ['all of it together', { search: 'senelec', from: '2025-12-01', sign: 'debit', min: '1000' }, [-31_250]],
  ['nothing', { search: 'inconnu' }, []],
])('finds by %s', async (_, filter, found) => {
  expect(await amounts(filter)).toEqual(found)
})

it('finds operations with any of the categories, and lists their categories', async () => {
  expect(await amounts({ categories: `${categoryId},${newId()}` })).toEqual([-31_250])
  expect(await amounts({ categories: newId() })).toEqual([])
  expect((await awa.call(listCategories)).body).toEqual([{ id: categoryId, label: 'Énergie', operation_count: 1 }])
})

it('returns the count and the totals of everything found, and of its months', async () => {
  const reply = await find({ max: '50000' })
  expect(reply.headers['x-pagination-total-count']).toBe('3')
  expect(JSON.parse(reply.headers[FOUND_TOTALS_HEADER.toLowerCase()] ?? '')).toEqual([
    { currency: 'XOF', credits: 31_250, debits: -79_750 },
  ])
  expect(JSON.parse(reply.headers[MONTH_TOTALS_HEADER.toLowerCase()] ?? '')).toEqual([
    { month: '2026-01', currency: 'XOF', credits: 31_250, debits: 0 },
    { month: '2025-12', currency: 'XOF', credits: 0, debits: -79_750 },
  ])
  const all = await find({})
  expect(JSON.parse(all.headers[FOUND_TOTALS_HEADER.toLowerCase()] ?? '')).toEqual([
    { currency: 'XOF', credits: 931_250, debits: -79_750 },
  ])
})

it('continues after the first page, and keeps its totals past the last page', async () => {
  const customer = await bank.aCustomer()
  for (let index = 1; index <= 25; index += 1) await bank.deposit(customer.account_id, index)
  const second = await customer.call(listOperations, { query: { page: 2, sign: 'credit' } as never })
  expect(second.body.map(({ amount }) => amount)).toEqual([5, 4, 3, 2, 1])
  const beyond = await customer.call(listOperations, { query: { page: 9, sign: 'credit' } as never })
  expect([beyond.body, beyond.headers['x-pagination-total-count']]).toEqual([[], '25'])
})

it('returns exact totals and pages for repeated calls while operations are added', async () => {
  const customer = await bank.aCustomer({ overdraft: 1_000_000 })
  const reported = async (filter: Record<string, unknown>) => {
    const all: number[] = []
    let totals: unknown
    for (let page = 1; ; page += 1) {
      const reply = await customer.call(listOperations, { query: { ...filter, page } })
      all.push(...reply.body.map(({ amount }) => amount))
      totals = JSON.parse(reply.headers[FOUND_TOTALS_HEADER.toLowerCase()] ?? '')
      if (page >= Number(reply.headers['x-pagination-page-count'])) return { all, totals }
    }
  }
  const amountsSoFar: { amount: number; day: string }[] = []
  let index = 0
  // Months with many, few and no operations, and a day that gets more.
  for (const [day, count] of [
    ['2025-01-31', 2],
    ['2025-03-01', 45],
    ['2025-03-31', 1],
    ['2025-11-05', 3],
    ['2025-11-05', 33],
    ['2026-02-28', 1],
  ] as const) {
    for (let one = 0; one < count; one += 1) {
      index += 1
      const amount = index % 3 === 0 ? -index : index
      await post(customer.account_id, { amount, day, label: index % 4 === 0 ? 'LOYER' : 'DIVERS', type: 'other' })
      amountsSoFar.unshift({ amount, day })
    }
    const expected = (keeps: (line: { amount: number; day: string }, at: number) => boolean) => {
      const some = amountsSoFar.filter((line, at) => keeps(line, amountsSoFar.length - at)).map(({ amount }) => amount)
      const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)
      return {
        all: some,
        totals: [
          { currency: 'XOF', credits: sum(some.filter((one) => one > 0)), debits: sum(some.filter((one) => one < 0)) },
        ],
      }
    }
    expect(await reported({ sign: 'debit' })).toEqual(expected(({ amount }) => amount < 0))
    expect(await reported({ search: 'loyer' })).toEqual(expected((_, at) => at % 4 === 0))
    expect(await reported({ from: '2025-03-02', to: '2025-11-30', min: '40' })).toEqual(
      expected(({ amount, day }) => Math.abs(amount) >= 40 && day > '2025-03-01' && day < '2025-12-01'),
    )
  }
})

it('counts again for a filter by categories after categories changed', async () => {
  const count = async () => (await find({ categories: categoryId })).headers['x-pagination-total-count']
  expect([await count(), await count()]).toEqual(['1', '1'])
  const { rows } = await bank.owner.query('DELETE FROM operation_categories WHERE category_id = $1 RETURNING *', [
    categoryId,
  ])
  expect([await count(), await count()]).toEqual(['0', '0'])
  await bank.owner.query(
    'INSERT INTO operation_categories SELECT * FROM jsonb_populate_recordset(NULL::operation_categories, $1)',
    [JSON.stringify(rows)],
  )
  expect([await count(), await count()]).toEqual(['1', '1'])
})

it('counts again for a filter by documents after documents changed, and includes new operations', async () => {
  const customer = await bank.aCustomer()
  const counts = async () =>
    Promise.all(
      ['with', 'without'].map(async (documents) =>
        Number(
          (await customer.call(listOperations, { query: { documents } as never })).headers['x-pagination-total-count'],
        ),
      ),
    )
  for (const amount of [1, 2]) await bank.deposit(customer.account_id, amount)
  expect([await counts(), await counts()]).toEqual([
    [0, 2],
    [0, 2],
  ])
  await bank.owner.query(
    `INSERT INTO operation_documents (account_id, entry_id, id, name, media_type, size, content, added_at, place, added_by)
     SELECT account_id, id, $2, 'a.pdf', 'application/pdf', 1, 'x', now(), 1, (SELECT user_id FROM memberships WHERE account_id = $1)
       FROM ledger_entries WHERE account_id = $1 AND seq = 1`,
    [customer.account_id, newId()],
  )
  expect(await counts()).toEqual([1, 1])
  await bank.deposit(customer.account_id, 3)
  expect(await counts()).toEqual([1, 2])
  await bank.owner.query('DELETE FROM operation_documents WHERE account_id = $1', [customer.account_id])
  expect(await counts()).toEqual([0, 3])
})

it('filters upcoming operations, which have no category', async () => {
  const customer = await bank.aCustomer({ balance: 500 })
  await bank.owner.query(
    `INSERT INTO intraday_operations (account_id, id, intraday_id, type, label, counterparty, amount, expected_on)
     VALUES ($1, $2, 'I-1', 'card', 'PAIEMENT CB', 'Épicerie', -300, '2026-03-12')`,
    [customer.account_id, newId()],
  )
  const seen = async (filter: Record<string, unknown>) =>
    (await customer.call(listOperations, { query: filter })).body.map(({ amount }) => amount)
  expect(await seen({ search: 'epicerie' })).toEqual([-300])
  expect(await seen({ sign: 'credit' })).toEqual([500])
  expect(await seen({ from: '2026-03-13' })).toEqual([])
  expect(await seen({ categories: newId() })).toEqual([])
})

it.each<[Record<string, unknown>, string]>([
  [{ from: '2026-02-30' }, 'from: date_invalid'],
  [{ from: '2026-02-02', to: '2026-02-01' }, 'to: period_reversed'],
  [{ min: '-1' }, 'min: amount_range_invalid'],
  [{ min: '10', max: '9' }, 'max: amounts_reversed'],
  [{ sign: 'both' }, 'sign: invalid'],
  [{ type: 'gift' }, 'type: invalid'],
  [{ categories: 'x' }, 'categories.0: id_invalid'],
  [{ search: 'x'.repeat(65) }, 'search: text_too_long'],
])('refuses %j', async (filter, code) => {
  expect(codesOf(await find(filter))).toEqual([code])
})
