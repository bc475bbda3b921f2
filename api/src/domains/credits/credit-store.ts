import type { Credit } from 'contract/products/credits.ts'
import type { LoanLine, LoanTerms } from 'contract/values/loan-schedule.ts'
import { columnsOf, recordsetOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import {
  dueCredits,
  dueLines,
  newCredits,
  newLines,
  readCredits,
  readLines,
  type StoredLine,
} from './credit-columns.ts'

export type StoredCredit = RowOf<typeof readCredits> & Omit<Credit, keyof RowOf<typeof readCredits>>

/** The credits of an account with their state on a day, those in progress first; or the one with an id. */
export function listCreditsOf(
  db: Sql,
  accountId: string,
  today: string,
  id: string | null = null,
): Promise<StoredCredit[]> {
  return db<StoredCredit>`
    SELECT ${columnsOf(readCredits, 'c')}, CASE WHEN s.left_due = 0 THEN 'closed' ELSE 'pending' END AS status,
           c.amount AS amount_borrowed, s.outstanding,
           s.first_due_date, s.last_due_date, s.next_due_date, next.instalment AS due_amount, s.total_due, s.remaining_due, s.unpaid_due,
           s.total_unpaid
      FROM credits c
     CROSS JOIN LATERAL (
           SELECT count(*) AS total_due, min(l.due_date) AS first_due_date, max(l.due_date) AS last_due_date,
                  count(*) FILTER (WHERE l.paid_on IS NULL) AS left_due,
                  count(*) FILTER (WHERE l.paid_on IS NULL AND l.due_date >= ${today}::date) AS remaining_due,
                  count(*) FILTER (WHERE l.paid_on IS NULL AND l.due_date < ${today}::date) AS unpaid_due,
                  coalesce(sum(l.instalment) FILTER (WHERE l.paid_on IS NULL AND l.due_date < ${today}::date), 0)::bigint AS total_unpaid,
                  coalesce(sum(l.principal) FILTER (WHERE l.paid_on IS NULL), 0)::bigint AS outstanding,
                  min(l.due_date) FILTER (WHERE l.paid_on IS NULL AND l.due_date >= ${today}::date) AS next_due_date
             FROM credit_lines l WHERE l.credit_id = c.id) s
      LEFT JOIN credit_lines next ON next.credit_id = c.id AND next.due_date = s.next_due_date AND next.paid_on IS NULL
     WHERE c.account_id = ${accountId} AND (${id}::uuid IS NULL OR c.id = ${id})
     ORDER BY (s.left_due = 0), c.setup_date DESC, c.id`
}

export const listLines = (db: Sql, creditId: string) =>
  db<StoredLine>`
    SELECT ${columnsOf(readLines)}
      FROM credit_lines WHERE credit_id = ${creditId} ORDER BY place`

export type DueLine = RowOf<typeof dueLines> & RowOf<typeof dueCredits> & { account_status: string }

/** Due lines, the oldest of a credit first. Workers take different ones. */
export function lockDueLines(tx: Tx, now: Date, max: number): Promise<DueLine[]> {
  return tx<DueLine>`
    SELECT ${columnsOf(dueLines, 'l')}, ${columnsOf(dueCredits, 'c')}, a.status AS account_status
      FROM credit_lines l
      JOIN credits c ON c.id = l.credit_id
      JOIN accounts a ON a.id = c.account_id
     WHERE l.run_at <= ${now}
     ORDER BY l.run_at, l.due_date, l.credit_id, l.place
     LIMIT ${max}
       FOR UPDATE OF l SKIP LOCKED`
}

type RowKey = { credit_id: string; place: number }

export async function markPaid(
  tx: Tx,
  { credit_id, place }: RowKey,
  paid: { day: string; late_interest: number; posting_id: string | null },
): Promise<void> {
  await tx`
    UPDATE credit_lines SET run_at = NULL, paid_on = ${paid.day}, late_interest = ${paid.late_interest}, posting_id = ${paid.posting_id}
     WHERE credit_id = ${credit_id} AND place = ${place}`
}

export async function markTried(tx: Tx, { credit_id, place }: RowKey, again: Date): Promise<void> {
  await tx`UPDATE credit_lines SET run_at = ${again}, tries = tries + 1 WHERE credit_id = ${credit_id} AND place = ${place}`
}

export async function postpone(tx: Tx, { credit_id, place }: RowKey, until: Date): Promise<void> {
  await tx`UPDATE credit_lines SET run_at = ${until} WHERE credit_id = ${credit_id} AND place = ${place}`
}

/** The maximum effective rate of a credit, in percent. */
export async function getUsuryRate(db: Sql): Promise<number> {
  const [row] = await db<{ value: number }>`SELECT value FROM parameters WHERE name = 'usury_rate'`
  // Without a maximum the bank grants no credit.
  if (!row) throw new Error('the parameter usury_rate is missing')
  return row.value / 100
}

type NewCredit = Omit<RowOf<typeof newCredits>, keyof LoanTerms>

/** Inserts a credit with the unpaid lines of its table. */
export async function insertCredit(
  tx: Tx,
  credit: NewCredit,
  terms: LoanTerms,
  lines: readonly (LoanLine & { run_at: string })[],
): Promise<void> {
  const row = {
    ...credit,
    ...terms,
    grace_count: terms.grace ? terms.grace_count : 0,
  }
  const rows = lines.map((line) => ({ ...line, credit_id: credit.id, run_at: new Date(line.run_at) }))
  await tx`INSERT INTO credits (${columnsOf(newCredits)}) VALUES (${valuesOf(newCredits, row)})`
  await tx`
    INSERT INTO credit_lines (${columnsOf(newLines)}) SELECT ${columnsOf(newLines, 'l')} FROM ${recordsetOf(newLines, rows, 'l')}`
}
