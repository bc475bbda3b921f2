import type { PaymentRequest, RequestState } from 'contract/transfers/payment-requests.ts'
import { unixSeconds } from '../../../adapters/clock.ts'
import { columnsOf, type RowOf, valuesOf } from '../../../db/columns.ts'
import { part, type Sql, type Tx } from '../../../db/db.ts'
import { pageOf } from '../../../db/page-of.ts'
import { kindOfMediaType } from '../../../formats/file-content.ts'
import { newRequests, paymentRequests } from '../platform/instant-columns.ts'
import { kindOf } from '../lookups/lookup-rules.ts'

type Row = RowOf<typeof paymentRequests> & {
  name: string
  payee_kind: 'P' | 'C' | 'B' | 'G'
  country: PaymentRequest['other']['country']
  institution: string
  /** Of a received one. */
  transfer_id: string | null
  /** The amount of the order that has paid it: of a sent one, where its payer is a customer of this bank. */
  ordered_amount: number | null
  file_name: string | null
  /** Null exactly where there is no file. */
  media_type: string
  size: number
}

function stateOf({ state, act_until, transfer_id, ordered_amount }: Row, now: Date): RequestState {
  if (state !== 'open') return state
  if (ordered_amount !== null) return 'paid'
  if (transfer_id !== null) return 'accepted'
  return act_until !== null && act_until < now ? 'expired' : 'open'
}

function toView(row: Row, now: Date): PaymentRequest {
  const { id, direction, name, payee_kind, country, institution, amount, discount, may_change_amount, label, invoice } =
    row
  const state = stateOf(row, now)
  return {
    id,
    direction,
    state,
    other: { name, kind: kindOf(payee_kind), institution, country },
    amount,
    discount,
    may_change_amount,
    paid_amount: row.paid_amount ?? (state === 'paid' ? row.ordered_amount : null),
    label,
    invoice,
    document:
      row.file_name === null
        ? null
        : { name: row.file_name, file_kind: kindOfMediaType(row.media_type), size: row.size },
    act_until: row.act_until && unixSeconds(row.act_until),
    created_at: unixSeconds(row.created_at),
    answered_at: row.answered_at && unixSeconds(row.answered_at),
    reason: row.reason,
    lookup_id: direction === 'received' && state === 'open' ? row.lookup_id : null,
    transfer_id: row.transfer_id,
  }
}

/**
 * A request `f` with the other side, the order that pays it, and the file of the invoice. An order within the bank pays by the books: no payment comes
 * back from the platform.
 */
const viewColumns = part`
    ${columnsOf(paymentRequests, 'f')}, l.name, l.payee_kind, l.country, coalesce(p.name, l.member) AS institution,
    CASE f.direction WHEN 'received' THEN t.id END AS transfer_id, CASE t.execution_status WHEN 'executed' THEN t.amount END::bigint AS ordered_amount, d.name AS file_name, d.media_type, d.size`
const viewJoins = part`
    JOIN payee_lookups l ON l.account_id = f.account_id AND l.id = f.lookup_id
    LEFT JOIN instant_participants p ON p.member = l.member
    LEFT JOIN requests_within_bank w ON w.sent_id = f.id
    LEFT JOIN LATERAL (SELECT o.id, o.execution_status, o.amount FROM transfers o
                        WHERE o.account_id = CASE f.direction WHEN 'received' THEN f.account_id ELSE w.received_by END
                          AND o.lookup_id = CASE f.direction WHEN 'received' THEN f.lookup_id ELSE w.lookup_id END
                          AND o.validation_status <> 'refused' AND o.execution_status IN ('scheduled', 'executed', 'paused')
                        ORDER BY o.created_at DESC LIMIT 1) t ON true
    LEFT JOIN LATERAL (SELECT name, media_type, size FROM readable_request_documents
                        WHERE account_id = f.account_id AND request_id = f.id) d ON true`

/** A page of the requests of an account, the latest first. */
export async function listRequestsOf(
  db: Sql,
  { account_id, direction }: { account_id: string; direction: PaymentRequest['direction'] | null },
  { page, per_page, now }: { page: number; per_page: number; now: Date },
): Promise<{ items: PaymentRequest[]; total: number }> {
  const rows = await db<Row & { total: number }>`
    WITH found AS (
      SELECT * FROM payment_requests WHERE account_id = ${account_id} AND direction = coalesce(${direction}, direction)
    )
    SELECT counted.total, r.*
      FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN (
        SELECT ${viewColumns}
          FROM (SELECT * FROM found ORDER BY created_at DESC, id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) f ${viewJoins}) r ON true
     ORDER BY r.created_at DESC, r.id`
  return pageOf(rows, (row) => toView(row, now))
}

