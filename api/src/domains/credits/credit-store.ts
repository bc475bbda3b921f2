import type { Credit } from 'contract/products/credits.ts'
import type { LoanLine, LoanTerms } from 'contract/values/loan-schedule.ts'
import type { Sql, Tx } from '../../db/db.ts'

export type StoredCredit = Credit & { late_points: number; early_fee_rate: number }

/** The credits of an account with their state on a day, those in progress first; or the one with an id. */
export function listCreditsOf(
  db: Sql,
  accountId: string,
  today: string,
  id: string | null = null,
): Promise<StoredCredit[]> {
  return db<StoredCredit>`
    SELECT c.id, c.number, c.type, c.purpose, CASE WHEN s.left_due = 0 THEN 'closed' ELSE 'pending' END AS status, c.currency,
           c.amount AS amount_borrowed, s.outstanding, c.rate::float8 AS rate, c.teg::float8 AS teg, c.period, c.grace, c.grace_count,
           c.insurance_rate::float8 AS insurance_rate, c.tax_rate::float8 AS tax_rate, c.late_points::float8 AS late_points,
           c.early_fee_rate::float8 AS early_fee_rate, c.setup_date,
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

export type StoredLine = {
  place: number
  due_date: string
  principal: number
  interest: number
  fees: number
  taxes: number
  instalment: number
  outstanding: number
  paid_on: string | null
  late_interest: number
}

export const listLines = (db: Sql, creditId: string) =>
  db<StoredLine>`
    SELECT place, due_date, principal, interest, fees, taxes, instalment, outstanding, paid_on, late_interest
      FROM credit_lines WHERE credit_id = ${creditId} ORDER BY place`

export async function listHolidays(db: Sql, from: string): Promise<ReadonlySet<string>> {
  const rows = await db<{ day: string }>`SELECT day FROM holidays WHERE day >= ${from} ORDER BY day`
  return new Set(rows.map(({ day }) => day))
}

export type DueLine = Omit<StoredLine, 'outstanding' | 'paid_on' | 'late_interest'> & {
  credit_id: string
  number: string
  account_id: string
  currency: string
  account_status: string
  tries: number
  rate: number
  late_points: number
  tax_rate: number
}

/** Due lines, the oldest of a credit first. Workers take different ones. */
export function lockDueLines(tx: Tx, now: Date, max: number): Promise<DueLine[]> {
  return tx<DueLine>`
    SELECT l.credit_id, l.place, l.due_date, l.principal, l.interest, l.fees, l.taxes, l.instalment, l.tries, c.number, c.account_id,
           c.currency, a.status AS account_status, c.rate::float8 AS rate, c.late_points::float8 AS late_points,
           c.tax_rate::float8 AS tax_rate
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

/** The currency of an open account, or null. */
export async function findCurrency(db: Sql, accountId: string): Promise<string | null> {
  const [row] = await db<{
    currency: string
  }>`SELECT currency FROM accounts WHERE id = ${accountId} AND status = 'active'`
  return row?.currency ?? null
}

/** The maximum effective rate of a credit, in percent. */
export async function getUsuryRate(db: Sql): Promise<number> {
  const [row] = await db<{ value: number }>`SELECT value FROM parameters WHERE name = 'usury_rate'`
  // Without a maximum the bank grants no credit.
  if (!row) throw new Error('the parameter usury_rate is missing')
  return row.value / 100
}

type NewCredit = {
  id: string
  account_id: string
  number: string
  type: string
  purpose: string | null
  currency: string
  teg: number
  late_points: number
  setup_date: string
}

/** Inserts a credit with the unpaid lines of its table. */
export async function insertCredit(
  tx: Tx,
  credit: NewCredit,
  terms: LoanTerms,
  lines: readonly (LoanLine & { run_at: string })[],
): Promise<void> {
  const { id, account_id, number, type, purpose, currency, teg, late_points, setup_date } = credit
  const { amount, rate, period, insurance_rate, tax_rate, tax_mode, grace, grace_count } = terms
  await tx`
    INSERT INTO credits (id, account_id, number, type, purpose, currency, amount, rate, teg, period, insurance_rate, tax_rate, tax_mode, grace,
                         grace_count, late_points, setup_date)
    VALUES (${id}, ${account_id}, ${number}, ${type}, ${purpose}, ${currency}, ${amount}, ${rate}, ${teg}, ${period}, ${insurance_rate}, ${tax_rate},
            ${tax_mode}, ${grace}, ${grace ? grace_count : 0}, ${late_points}, ${setup_date})`
  await tx`
    INSERT INTO credit_lines (credit_id, place, due_date, principal, interest, fees, taxes, instalment, outstanding, run_at)
    SELECT ${id}::uuid, place, due_date, principal, interest, fees, taxes, instalment, outstanding, run_at
      FROM jsonb_to_recordset(${JSON.stringify(lines)}) AS l (place integer, due_date date, principal bigint, interest bigint, fees bigint,
                                                             taxes bigint, instalment bigint, outstanding bigint, run_at timestamptz)`
}
