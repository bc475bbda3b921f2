import { columnsOf, type RowOf } from '../../db/columns.ts'
import { part, type Sql, type Tx } from '../../db/db.ts'
import type { ReportEntry } from '../../formats/account-report.ts'
import type { Correspondence } from '../accounts/correspondence-store.ts'
import type { Movement } from '../counterparties/wording-rules.ts'
import { printedStatements } from './statement-columns.ts'

export type StatementContext = RowOf<typeof printedStatements> & {
  iban: string
  account_number: string
  branch_code: string
  label: string
  currency: string
  /** Of the first statement of its year: the number, the first day, and the number of the last entry before it. */
  year_first_number: string
  year_first_day: string
  year_seq_before: number
  has_fee_summary: boolean
} & Omit<Correspondence, 'iban' | 'holder' | 'holder_address'>

/**
 * Whether a statement `s` of an account `a` is the last one of its year: that of December, or the last one of an account that is closed. No
 * statement of the year is to come then.
 */
export const endsYear = part`
  (extract(month FROM s.first_day) = 12
   OR (a.status = 'closed'
       AND NOT EXISTS (SELECT FROM statements n WHERE n.account_id = s.account_id AND n.first_day > s.first_day)
       AND NOT EXISTS (SELECT FROM ledger_entries e WHERE e.account_id = s.account_id AND e.seq > s.last_seq)))`

export async function findStatement(db: Sql, accountId: string, id: string): Promise<StatementContext | null> {
  const [row] = await db<StatementContext>`
    SELECT ${columnsOf(printedStatements, 's')}, a.iban, a.number AS account_number, a.branch_code, a.label, a.currency,
           b.name AS branch_name, b.address AS branch_address, b.phone AS branch_phone, ${endsYear} AS has_fee_summary,
           y.number AS year_first_number, y.first_day AS year_first_day, y.seq_before AS year_seq_before
      FROM statements s
      JOIN accounts a ON a.id = s.account_id
      JOIN branches b ON b.code = a.branch_code
     CROSS JOIN LATERAL (SELECT f.number, f.first_day, f.seq_before FROM statements f
                          WHERE f.account_id = s.account_id AND f.first_day >= date_trunc('year', s.first_day)::date
                          ORDER BY f.first_day LIMIT 1) y
     WHERE s.account_id = ${accountId} AND s.id = ${id}`
  return row ?? null
}

/** Whether the entries of a statement are there: those of years that were archived are not. */
export async function hasEntries(
  db: Sql,
  accountId: string,
  { seq_before, last_seq }: Pick<StatementContext, 'seq_before' | 'last_seq'>,
): Promise<boolean> {
  if (seq_before === last_seq) return true
  const rows = await db`SELECT FROM ledger_entries WHERE account_id = ${accountId} AND seq = ${seq_before + 1}`
  return rows.length > 0
}

/** Entries in the order of the account, after one number and up to another. */
export function listEntries(db: Sql, accountId: string, after: number, upTo: number): Promise<ReportEntry[]> {
  return db<ReportEntry>`
    SELECT id, booking_date, value_date, type, label, counterparty, reference, amount
      FROM ledger_entries
     WHERE account_id = ${accountId} AND seq > ${after} AND seq <= ${upTo}
     ORDER BY seq`
}

/** The fees of the bank among entries, less those that it gave back: before tax, and the tax on them, which a refund has too. */
const feesBeforeTax = part`coalesce(sum(-amount - sign(-amount) * abs(coalesce(vat_amount, 0))), 0)::bigint`
const taxOnFees = part`coalesce(sum(sign(-amount) * abs(coalesce(vat_amount, 0))), 0)::bigint`
const isFee = part`(type = 'fee' OR vat_amount IS NOT NULL)`

export type Fees = { fees: number; tax: number }

/** Fees between two entries: the bank's charges without those that it gave back, and the tax on them. */
export async function sumFees(db: Sql, accountId: string, after: number, upTo: number): Promise<Fees> {
  const [row] = await db<Fees>`
    SELECT ${feesBeforeTax} AS fees, ${taxOnFees} AS tax
      FROM ledger_entries
     WHERE account_id = ${accountId} AND seq > ${after} AND seq <= ${upTo} AND ${isFee}`
  return row ?? { fees: 0, tax: 0 }
}

export type FeesOfWording = Fees & Movement & { count: number }

/** The same by the wording of the entries, with their number, in the order of their first one. */
export const listFees = (db: Sql, accountId: string, after: number, upTo: number) =>
  db<FeesOfWording>`
    SELECT type, label, counterparty, count(*) AS count, ${feesBeforeTax} AS fees, ${taxOnFees} AS tax
      FROM ledger_entries
     WHERE account_id = ${accountId} AND seq > ${after} AND seq <= ${upTo} AND ${isFee}
     GROUP BY type, label, counterparty ORDER BY min(seq)`

export async function isMonthDone(db: Sql, firstDay: string): Promise<boolean> {
  const rows = await db`SELECT 1 FROM statement_months WHERE first_day = ${firstDay}`
  return rows.length > 0
}