export async function findRequest(
  db: Sql,
  { account_id, id }: { account_id: string; id: string },
  now: Date,
): Promise<PaymentRequest | null> {
  const [row] = await db<Row>`
    SELECT ${viewColumns} FROM payment_requests f ${viewJoins} WHERE f.account_id = ${account_id} AND f.id = ${id}`
  return row ? toView(row, now) : null
}

export async function insertRequest(tx: Tx, request: RowOf<typeof newRequests>): Promise<boolean> {
  const rows = await tx`
    INSERT INTO payment_requests (${columnsOf(newRequests)}) VALUES (${valuesOf(newRequests, request)}) ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length > 0
}

export type LockedRequest = RowOf<typeof paymentRequests>

export async function lockRequest(tx: Tx, accountId: string, id: string): Promise<LockedRequest | null> {
  const [row] = await tx<LockedRequest>`
    SELECT ${columnsOf(paymentRequests)} FROM payment_requests WHERE account_id = ${accountId} AND id = ${id} FOR NO KEY UPDATE`
  return row ?? null
}

/** A sent request by what its answer names: its endToEndId, or the identifier that the payment has. */
export async function lockSentRequest(
  tx: Tx,
  by: { end_to_end_id: string } | { account_id: string; identifier: string },
): Promise<LockedRequest | null> {
  const [row] =
    'end_to_end_id' in by
      ? await tx<LockedRequest>`
          SELECT ${columnsOf(paymentRequests)} FROM payment_requests WHERE direction = 'sent' AND end_to_end_id = ${by.end_to_end_id} FOR NO KEY UPDATE`
      : await tx<LockedRequest>`
          SELECT ${columnsOf(paymentRequests)} FROM payment_requests
           WHERE direction = 'sent' AND account_id = ${by.account_id} AND identifier = ${by.identifier} FOR NO KEY UPDATE`
  return row ?? null
}

/** Locks requests of closed accounts that wait: not those that an order has answered. */
export function lockRequestsOfClosed(tx: Tx, now: Date, max: number): Promise<LockedRequest[]> {
  return tx<LockedRequest>`
    SELECT ${columnsOf(paymentRequests, 'q')} FROM payment_requests q JOIN accounts k ON k.id = q.account_id AND k.status = 'closed'
     WHERE q.state = 'open' AND (q.act_until IS NULL OR q.act_until >= ${now})
       AND NOT EXISTS (SELECT FROM transfers o LEFT JOIN requests_within_bank w ON w.sent_id = q.id
                        WHERE o.account_id = coalesce(w.received_by, q.account_id) AND o.lookup_id = coalesce(w.lookup_id, q.lookup_id)
                          AND o.validation_status <> 'refused' AND o.execution_status IN ('scheduled', 'executed', 'paused'))
     ORDER BY q.id LIMIT ${max} FOR NO KEY UPDATE OF q SKIP LOCKED`
}

export async function markRequestAnswered(
  tx: Tx,
  id: string,
  answer: { state: 'refused' | 'failed'; reason: string; by: string | null; at: Date },
): Promise<void> {
  await tx`
    UPDATE payment_requests SET state = ${answer.state}, reason = ${answer.reason}, answered_by = ${answer.by}, answered_at = ${answer.at}
     WHERE id = ${id} AND state IN ('sending', 'open')`
}

/** A payment of this amount has come for a sent request, which was not paid before. */
export async function markRequestPaidBy(
  tx: Tx,
  id: string,
  { amount, at }: { amount: number; at: Date },
): Promise<void> {
  await tx`
    UPDATE payment_requests SET state = 'paid', paid_amount = ${amount}, reason = NULL, answered_at = ${at} WHERE id = ${id} AND state <> 'paid'`
}

/** The AIP has these requests. */
export async function markRequestsSent(tx: Tx, messageIds: readonly string[]): Promise<void> {
  await tx`UPDATE payment_requests SET state = 'open' WHERE message_id = ANY (${[...messageIds]}::text[]) AND state = 'sending'`
}

/** The AIP refused the request of a message: nobody was asked. DS04: refused by the platform. */
export async function markRequestFailed(tx: Tx, messageId: string, at: Date): Promise<void> {
  await tx`
    UPDATE payment_requests SET state = 'failed', reason = 'DS04', answered_at = ${at}
     WHERE message_id = ${messageId} AND direction = 'sent' AND state = 'sending'`
}

/** Whether an order that answers the request waits or has run. */
export async function hasOrder(tx: Tx, { account_id, lookup_id }: LockedRequest): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM transfers WHERE account_id = ${account_id} AND lookup_id = ${lookup_id}
       AND validation_status <> 'refused' AND execution_status IN ('scheduled', 'executed', 'paused')`
  return rows.length > 0
}
