// Proves that counts, sums, months and pages of all accounts are those of one plain statement over the entries, whatever is filtered,
// booked or withdrawn meanwhile.
import fc from 'fast-check'
import type { OperationFilter } from 'contract/accounts/operations.ts'
import type { Currency } from 'contract/values/money.ts'
import { addDays } from 'contract/values/calendar.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { explaining, forgetStatistics } from '../../../test/explained.ts'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'
import { PLANNER_SETTINGS } from '../../db/sql.ts'
import { listAccountsPage, listReadableAccounts, streamOperationsOfAccounts } from './all-accounts-store.ts'
import type { OperationRow } from './operation-columns.ts'
import { readCriteria } from './read-criteria.ts'
import { measureAccounts, searchAccounts } from './search-accounts.ts'

const FIRST_DAY = '2025-10-20'
const DAYS = 100
const PER_PAGE = 7
const texts = ['FACTURE SENELEC', 'LOYER', 'Salaire équipe', 'CHEQUE 0001234', 'VIR 2 000']
const types = ['transfer_in', 'transfer_out', 'card', 'fee'] as const

let bank: TestBank
let awa: Visitor & { customer_id: string }
let accounts: { id: string; currency: Currency }[]
let stranger: string
let category: string

type Line = { account: number; amount: number; day: number; text: number; type: number; isSorted: boolean }

/** Posts lines in the order of their days, as a bank does. */
async function post(lines: readonly Line[]): Promise<void> {
  const sorted = lines.toSorted((one, other) => one.day - other.day)
  const { rows } = await bank.owner.query<{ id: string; currency: string }>(
    "SELECT id, currency FROM ledger_accounts WHERE code LIKE 'cash:%'",
  )
  const cash = new Map(rows.map(({ id, currency }) => [currency, id]))
  const postings = sorted.flatMap((line) => {
    // Another customer's account gets the same line: nothing of it may be counted.
    const own = accounts[line.account % accounts.length]
    if (!own) throw new Error('no account')
    return [own.id, ...(own.currency === 'XOF' ? [stranger] : [])].map((account_id) => ({
      id: newId(),
      entry_id: newId(),
      account_id,
      line,
      day: addDays(FIRST_DAY, line.day),
      cash: cash.get(own.currency),
    }))
  })
  await bank.owner.query('SELECT ledger_write($1::jsonb, $2::jsonb)', [
    JSON.stringify(
      postings.map(({ id, day }) => ({
        id,
        posting_key: `test:${id}`,
        kind: 'cash',
        booking_date: day,
        posted_at: `${day}T09:00:00Z`,
      })),
    ),
    JSON.stringify(
      postings.flatMap(({ id, entry_id, account_id, line: { amount, type, text }, day, cash: other }) => {
        const entry = { posting_id: id, value_date: day, type: types[type], label: texts[text] }
        return [
          { ...entry, id: newId(), account_id: other, amount: -amount },
          { ...entry, id: entry_id, account_id, amount },
        ]
      }),
    ),
  ])
  await bank.owner.query(
    `INSERT INTO operation_categories (account_id, entry_id, customer_id, category_id)
     SELECT account_id, entry_id, $1, $2 FROM jsonb_to_recordset($3) AS e (account_id uuid, entry_id uuid)`,
    [
      awa.customer_id,
      category,
      JSON.stringify(postings.filter(({ line, account_id }) => line.isSorted && account_id !== stranger)),
    ],
  )
}

beforeAll(async () => {
  bank = await openTestBank()
  awa = await bank.aCustomer({ overdraft: 10 ** 12 })
  category = newId()
  await bank.owner.query("INSERT INTO categories (customer_id, id, label) VALUES ($1, $2, 'Charges')", [
    awa.customer_id,
    category,
  ])
  accounts = [{ id: awa.account_id, currency: 'XOF' }]
  // More accounts than one word has bits, so that two share one.
  for (let index = 1; index < 40; index += 1) {
    const currency = index % 5 === 0 ? 'EUR' : 'XOF'
    const { account_id } = await bank.anOwnAccount(awa, { currency, overdraft: 10 ** 12 })
    accounts.push({ id: account_id, currency })
  }
  stranger = (await bank.aCustomer({ overdraft: 10 ** 12 })).account_id
})
afterAll(() => bank.close())

