// Operations of all accounts that a user may see, as one list: by day, and on one day account by account.
import type { FoundTotals, MonthTotals, Operation, OperationFilter } from 'contract/accounts/operations.ts'
import type { Currency } from 'contract/values/money.ts'
import { addDays } from 'contract/values/calendar.ts'
import { columnsOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import { type OperationRow, operations } from './operation-columns.ts'
import { type BookedPage, type Days, filterParameters, type Page, type OperationCriteria } from './operation-store.ts'

/** The reader. A typed amount is read in the currency of the account that they work on. */
export type Reader = { user_id: string; currency: Currency }

export type GroupAccount = {
  id: string
  label: string
  number: string
  currency: Currency
  /** The number of its last entry, and the day of it. */
  entry_count: number
  last_booking_date: string | null
  /** Changes with the categories and documents of its operations. */
  categorisation: number
  /** How often years were archived. */
  archives: number
}

/** The accounts on which a user may see operations. With bounds of the amount: only those in the currency of the bounds. */
export function listReadableAccounts(
  db: Sql,
  { user_id, currency }: Reader,
  { min, max }: OperationFilter,
): Promise<GroupAccount[]> {
  return db<GroupAccount>`
    SELECT a.id, a.label, a.number, a.currency, l.entry_count, l.last_booking_date, coalesce(c.state, 0) AS categorisation, archived.archives
      FROM memberships m
      JOIN accounts a ON a.id = m.account_id
      JOIN ledger_accounts l ON l.id = a.id
      LEFT JOIN operation_categorisation_states c ON c.account_id = a.id
     CROSS JOIN (SELECT count(*) AS archives FROM archived_years) archived
     WHERE m.user_id = ${user_id} AND 'operations' = ANY (m.rights)
       AND (${min === undefined && max === undefined} OR a.currency = ${currency})
     ORDER BY a.id`
}

type Row = OperationRow & { total: number; totals: FoundTotals | null; months: MonthTotals | null }

/**
 * A page of all operations of these accounts on some days, with exact totals by currency. The running figures of the entries give every
 * sum and place: what it costs grows with the accounts, and not with their operations or with the page.
 */
export async function listAccountsPage(
  db: Sql,
  ids: readonly string[],
  { currency }: Reader,
  { from, to }: OperationFilter,
  { page, per_page }: Page,
): Promise<Omit<BookedPage, 'has_upcoming'>> {
  const [first_day, last_day] = [from ?? null, to ?? null]
  const rows = await db<Row>`
    WITH mine AS MATERIALIZED (
      SELECT a.id, a.label, a.number, a.currency, l.entry_count, l.credited, l.booked
        FROM accounts a
        JOIN ledger_accounts l ON l.id = a.id
       WHERE a.id = ANY (${ids}::uuid[])
    ), found AS (
      SELECT mine.currency, coalesce(sum(last.seq - coalesce(before.seq, 0)), 0)::bigint AS total,
             coalesce(sum(last.credited - coalesce(before.credited, 0)), 0)::bigint AS credits,
             coalesce(sum(last.booked - coalesce(before.booked, 0) - last.credited + coalesce(before.credited, 0)), 0)::bigint AS debits
        FROM mine
        LEFT JOIN LATERAL (
               SELECT mine.entry_count AS seq, mine.credited::bigint AS credited, mine.booked::bigint AS booked WHERE ${last_day}::date IS NULL
                UNION ALL
               (SELECT seq, credited_after, balance_after FROM ledger_entries
                 WHERE account_id = mine.id AND seq IS NOT NULL AND booking_date <= ${last_day} ORDER BY booking_date DESC, seq DESC LIMIT 1)) last ON true
        LEFT JOIN LATERAL (
               (SELECT seq, credited_after AS credited, balance_after AS booked FROM ledger_entries
                 WHERE account_id = mine.id AND seq IS NOT NULL AND booking_date < ${first_day} ORDER BY booking_date DESC, seq DESC LIMIT 1)
                UNION ALL
               -- Nothing is left before that day: the oldest entry tells what the archived ones had summed up to.
               (SELECT seq - 1, credited_after - greatest(amount, 0), balance_after - amount FROM ledger_entries
                 WHERE account_id = mine.id AND seq IS NOT NULL AND ${first_day}::date IS NOT NULL ORDER BY booking_date, seq LIMIT 1)
                LIMIT 1) before ON true
       GROUP BY mine.currency
    ), place AS MATERIALIZED (
      SELECT * FROM locate_operations(${ids}::uuid[], ${first_day}, ${last_day}, ${(page - 1) * per_page}, ${per_page})
    ), page AS MATERIALIZED (
      SELECT mine.id AS account_id, mine.label, mine.number, f.id, f.seq, f.booking_date
        FROM mine
        -- The days are looked up first: joined to them, all entries would be read where the planner expects more of them.
        CROSS JOIN LATERAL (
          SELECT id, seq, booking_date FROM ledger_entries
           WHERE account_id = mine.id AND seq IS NOT NULL
             AND booking_date BETWEEN (SELECT oldest FROM place) AND (SELECT newest FROM place)) f
       ORDER BY f.booking_date DESC, mine.id, f.seq DESC
       LIMIT ${per_page} OFFSET (SELECT skipped_there FROM place)
    ), months AS (
      SELECT to_char(m.month, 'YYYY-MM') AS month, mine.currency, sum(last.credited_after - coalesce(before.credited_after, 0))::bigint AS credits,
             sum(last.balance_after - coalesce(before.balance_after, 0) - last.credited_after + coalesce(before.credited_after, 0))::bigint AS debits
        FROM (SELECT DISTINCT date_trunc('month', booking_date::timestamp)::date AS month FROM page) m
        CROSS JOIN mine
        CROSS JOIN LATERAL (SELECT seq, credited_after, balance_after FROM ledger_entries
                             WHERE account_id = mine.id AND seq IS NOT NULL
                               AND booking_date <= least(${last_day}, (m.month + interval '1 month - 1 day')::date)
                             ORDER BY booking_date DESC, seq DESC LIMIT 1) last
        LEFT JOIN LATERAL (SELECT seq, credited_after, balance_after FROM ledger_entries
                            WHERE account_id = mine.id AND seq IS NOT NULL AND booking_date < greatest(${first_day}, m.month)
                            ORDER BY booking_date DESC, seq DESC LIMIT 1) before ON true
       WHERE last.seq > coalesce(before.seq, 0)
       GROUP BY 1, 2
      -- The first month that is left of archived years is not whole.
      HAVING bool_and(before.seq IS NOT NULL OR EXISTS (SELECT FROM ledger_entries WHERE account_id = mine.id AND seq = 1 OFFSET 0))
    )
    SELECT around.total, around.totals, around.months, ${columnsOf(operations, 'o')},
           CASE WHEN o.id IS NOT NULL THEN json_build_object('id', page.account_id, 'label', page.label, 'number', page.number) END AS account
      FROM (SELECT (SELECT coalesce(sum(total), 0)::bigint FROM found) AS total,
                   (SELECT json_agg(json_build_object('currency', currency, 'credits', credits, 'debits', debits) ORDER BY currency <> ${currency}, currency)
                      FROM found) AS totals,
                   (SELECT json_agg(months ORDER BY month DESC, currency <> ${currency}, currency) FROM months) AS months) around
      LEFT JOIN page ON true
      -- OFFSET 0: each line looks up its details, whatever the planner believes of tables without statistics.
      LEFT JOIN LATERAL (SELECT * FROM operation_details d
                          WHERE d.account_id = page.account_id AND d.booking_date = page.booking_date AND d.id = page.id OFFSET 0) o ON true
     ORDER BY page.booking_date DESC, page.account_id, page.seq DESC`
  const items = rows
    .filter(({ id }) => id !== null)
    .map(({ total: _total, totals: _totals, months: _months, ...operation }) => operation)
  const [first] = rows
  return { items, total: first?.total ?? 0, totals: first?.totals ?? [], months: first?.months ?? [] }
}

/** An account as far as a search reads it: entries after one number and up to another; from a day on, where that is known. */
export type AccountRange = {
  id: string
  /** Stands for the account in DayTally. Accounts share bits where there are more of them. */
  bit: number
  after_seq: number
  last_seq: number
  since: string | null
  has_currency: boolean
}

/** What a filter finds on one day in one currency. `account_bits` has the bits of the accounts that have some. */
export type DayTally = {
  day: string
  currency: Currency
  account_bits: number
  total: number
  credits: number
  debits: number
}

/** The totals by day of what a filter finds on these accounts on some days. */
export function tallyAccounts(
  db: Sql,
  ranges: readonly AccountRange[],
  filter: OperationCriteria,
  { from, to }: Days,
): Promise<DayTally[]> {
  const { pattern, searchedAmount, sign, type, min, max, categories, documented } = filterParameters(filter)
  return db<DayTally>`
    SELECT day, currency, places AS account_bits, total, credits, debits
      FROM tally_accounts(${ranges.map(({ id }) => id)}, ${ranges.map(({ bit }) => bit)}, ${ranges.map(({ after_seq }) => after_seq)}, ${ranges.map(({ last_seq }) => last_seq)},
                          ${ranges.map(({ since }) => since)}, ${ranges.map(({ has_currency }) => (has_currency ? searchedAmount : null))},
                          ${from}, ${to}, ${pattern}, ${sign}, ${type}, ${min}, ${max}, ${categories}, ${documented})`
}

/** The day of the first operation of these accounts. */
export async function findFirstDay(db: Sql, ids: readonly string[]): Promise<string | null> {
  const [row] = await db<{ day: string | null }>`
    SELECT min(first.booking_date) AS day
      FROM unnest(${ids}::uuid[]) one (id)
      CROSS JOIN LATERAL (SELECT booking_date FROM ledger_entries WHERE account_id = one.id AND seq IS NOT NULL
                           ORDER BY booking_date, seq LIMIT 1) first`
  return row?.day ?? null
}

/** Days on which a filter finds something, and the accounts that have some: see DayTally. */
export type FoundDay = { day: string; account_bits: number }

/** A part of the operations that a filter finds on these days, in the order of the list. */
export function listFoundOnAccounts(
  db: Sql,
  ranges: readonly AccountRange[],
  filter: OperationCriteria,
  { days, skipped, limit }: { days: readonly FoundDay[]; skipped: number; limit: number },
): Promise<OperationRow[]> {
  const { pattern, searchedAmount, sign, type, min, max, categories, documented } = filterParameters(filter)
  return db<OperationRow>`
    WITH page AS MATERIALIZED (
      SELECT one.id AS account_id, f.id, f.seq, f.booking_date
        FROM unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ account_bits }) => account_bits)}::integer[]) found (day, account_bits)
        CROSS JOIN unnest(${ranges.map(({ id }) => id)}::uuid[], ${ranges.map(({ bit }) => bit)}::integer[], ${ranges.map(({ last_seq }) => last_seq)}::bigint[],
                          ${ranges.map(({ has_currency }) => (has_currency ? searchedAmount : null))}::bigint[]) one (id, bit, last_seq, figure)
        CROSS JOIN LATERAL found_operations(one.id, found.day, found.day, ${pattern}, one.figure, ${sign}, ${type}, ${min}, ${max}, ${categories}, ${documented}) f
       WHERE (found.account_bits >> one.bit) & 1 = 1 AND f.seq <= one.last_seq
       ORDER BY f.booking_date DESC, one.id, f.seq DESC
       LIMIT ${limit} OFFSET ${skipped}
    )
    SELECT ${columnsOf(operations, 'o')}, json_build_object('id', a.id, 'label', a.label, 'number', a.number) AS account
      FROM page
      JOIN accounts a ON a.id = page.account_id
      CROSS JOIN LATERAL (SELECT * FROM operation_details d
                           WHERE d.account_id = page.account_id AND d.booking_date = page.booking_date AND d.id = page.id OFFSET 0) o
     ORDER BY page.booking_date DESC, page.account_id, page.seq DESC`
}

type ReadOperation = OperationRow & { account: NonNullable<Operation['account']> } & {
  booking_date: string
  seq: number
}

/**
 * Operations that a filter finds on these accounts, in the order of the list, up to the last entry of each. Short statements follow each
 * other, so that no connection waits for a slow reader.
 */
export async function* streamOperationsOfAccounts(
  db: Sql,
  ranges: readonly AccountRange[],
  filter: OperationCriteria,
  { from, to }: Days,
  rowsAtOnce = 2_000,
): AsyncGenerator<OperationRow[]> {
  const { pattern, searchedAmount, sign, type, min, max, categories, documented } = filterParameters(filter)
  const ids = ranges.map(({ id }) => id)
  const lastSeqs = ranges.map(({ last_seq }) => last_seq)
  const searchedAmounts = ranges.map(({ has_currency }) => (has_currency ? searchedAmount : null))
  let newest = to
  let after: Pick<ReadOperation, 'account' | 'seq'> | null = null
  // Days at once: as many as give about the rows of one statement.
  let span = 1
  while (newest >= from) {
    const oldest = [addDays(newest, 1 - span), from].toSorted()[1] ?? from
    const rows: ReadOperation[] = await db<ReadOperation>`
      WITH page AS MATERIALIZED (
        SELECT one.id AS account_id, f.id, f.seq, f.booking_date
          FROM unnest(${ids}::uuid[], ${lastSeqs}::bigint[], ${searchedAmounts}::bigint[]) one (id, last_seq, figure)
          CROSS JOIN LATERAL found_operations(one.id, ${oldest}, ${newest}, ${pattern}, one.figure, ${sign}, ${type}, ${min}, ${max}, ${categories}, ${documented}) f
         WHERE f.seq <= one.last_seq
           AND (f.booking_date < ${newest} OR ${after?.account.id ?? null}::uuid IS NULL OR one.id > ${after?.account.id ?? null}
                OR (one.id = ${after?.account.id ?? null} AND f.seq < ${after?.seq ?? null}))
         ORDER BY f.booking_date DESC, one.id, f.seq DESC
         LIMIT ${rowsAtOnce}
      )
      SELECT page.booking_date, page.seq, ${columnsOf(operations, 'o')}, json_build_object('id', a.id, 'label', a.label, 'number', a.number) AS account
        FROM page
        JOIN accounts a ON a.id = page.account_id
        CROSS JOIN LATERAL (SELECT * FROM operation_details d
                             WHERE d.account_id = page.account_id AND d.booking_date = page.booking_date AND d.id = page.id OFFSET 0) o
       ORDER BY page.booking_date DESC, page.account_id, page.seq DESC`
    if (rows.length > 0) yield rows.map(({ seq: _seq, booking_date: _day, ...operation }) => operation)
    const last = rows.length === rowsAtOnce ? rows.at(-1) : undefined
    after = last ?? null
    newest = last ? last.booking_date : addDays(oldest, -1)
    if (last) span = Math.max(1, Math.trunc(span / 2))
    else if (rows.length < rowsAtOnce / 2) span *= 2
  }
}
