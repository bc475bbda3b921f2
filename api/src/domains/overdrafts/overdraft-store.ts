import { addDays } from 'contract/values/calendar.ts'
import { columnsOf, valuesOf } from '../../db/columns.ts'
import { part, type Sql, type Tx } from '../../db/db.ts'
import { type OverdraftCharge, overdraftCharges } from './overdraft-columns.ts'
import type { OverdraftTerms, ValueMovement } from 'contract/values/overdraft-scale.ts'

/** A value date is at most a year away from its booking: older entries are valued. */
const VALUED_AFTER_DAYS = 367

/**
 * The balance by value date at the end of a day, from the entries up to a number of the account. The running balance of a day that lies a year back
 * contains everything before.
 */
export async function getValueBalance(db: Sql, accountId: string, day: string, lastSeq: number): Promise<number> {
  // Computed by the database: the day before the year 1 is no date of ours.
  const from = part`${day}::date - ${VALUED_AFTER_DAYS}::integer`
  const [row] = await db<{ balance: number }>`
    SELECT coalesce((SELECT balance_after FROM ledger_entries
                      WHERE account_id = ${accountId} AND seq <= ${lastSeq} AND booking_date < ${from}
                      ORDER BY booking_date DESC, seq DESC LIMIT 1),
                    -- Of years that were archived only the last entry stays: its running balance contains those before it.
                    (SELECT balance_after - amount FROM ledger_entries
                      WHERE account_id = ${accountId} AND seq IS NOT NULL ORDER BY booking_date, seq LIMIT 1), 0)::bigint
           + coalesce((SELECT sum(amount) FROM ledger_entries
                        WHERE account_id = ${accountId} AND seq <= ${lastSeq} AND booking_date >= ${from} AND value_date <= ${day}), 0)::bigint
           AS balance`
  return row?.balance ?? 0
}

/** The balance of all that was booked until the end of a day. */
export async function getBookedBalance(db: Sql, accountId: string, day: string): Promise<number> {
  const [row] = await db<{ balance: number }>`
    SELECT balance_after::bigint AS balance FROM ledger_entries
     WHERE account_id = ${accountId} AND seq IS NOT NULL AND booking_date <= ${day}
     ORDER BY booking_date DESC, seq DESC LIMIT 1`
  return row?.balance ?? 0
}

/** The day of the last archived operation of an account: what was before it is not known any more. Null where none was archived. */
export async function findArchivedDay(db: Sql, accountId: string): Promise<string | null> {
  const [oldest] = await db<{ day: string; seq: number }>`
    SELECT booking_date AS day, seq FROM ledger_entries
     WHERE account_id = ${accountId} AND seq IS NOT NULL ORDER BY booking_date, seq LIMIT 1`
  return oldest && oldest.seq > 1 ? oldest.day : null
}

/** The sums by value date between two days, in order. */
export const listValueMovements = (
  db: Sql,
  accountId: string,
  { from, to, last_seq }: { from: string; to: string; last_seq: number },
): Promise<ValueMovement[]> =>
  db<ValueMovement>`
    SELECT value_date AS day, sum(amount)::bigint AS amount
      FROM ledger_entries
     WHERE account_id = ${accountId} AND seq <= ${last_seq} AND booking_date >= ${addDays(from, -VALUED_AFTER_DAYS)}
       AND value_date BETWEEN ${from} AND ${to}
     GROUP BY value_date ORDER BY value_date`

/** The number of the last entry of an account; 0 where it has none. */
export async function getLastSeq(db: Sql, accountId: string): Promise<number> {
  const [row] = await db<{ seq: number }>`
    SELECT seq FROM ledger_entries WHERE account_id = ${accountId} AND seq IS NOT NULL ORDER BY booking_date DESC, seq DESC LIMIT 1`
  return row?.seq ?? 0
}