type Expected = { id: string; currency: string; amount: number; month: string }

/** The plain statement: every condition beside every entry. */
async function plainly(filter: OperationFilter, figure: number | null): Promise<Expected[]> {
  const { search, from, to, sign, type, min, max, categories } = filter
  const { rows } = await bank.owner.query<Expected>(
    `SELECT e.id, e.currency, e.amount::float8 AS amount, to_char(e.booking_date, 'YYYY-MM') AS month
       FROM ledger_entries e JOIN memberships m ON m.account_id = e.account_id AND m.user_id = $1 AND 'operations' = ANY (m.rights)
      WHERE ($2::text IS NULL OR position(plain_letters($2) IN e.words) > 0 OR (abs(e.amount) = $3 AND e.currency = 'XOF'))
        AND ($4::date IS NULL OR e.booking_date >= $4) AND ($5::date IS NULL OR e.booking_date <= $5)
        AND ($6::text IS NULL OR sign(e.amount) = CASE $6 WHEN 'credit' THEN 1 ELSE -1 END)
        AND ($7::text IS NULL OR e.type = $7)
        AND ($8::bigint IS NULL OR (abs(e.amount) >= $8 AND e.currency = 'XOF'))
        AND ($9::bigint IS NULL OR (abs(e.amount) <= $9 AND e.currency = 'XOF'))
        AND ($10::uuid[] IS NULL OR EXISTS (SELECT FROM operation_categories c WHERE c.entry_id = e.id AND c.category_id = ANY ($10)))
      ORDER BY e.booking_date DESC, e.account_id, e.seq DESC`,
    [
      awa.user_id,
      search ?? null,
      figure,
      from ?? null,
      to ?? null,
      sign ?? null,
      type ?? null,
      min ?? null,
      max ?? null,
      categories ?? null,
    ],
  )
  return rows
}

const sums = (lines: readonly Expected[]) =>
  Object.fromEntries(
    [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, some]) => {
      const sum = (isCredit: boolean) =>
        some.reduce((total, { amount }) => (amount > 0 === isCredit ? total + amount : total), 0)
      return [currency, [sum(true), sum(false)]]
    }),
  )
const asSums = (totals: readonly { currency: string; credits: number; debits: number }[]) =>
  Object.fromEntries(
    totals
      .filter(({ credits, debits }) => credits !== 0 || debits !== 0)
      .map(({ currency, credits, debits }) => [currency, [credits, debits]]),
  )

const aLine = fc.record({
  account: fc.nat(39),
  amount: fc.oneof(
    fc.constantFrom(2_000, -2_000, 500),
    fc.integer({ min: 1, max: 9_000 }).map((n) => (n % 2 ? n : -n)),
  ),
  day: fc.nat(DAYS - 1),
  text: fc.nat(texts.length - 1),
  type: fc.nat(types.length - 1),
  isSorted: fc.boolean(),
})
const aDay = fc.integer({ min: -5, max: DAYS + 40 }).map((day) => addDays(FIRST_DAY, day))
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const aFilter = fc.record({
  search: optional(fc.constantFrom('senelec', 'EQUIPE', '2 000', '1234', 'nowhere')),
  days: optional(fc.tuple(aDay, aDay)),
  sign: optional(fc.constantFrom('credit' as const, 'debit' as const)),
  type: optional(fc.constantFrom(...types)),
  min: optional(fc.nat(3_000)),
  max: optional(fc.integer({ min: 1_000, max: 9_000 })),
  isSorted: fc.boolean(),
  hidden: fc.array(fc.nat(39), { maxLength: 3 }),
  later: fc.array(aLine, { maxLength: 6 }),
})

