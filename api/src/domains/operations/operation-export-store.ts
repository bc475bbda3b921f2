// Reads the operations, entries and balances of exports, some hundred rows at once.
import type { Operation } from 'contract/accounts/operations.ts'
import { columnsOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import type { ReportEntry } from '../../formats/account-report.ts'
import { type OperationRow, operations } from './operation-columns.ts'
import { filterParameters, type OperationCriteria } from './operation-store.ts'

export type Extent = {
  total: number
  credits: number
  debits: number
  first_day: string | null
  last_day: string | null
  last_seq: number
}

/** The totals of what a filter finds now: count, sums, and the last counted entry. */
export async function measureOperations(db: Sql, accountId: string, filter: OperationCriteria): Promise<Extent> {
  const { pattern, searchedAmount, from, to, sign, type, min, max, categories, documented } = filterParameters(filter)
  const [extent] = await db<Extent>`
    SELECT count(*) AS total, coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS credits,
           coalesce(sum(amount) FILTER (WHERE amount < 0), 0)::bigint AS debits, min(booking_date) AS first_day, max(booking_date) AS last_day,
           coalesce(max(seq), 0) AS last_seq
      FROM found_operations(${accountId}, ${from}, ${to}, ${pattern}, ${searchedAmount}, ${sign}, ${type}, ${min}, ${max}, ${categories}, ${documented})`
  if (!extent) throw new Error('an aggregate without a row')
  return extent
}

const ROWS_AT_ONCE = 500

/**
 * The booked operations that a filter finds, newest first, up to an entry. Entries are only added, with higher numbers, so that several
 * short statements see the same rows as a long one, and no connection waits for a slow reader.
 */
export async function* streamOperations(
  db: Sql,
  accountId: string,
  filter: OperationCriteria,
  lastSeq: number,
): AsyncGenerator<OperationRow[]> {
  const { pattern, searchedAmount, from, to, sign, type, min, max, categories, documented } = filterParameters(filter)
  let before = lastSeq + 1
  let lastDay = to
  for (;;) {
    const rows: (OperationRow & { seq: number; booking_date: string })[] = await db`
      WITH page AS (
        SELECT id, seq, booking_date
          FROM found_operations(${accountId}, ${from}, ${lastDay}, ${pattern}, ${searchedAmount}, ${sign}, ${type}, ${min}, ${max}, ${categories}, ${documented})
         WHERE seq < ${before}
         ORDER BY booking_date DESC, seq DESC LIMIT ${ROWS_AT_ONCE}
      )
      SELECT page.booking_date, page.seq, ${columnsOf(operations, 'o')}, NULL::json AS account
        FROM page JOIN operation_details o ON o.account_id = ${accountId} AND o.booking_date = page.booking_date AND o.id = page.id
       ORDER BY page.seq DESC`
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ seq: _seq, booking_date: _day, ...operation }) => operation)
    if (rows.length < ROWS_AT_ONCE) return
    // Days and numbers of an account rise together: the next rows are on this day, or before it.
    before = last.seq
    lastDay = last.booking_date
  }
}

export type ExportedAccount = {
  holder: string
  label: string
  number: string
  iban: string
  currency: Operation['currency']
  branch_code: string
  bank_code: string
  booked: number
}

/** The account data in the header of an export. */
export async function getExportedAccount(db: Sql, accountId: string): Promise<ExportedAccount> {
  const [account] = await db<ExportedAccount>`
    SELECT c.name AS holder, a.label, a.number, a.iban, a.currency, a.branch_code, bank.code AS bank_code, l.booked
      FROM accounts a
      JOIN customers c ON c.id = a.customer_id
      JOIN ledger_accounts l ON l.id = a.id
      CROSS JOIN bank
     WHERE a.id = ${accountId}`
  if (!account) throw new Error(`the account ${accountId} has gone`)
  return account
}

export type Span = {
  seq_before: number
  opening: number
  last_seq: number
  closing: number
  credits: number
  debits: number
}

/** The balance before the first and after the last day of a period, and the sums between, from the ledger's running totals. */
export async function measureDays(db: Sql, accountId: string, from: string, to: string): Promise<Span> {
  const [span] = await db<Span>`
    SELECT coalesce(b.seq, 0) AS seq_before, coalesce(b.balance_after, 0) AS opening, coalesce(l.seq, 0) AS last_seq,
           coalesce(l.balance_after, 0) AS closing, coalesce(l.credited_after, 0) - coalesce(b.credited_after, 0) AS credits,
           coalesce(l.credited_after, 0) - coalesce(b.credited_after, 0)
             - (coalesce(l.balance_after, 0) - coalesce(b.balance_after, 0)) AS debits
      FROM (VALUES (1)) AS one
      LEFT JOIN LATERAL (SELECT seq, balance_after, credited_after FROM ledger_entries
                          WHERE account_id = ${accountId} AND seq IS NOT NULL AND booking_date < ${from}
                          ORDER BY booking_date DESC, seq DESC LIMIT 1) b ON true
      LEFT JOIN LATERAL (SELECT seq, balance_after, credited_after FROM ledger_entries
                          WHERE account_id = ${accountId} AND seq IS NOT NULL AND booking_date <= ${to}
                          ORDER BY booking_date DESC, seq DESC LIMIT 1) l ON true`
  if (!span) throw new Error('a join to one row without a row')
  return span
}

/** Entries in the order of the account, after one number and up to another. */
export async function* streamEntries(
  db: Sql,
  accountId: string,
  after: number,
  upTo: number,
): AsyncGenerator<ReportEntry[]> {
  for (let from = after; from < upTo; from += ROWS_AT_ONCE)
    yield await db<ReportEntry>`
      SELECT id, booking_date, value_date, type, label, counterparty, reference, amount
        FROM ledger_entries
       WHERE account_id = ${accountId} AND seq > ${from} AND seq <= ${Math.min(upTo, from + ROWS_AT_ONCE)}
       ORDER BY seq`
}