export async function getRates(db: Sql): Promise<Omit<OverdraftTerms, 'authorised'>> {
  const [row] = await db<Omit<OverdraftTerms, 'authorised'>>`
    SELECT (SELECT value FROM parameters WHERE name = 'overdraft_rate')::int AS rate,
           (SELECT value FROM parameters WHERE name = 'overdraft_excess_rate')::int AS excess_rate,
           (SELECT value FROM parameters WHERE name = 'taf_basis_points')::int AS tax_rate`
  if (!row) throw new Error('a select without a row')
  return row
}

/** The quarters after the last one that is charged, up to one that has ended, the oldest first; that one alone where none was ever charged. */
export async function listUnchargedQuarters(db: Sql, upTo: string): Promise<string[]> {
  const rows = await db<{ first_day: string }>`
    SELECT q::date AS first_day
      FROM generate_series(coalesce((SELECT max(first_day) + interval '3 months' FROM overdraft_quarters), ${upTo}::date),
                           ${upTo}::date, interval '3 months') q ORDER BY q`
  return rows.map(({ first_day }) => first_day)
}

export async function markQuarterDone(db: Sql, firstDay: string, at: Date): Promise<void> {
  await db`INSERT INTO overdraft_quarters (first_day, done_at) VALUES (${firstDay}, ${at}) ON CONFLICT DO NOTHING`
}

/** Accounts of customers after an id that are not charged for a quarter. */
export const listUncharged = (db: Sql, afterId: string, firstDay: string, max: number) =>
  db<{ id: string; authorised: number }>`
    SELECT a.id, l.overdraft::bigint AS authorised
      FROM accounts a JOIN ledger_accounts l ON l.id = a.id
     WHERE a.id > ${afterId} AND a.status <> 'closed'
       AND NOT EXISTS (SELECT FROM overdraft_charges c WHERE c.account_id = a.id AND c.first_day = ${firstDay})
     ORDER BY a.id LIMIT ${max}`

/** False where another worker has inserted it. */
export async function insertCharge(tx: Sql, charge: OverdraftCharge): Promise<boolean> {
  const rows = await tx`
    INSERT INTO overdraft_charges (${columnsOf(overdraftCharges)}) VALUES (${valuesOf(overdraftCharges, charge)})
    ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length > 0
}

export type DueCharge = OverdraftCharge & { currency: string }

/** Charges that are due, not locked by another worker. Those of a closed account wait: nothing is debited from it unless it is opened again. */
export const lockDueCharges = (tx: Tx, now: Date, max: number) =>
  tx<DueCharge>`
    SELECT ${columnsOf(overdraftCharges, 'c')}, a.currency
      FROM overdraft_charges c JOIN accounts a ON a.id = c.account_id
     WHERE c.run_at <= ${now} AND a.status <> 'closed' ORDER BY c.run_at LIMIT ${max} FOR NO KEY UPDATE OF c SKIP LOCKED`

type RowKey = Pick<OverdraftCharge, 'account_id' | 'first_day'>

export async function markCharged(tx: Tx, { account_id, first_day }: RowKey, postingId: string): Promise<void> {
  await tx`UPDATE overdraft_charges SET posting_id = ${postingId}, run_at = NULL WHERE account_id = ${account_id} AND first_day = ${first_day}`
}

export async function postponeCharge(tx: Tx, { account_id, first_day }: RowKey, runAt: Date): Promise<void> {
  await tx`UPDATE overdraft_charges SET run_at = ${runAt} WHERE account_id = ${account_id} AND first_day = ${first_day}`
}

/** The charge that an entry of an account debits. */
export async function findChargeOf(db: Sql, accountId: string, entryId: string): Promise<OverdraftCharge | null> {
  const [row] = await db<OverdraftCharge>`
    SELECT ${columnsOf(overdraftCharges, 'c')}
      FROM ledger_entries e JOIN overdraft_charges c ON c.account_id = e.account_id AND c.posting_id = e.posting_id
     WHERE e.account_id = ${accountId} AND e.id = ${entryId}`
  return row ?? null
}
