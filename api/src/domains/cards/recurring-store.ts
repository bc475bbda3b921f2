import type { RecurringTopup, TopupReason } from 'contract/products/card-topups.ts'
import { dueDatesFrom, type Holidays } from 'contract/values/calendar.ts'
import { maskedCardNumber } from 'contract/values/card-number.ts'
import { columnsOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { signingActionsFor } from '../signing/sign-payment.ts'
import {
  type LockedRecurring,
  type NewRecurring,
  newRecurring,
  type RecurringEdit,
  recurringEdits,
  recurringTopups,
} from './topup-columns.ts'
import { seriesOf } from './topup-rules.ts'
import type { TopupReader } from './topup-store.ts'

type RecurringRow = LockedRecurring & {
  last_digits: string
  holder: string
  expires_on: string
  approvals: number
  has_signed: boolean
  last_date: string | null
  last_status: 'done' | 'failed' | null
  last_reason: TopupReason | null
}

const VISIBLE_DATES = 3

/** The recurring top-up as a reader sees it. */
function recurringOf(row: RecurringRow, reader: TopupReader, holidays: Holidays): RecurringTopup {
  const { id, card_id, last_digits, holder, amount, recurrence, start_date, end_date, next_date, version } = row
  const dates = dueDatesFrom(seriesOf(row), row.next_occurrence, VISIBLE_DATES, holidays)
    // The next one as it is planned: a date that has moved stays when its holiday is removed.
    .map(({ due }, index) => (index === 0 ? next_date : due))
    // After the expiry of the card there is only the date on which the series pauses.
    .filter((due, index) => index === 0 || due <= row.expires_on)
  return {
    id,
    card: { id: card_id, number_masked: maskedCardNumber(last_digits), holder },
    amount,
    currency: 'XOF',
    recurrence,
    start_date,
    end_date,
    // Ended and deleted ones are not read.
    status: row.status as RecurringTopup['status'],
    enabled: row.status === 'active',
    next_date,
    next_dates: dates,
    retry_at: row.tries > 0 && row.run_at ? unixSeconds(row.run_at) : null,
    last:
      row.last_date !== null && row.last_status !== null
        ? { date: row.last_date, status: row.last_status, reason_code: row.last_reason }
        : null,
    version,
    approvals_missing: row.status === 'pending' ? Math.max(0, row.signatures_needed - row.approvals) : 0,
    actions: signingActionsFor(reader, {
      is_pending: row.status === 'pending',
      created_by: row.created_by,
      edited_by: row.edited_by,
      has_signed: row.has_signed,
    }),
  }
}

/** The active or waiting recurring top-ups of an account, the next one first. With an id: that one. */
export async function listRecurring(
  db: Sql,
  reader: TopupReader,
  id: string | null,
  holidays: Holidays,
): Promise<RecurringTopup[]> {
  const rows = await db<RecurringRow>`
    SELECT ${columnsOf(recurringTopups, 'r')}, c.last_digits, c.holder, c.expires_on,
           (SELECT count(*) FROM payment_signatures s
             WHERE s.account_id = r.account_id AND s.payment_id = r.id AND s.version = r.version) AS approvals,
           EXISTS (SELECT FROM payment_signatures s WHERE s.account_id = r.account_id AND s.payment_id = r.id AND s.version = r.version
                      AND s.user_id = ${reader.user_id}) AS has_signed,
           last.nominal_date AS last_date, last.status AS last_status, last.reason_code AS last_reason
      FROM recurring_topups r
      JOIN prepaid_cards c ON c.account_id = r.account_id AND c.id = r.card_id
      LEFT JOIN LATERAL (SELECT t.nominal_date, t.status, t.reason_code FROM card_topups t
                          WHERE t.account_id = r.account_id AND t.recurring_id = r.id ORDER BY t.nominal_date DESC LIMIT 1) last ON true
     WHERE r.account_id = ${reader.account_id} AND (${id}::uuid IS NULL OR r.id = ${id})
       AND r.status IN ('pending', 'active', 'paused', 'refused')
     ORDER BY r.status <> 'active', r.next_date, r.id`
  return rows.map((row) => recurringOf(row, reader, holidays))
}

export async function lockRecurring(tx: Tx, accountId: string, id: string): Promise<LockedRecurring | null> {
  const [row] = await tx<LockedRecurring>`
    SELECT ${columnsOf(recurringTopups)}
      FROM recurring_topups
     WHERE account_id = ${accountId} AND id = ${id} AND status NOT IN ('ended', 'deleted') FOR NO KEY UPDATE`
  return row ?? null
}

export type DueRecurring = LockedRecurring & { payer_status: string }

/** Whether any series has a date that is due. */
export async function hasDueRecurring(db: Sql, now: Date): Promise<boolean> {
  const rows = await db`SELECT 1 FROM recurring_topups WHERE run_at <= ${now} LIMIT 1`
  return rows.length > 0
}

/** The first due date that no other worker has locked. */
export async function lockDueRecurring(tx: Tx, now: Date): Promise<DueRecurring | null> {
  const [row] = await tx<DueRecurring>`
    SELECT ${columnsOf(recurringTopups, 'r')}, a.status AS payer_status
      FROM recurring_topups r JOIN accounts a ON a.id = r.account_id
     WHERE r.run_at <= ${now} ORDER BY r.run_at LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED`
  return row ?? null
}

export async function insertRecurring(tx: Tx, one: NewRecurring): Promise<void> {
  const row = { ...one, waits_since: one.status === 'pending' ? one.created_at : null }
  await tx`INSERT INTO recurring_topups (${columnsOf(newRecurring)}) VALUES (${valuesOf(newRecurring, row)})`
}

type RowKey = { account_id: string; id: string }

/** A new version: earlier signatures belong to the version before. */
export async function markEdited(
  tx: Tx,
  { account_id, id }: RowKey,
  { edited_at, ...edit }: RecurringEdit,
): Promise<void> {
  const row = { ...edit, waits_since: edit.status === 'pending' ? edited_at : null }
  await tx`
    UPDATE recurring_topups SET (${columnsOf(recurringEdits)}) = ROW(${valuesOf(recurringEdits, row)}), tries = 0
     WHERE account_id = ${account_id} AND id = ${id}`
}

/** Schedules it on a date. */
export async function markOnDate(
  tx: Tx,
  { account_id, id }: RowKey,
  { next_occurrence, next_date, run_at }: { next_occurrence: number; next_date: string; run_at: Date },
): Promise<void> {
  await tx`
    UPDATE recurring_topups SET status = 'active', next_occurrence = ${next_occurrence}, next_date = ${next_date}, run_at = ${run_at}, tries = 0
     WHERE account_id = ${account_id} AND id = ${id}`
}

export async function markStopped(
  tx: Tx,
  { account_id, id }: RowKey,
  { status, reason = null }: { status: 'paused' | 'refused' | 'ended' | 'deleted'; reason?: string | null },
): Promise<void> {
  await tx`
    UPDATE recurring_topups SET status = ${status}, reason = ${reason}, run_at = NULL, tries = 0 WHERE account_id = ${account_id} AND id = ${id}`
}

/** Recurring top-ups that have waited for signatures since before a moment, not locked by another worker. */
export function lockExpiredRecurring(tx: Tx, before: Date, max: number): Promise<LockedRecurring[]> {
  return tx<LockedRecurring>`
    SELECT ${columnsOf(recurringTopups)}
      FROM recurring_topups WHERE status = 'pending' AND waits_since < ${before}
     ORDER BY waits_since LIMIT ${max} FOR NO KEY UPDATE SKIP LOCKED`
}

export async function markTriedAgain(tx: Tx, { account_id, id }: RowKey, again: Date): Promise<void> {
  await tx`UPDATE recurring_topups SET tries = tries + 1, run_at = ${again} WHERE account_id = ${account_id} AND id = ${id}`
}

export async function markPostponed(
  tx: Tx,
  { account_id, id }: RowKey,
  later: { next_date: string; run_at: Date },
): Promise<void> {
  await tx`
    UPDATE recurring_topups SET next_date = ${later.next_date}, run_at = ${later.run_at} WHERE account_id = ${account_id} AND id = ${id}`
}