export async function markMonthDone(db: Sql, firstDay: string, now: Date): Promise<void> {
  await db`INSERT INTO statement_months (first_day, done_at) VALUES (${firstDay}, ${now}) ON CONFLICT DO NOTHING`
}

export type DueAccount = { id: string; from: string; to: string }

/**
 * Accounts after this id without the statement of a month, with the first and the last month that they lack. A closed account has none after
 * the month of its last entry.
 */
export function listDueAccounts(db: Sql, afterId: string, lastMonth: string, max: number): Promise<DueAccount[]> {
  return db<DueAccount>`
    SELECT a.id, due.from, due.to
      FROM accounts a
      LEFT JOIN LATERAL (SELECT first_day FROM statements WHERE account_id = a.id ORDER BY first_day DESC LIMIT 1) last ON true
      LEFT JOIN LATERAL (SELECT booking_date FROM ledger_entries WHERE account_id = a.id AND seq = 1) first ON true
      LEFT JOIN LATERAL (SELECT booking_date FROM ledger_entries WHERE account_id = a.id AND seq IS NOT NULL AND a.status = 'closed'
                          ORDER BY booking_date DESC, seq DESC LIMIT 1) final ON true
     CROSS JOIN LATERAL (SELECT coalesce((last.first_day + interval '1 month')::date, date_trunc('month', first.booking_date)::date) AS from,
                                least(${lastMonth}::date, date_trunc('month', final.booking_date)::date) AS to) due
     WHERE a.id > ${afterId} AND due.from <= due.to
     ORDER BY a.id
     LIMIT ${max}`
}

export type Month = { id: string; first_day: string; last_day: string; available_on: string }

/**
 * Writes the statements of these months, which follow the last existing one. The balances are the ledger's, the
 * credits and debits are summed from the entries: the table refuses a statement that does not add up, or does not
 * follow the one before. Statements that another worker has written meanwhile stay. Answers how many were written.
 */
export async function insertStatements(
  tx: Tx,
  accountId: string,
  months: readonly Month[],
  now: Date,
): Promise<number> {
  // One worker after the other: the second one continues after the statements of the first.
  await tx`SELECT pg_advisory_xact_lock(hashtextextended('statements ' || ${accountId}::text, 0))`
  const rows = await tx`
    WITH month AS (
      SELECT * FROM unnest(${months.map(({ id }) => id)}::uuid[], ${months.map(({ first_day }) => first_day)}::date[],
                           ${months.map(({ last_day }) => last_day)}::date[], ${months.map(({ available_on }) => available_on)}::date[])
                    AS m (id, first_day, last_day, available_on)
    ), before AS (
      SELECT last_day, last_seq, closing FROM statements WHERE account_id = ${accountId} ORDER BY first_day DESC LIMIT 1
    ), ended AS (
      SELECT m.*, coalesce(e.seq, 0) AS last_seq, coalesce(e.balance_after, 0) AS closing
        FROM month m
        LEFT JOIN before b ON true
        LEFT JOIN LATERAL (SELECT seq, balance_after FROM ledger_entries
                            WHERE account_id = ${accountId} AND seq IS NOT NULL AND booking_date <= m.last_day
                            ORDER BY booking_date DESC, seq DESC LIMIT 1) e ON true
       WHERE b.last_day IS NULL OR m.first_day > b.last_day
    ), whole AS (
      SELECT e.*, coalesce(lag(e.last_seq) OVER months, b.last_seq, 0) AS seq_before,
             coalesce(lag(e.closing) OVER months, b.closing, 0) AS opening,
             coalesce(lag(e.last_day) OVER months, b.last_day) AS previous_last_day,
             row_number() OVER (PARTITION BY extract(year FROM e.first_day) ORDER BY e.first_day)
               + (SELECT count(*) FROM statements s
                   WHERE s.account_id = ${accountId} AND s.first_day >= date_trunc('year', e.first_day) AND s.first_day < e.first_day) AS place
        FROM ended e
        LEFT JOIN before b ON true
      WINDOW months AS (ORDER BY e.first_day)
    )
    INSERT INTO statements (account_id, id, number, first_day, last_day, available_on, holder, holder_address, overdraft, seq_before, last_seq, opening,
                            credits, debits, closing, previous_last_day, made_at)
    SELECT a.id, w.id, a.number || '-' || to_char(w.first_day, 'YYYY') || '-' || lpad(w.place::text, 3, '0'), w.first_day, w.last_day,
           w.available_on, c.name, c.address, l.overdraft, w.seq_before, w.last_seq, w.opening, moved.credits, moved.debits, w.closing,
           w.previous_last_day, ${now}
      FROM whole w
      JOIN accounts a ON a.id = ${accountId}
      JOIN ledger_accounts l ON l.id = a.id
      JOIN customers c ON c.id = a.customer_id
      CROSS JOIN LATERAL (SELECT coalesce(sum(e.amount) FILTER (WHERE e.amount > 0), 0)::bigint AS credits,
                                 coalesce(-sum(e.amount) FILTER (WHERE e.amount < 0), 0)::bigint AS debits
                            FROM ledger_entries e
                           WHERE e.account_id = ${accountId} AND e.seq > w.seq_before AND e.seq <= w.last_seq) moved
     ORDER BY w.first_day
    RETURNING id`
  return rows.length
}
