import { alertCatalogue } from 'contract/access/alerts.ts'
import type { CardTopup, TopupReason } from 'contract/products/card-topups.ts'
import { maskedCardNumber } from 'contract/values/card-number.ts'
import { columnsOf, valuesOf } from '../../db/columns.ts'
import type { Db, Sql, Tx } from '../../db/db.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { type Addressee, addressees } from '../session/user-columns.ts'
import { signingActionsFor } from '../signing/sign-payment.ts'
import { type LockedTopup, type NewTopup, newTopups, topups } from './topup-columns.ts'
import type { CardLoad, TopupTariff } from './topup-rules.ts'

/** The bank's parameters, and the coming holidays. */
export async function findTopupRules(db: Sql, today: string): Promise<{ tariff: TopupTariff; holidays: string[] }> {
  const [row] = await db<{ tariff: TopupTariff; holidays: string[] }>`
    SELECT (SELECT jsonb_object_agg(name, value) FROM parameters) AS tariff,
           ARRAY(SELECT day::text FROM holidays WHERE day >= ${today}::date ORDER BY day LIMIT 60) AS holidays`
  if (!row) throw new Error('a select without a row')
  return row
}

/** Whether a card was topped up by hand with the same amount since a moment, or such a top-up is pending. */
export async function hasSameTopupSince(
  db: Sql,
  { account_id, id }: { account_id: string; id: string },
  amount: number,
  since: Date,
): Promise<boolean> {
  const [row] = await db<{ is_known: boolean }>`
    SELECT EXISTS (SELECT FROM card_topups WHERE account_id = ${account_id} AND card_id = ${id} AND created_at > ${since}
                      AND amount = ${amount} AND status <> 'failed' AND recurring_id IS NULL) AS is_known`
  return row?.is_known ?? false
}

/** The balance of a card, and what all cards of its customer hold and receive. Read under the locks of `listCardLedgers`. */
export async function findCardLoad(
  db: Sql,
  { account_id, id }: { account_id: string; id: string },
  now: Date,
  except: string | null = null,
): Promise<CardLoad> {
  const monthStart = `${now.toISOString().slice(0, 7)}-01T00:00:00Z`
  const [row] = await db<CardLoad>`
    WITH own AS MATERIALIZED (
      SELECT a.id FROM accounts a WHERE a.customer_id = (SELECT customer_id FROM accounts WHERE id = ${account_id})
    )
    SELECT (SELECT l.booked FROM prepaid_cards c JOIN ledger_accounts l ON l.id = c.ledger_account_id
             WHERE c.account_id = ${account_id} AND c.id = ${id})::bigint AS balance,
           coalesce((SELECT sum(l.booked) FROM prepaid_cards c JOIN ledger_accounts l ON l.id = c.ledger_account_id
                      WHERE c.account_id IN (SELECT id FROM own)), 0)::bigint AS held,
           coalesce(sum(amount) FILTER (WHERE status = 'pending' AND id IS DISTINCT FROM ${except}), 0)::bigint AS waiting,
           coalesce(sum(amount) FILTER (WHERE status = 'done' AND decided_at >= ${monthStart}::timestamptz), 0)::bigint AS loaded_in_month
      FROM card_topups
     -- What was asked for two months ago has been decided, or has lapsed.
     WHERE account_id IN (SELECT id FROM own) AND created_at >= ${monthStart}::timestamptz - interval '62 days'`
  if (!row) throw new Error('a sum without a row')
  return row
}

/** The ledger accounts of all cards of the customers of these accounts: the caps are counted over them. */
export async function listCardLedgers(db: Sql, accountIds: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string }>`
    SELECT DISTINCT c.ledger_account_id AS id
      FROM accounts a JOIN accounts o ON o.customer_id = a.customer_id JOIN prepaid_cards c ON c.account_id = o.id
     WHERE a.id = ANY (${accountIds}::uuid[])`
  return rows.map(({ id }) => id)
}

export type TopupRow = LockedTopup & {
  last_digits: string
  holder: string
  author: string
  approvals: number
  has_signed: boolean
}

export type TopupReader = { account_id: string; user_id: string; capabilities: readonly string[]; is_active: boolean }

/** The top-up as a reader sees it, with the reader's actions. */
export function topupOf(row: TopupRow, reader: TopupReader): CardTopup {
  const { id, card_id, last_digits, holder, amount, fees, tax, reference, status, reason_code, reason } = row
  return {
    id,
    card: { id: card_id, number_masked: maskedCardNumber(last_digits), holder },
    amount,
    fees,
    tax,
    total: amount + fees + tax,
    currency: 'XOF',
    reference,
    status,
    reason_code,
    reason,
    is_recurring: row.recurring_id !== null,
    created_at: unixSeconds(row.created_at),
    created_by: row.author,
    decided_at: row.decided_at && unixSeconds(row.decided_at),
    approvals: row.approvals,
    approvals_missing: status === 'pending' ? Math.max(0, row.signatures_needed - row.approvals) : 0,
    actions: signingActionsFor(reader, {
      is_pending: status === 'pending',
      created_by: row.created_by,
      edited_by: null,
      has_signed: row.has_signed,
    }),
  }
}