it('counts, sums and pages what a plain statement finds, after every booking and every withdrawn right', async () => {
  let day = 0
  await post(fc.sample(aLine, { numRuns: 700, seed: 17 }))
  await fc.assert(
    fc.asyncProperty(aFilter, async ({ days, isSorted, hidden, later, ...rest }) => {
      const [from, to] = days ? days.toSorted() : []
      const filter = {
        ...(isSorted && { categories: [category] }),
        ...Object.fromEntries(Object.entries({ ...rest, from, to }).filter(([, value]) => value !== undefined)),
      } as OperationFilter
      const criteria = await readCriteria(bank.db, { account_id: awa.account_id, currency: 'XOF' }, filter)
      const reader = { user_id: awa.user_id, currency: 'XOF' as const }
      const look = async () => {
        const expected = await plainly(filter, criteria.searchedAmount ?? null)
        const readable = await listReadableAccounts(bank.db, reader, filter)
        const listed: OperationRow[] = []
        const months = new Map<string, object>()
        const pages = Math.ceil(expected.length / PER_PAGE) + 1
        // Some pages of a long list: the first ones, one in the middle, and the last ones.
        const looked = [1, 2, Math.ceil(pages / 2), pages - 1, pages].filter((page) => page > 0)
        for (const page of new Set(looked)) {
          const answer = await searchAccounts(bank.db, readable, reader, criteria, { page, per_page: PER_PAGE })
          expect(answer.total).toBe(expected.length)
          expect(asSums(answer.totals)).toEqual(sums(expected))
          expect(answer.items.map(({ id }) => id)).toEqual(
            expected.slice((page - 1) * PER_PAGE, page * PER_PAGE).map(({ id }) => id),
          )
          listed.push(...answer.items)
          for (const [month, totals] of Map.groupBy(answer.months, (one) => one.month))
            months.set(month, asSums(totals))
        }
        for (const [month, totals] of months)
          expect(totals).toEqual(sums(expected.filter((line) => line.month === month)))
        const { total, ranges, days: between } = await measureAccounts(bank.db, readable, reader, criteria)
        expect(total).toBe(expected.length)
        const walked: string[] = []
        if (between)
          for await (const some of streamOperationsOfAccounts(bank.db, ranges, criteria, between, 11))
            walked.push(...some.map(({ id }) => id))
        expect(walked).toEqual(expected.map(({ id }) => id))
      }
      await look()
      // What is booked now comes on the last day or later.
      day = Math.max(day, DAYS)
      await post(later.map((line) => ({ ...line, day: day + (line.day % 3) })))
      day += 2
      await look()
      const ids = hidden.map((index) => accounts[index]?.id)
      const set = (rights: string) =>
        bank.owner.query(`UPDATE memberships SET rights = ${rights} WHERE account_id = ANY ($1::uuid[])`, [ids])
      await set("array_remove(rights, 'operations')")
      await look()
      await set("array_append(rights, 'operations')")
    }),
    { numRuns: 60 },
  )
})

it('finds the same page by its place among the days and by an offset', async () => {
  const { rows } = await bank.owner.query<{ ids: string[] }>(
    `SELECT array_agg(e.id ORDER BY e.booking_date DESC, e.account_id, e.seq DESC) AS ids
       FROM ledger_entries e JOIN memberships m ON m.account_id = e.account_id AND m.user_id = $1`,
    [awa.user_id],
  )
  const ids = rows[0]?.ids ?? []
  const reader = { user_id: awa.user_id, currency: 'XOF' as const }
  const readable = await listReadableAccounts(bank.db, reader, {})
  for (const per_page of [1, 20, ids.length, ids.length + 1])
    for (const page of [1, 2, Math.ceil(ids.length / per_page), Math.ceil(ids.length / per_page) + 1]) {
      const { items } = await searchAccounts(bank.db, readable, reader, {}, { page, per_page })
      expect(items.map(({ id }) => id)).toEqual(ids.slice((page - 1) * per_page, page * per_page))
    }
})

it('reads no more on tables without statistics', async () => {
  const reader = { user_id: awa.user_id, currency: 'XOF' as const }
  const readable = await listReadableAccounts(bank.db, reader, {})
  const ids = readable.map(({ id }) => id)
  const entries = readable.reduce((sum, { entry_count }) => sum + entry_count, 0)
  const owner = await bank.owner.connect()
  try {
    const read = async () => {
      const { sql, explained } = explaining(owner)
      await listAccountsPage(sql, ids, reader, {}, { page: 3, per_page: 20 })
      return explained.reduce((sum, { rows }) => sum + rows, 0)
    }
    await owner.query(PLANNER_SETTINGS)
    await owner.query('ANALYZE')
    expect(await read()).toBeLessThan(2.5 * entries)
    await owner.query('BEGIN')
    await forgetStatistics(owner)
    expect(await read()).toBeLessThan(2.5 * entries)
  } finally {
    await owner.query('ROLLBACK; RESET ALL')
    owner.release()
  }
})