export type TopupFilter = {
  card: string | null
  status: CardTopup['status'] | null
  from: string | null
  to: string | null
}
const anyTopup: TopupFilter = { card: null, status: null, from: null, to: null }

/** Top-ups of an account, newest first. With an id: that one. */
export async function findTopups(
  db: Sql,
  { account_id, user_id }: Pick<TopupReader, 'account_id' | 'user_id'>,
  { card, status, from, to }: TopupFilter,
  { id = null, limit, offset }: { id?: string | null; limit: number; offset: number },
): Promise<TopupRow[]> {
  return db<TopupRow>`
    SELECT ${columnsOf(topups, 't')}, c.last_digits, c.holder, u.first_name || ' ' || u.last_name AS author,
           (SELECT count(*) FROM payment_signatures s WHERE s.account_id = t.account_id AND s.payment_id = t.id AND s.version = 1) AS approvals,
           EXISTS (SELECT FROM payment_signatures s WHERE s.account_id = t.account_id AND s.payment_id = t.id AND s.version = 1
                      AND s.user_id = ${user_id}) AS has_signed
      FROM card_topups t
      JOIN prepaid_cards c ON c.account_id = t.account_id AND c.id = t.card_id
      JOIN users u ON u.id = t.created_by
     WHERE t.account_id = ${account_id} AND (${id}::uuid IS NULL OR t.id = ${id}) AND (${card}::uuid IS NULL OR t.card_id = ${card})
       AND (${status}::text IS NULL OR t.status = ${status}) AND (${from}::date IS NULL OR t.created_at >= ${from}::date)
       AND (${to}::date IS NULL OR t.created_at < ${to}::date + 1)
     ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit} OFFSET ${offset}`
}

export async function findTopup(
  db: Sql,
  reader: Pick<TopupReader, 'account_id' | 'user_id'>,
  id: string,
): Promise<TopupRow | null> {
  const [row] = await findTopups(db, reader, anyTopup, { id, limit: 1, offset: 0 })
  return row ?? null
}

export async function countTopups(db: Db, accountId: string, { card, status, from, to }: TopupFilter): Promise<number> {
  const [row] = await db<{ total: number }>`
    SELECT count(*) AS total FROM card_topups t
     WHERE t.account_id = ${accountId} AND (${card}::uuid IS NULL OR t.card_id = ${card}) AND (${status}::text IS NULL OR t.status = ${status})
       AND (${from}::date IS NULL OR t.created_at >= ${from}::date) AND (${to}::date IS NULL OR t.created_at < ${to}::date + 1)`
  return row?.total ?? 0
}

/** A waiting top-up, before the rest of it is read. */
export async function lockTopup(tx: Tx, accountId: string, id: string): Promise<LockedTopup | null> {
  const [row] = await tx<LockedTopup>`
    SELECT ${columnsOf(topups)}
      FROM card_topups WHERE account_id = ${accountId} AND id = ${id} FOR NO KEY UPDATE`
  return row ?? null
}

export async function insertTopup(tx: Tx, topup: NewTopup): Promise<void> {
  await tx`INSERT INTO card_topups (${columnsOf(newTopups)}) VALUES (${valuesOf(newTopups, topup)})`
}

type RowKey = { account_id: string; id: string }

export async function markTopupDone(tx: Tx, { account_id, id }: RowKey, postingId: string, at: Date): Promise<void> {
  await tx`
    UPDATE card_topups SET status = 'done', posting_id = ${postingId}, decided_at = ${at} WHERE account_id = ${account_id} AND id = ${id}`
}

export async function markTopupFailed(
  tx: Tx,
  { account_id, id }: RowKey,
  { code, reason }: { code: TopupReason; reason: string | null },
  at: Date,
): Promise<void> {
  await tx`
    UPDATE card_topups SET status = 'failed', reason_code = ${code}, reason = ${reason}, decided_at = ${at}
     WHERE account_id = ${account_id} AND id = ${id}`
}

/** Expired top-ups, not locked by another worker. */
export function lockExpiredTopups(tx: Tx, before: Date, max: number): Promise<LockedTopup[]> {
  return tx<LockedTopup>`
    SELECT ${columnsOf(topups)}
      FROM card_topups WHERE status = 'pending' AND created_at < ${before}
     ORDER BY created_at LIMIT ${max} FOR NO KEY UPDATE SKIP LOCKED`
}

export type CardReader = Addressee

/** The author of a top-up, where they may still see it and want e-mails about it. */
export async function findReader(db: Sql, accountId: string, userId: string): Promise<CardReader | null> {
  const [row] = await db<CardReader>`
    SELECT ${columnsOf(addressees, 'u')}
      FROM memberships m JOIN users u ON u.id = m.user_id
     WHERE m.account_id = ${accountId} AND m.user_id = ${userId} AND 'payment-methods' = ANY (m.rights)
       AND email_is_enabled(u.id, m.account_id, 'topup_failed', ${alertCatalogue.topup_failed.byMail})`
  return row ?? null
}
