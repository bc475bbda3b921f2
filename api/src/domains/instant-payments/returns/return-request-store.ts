import { alertCatalogue } from 'contract/access/alerts.ts'
import type { ReturnRequest } from 'contract/transfers/return-requests.ts'
import { unixSeconds } from '../../../adapters/clock.ts'
import { columnsOf, type RowOf, valuesOf } from '../../../db/columns.ts'
import { type Fragment, part, type Sql, type Tx } from '../../../db/db.ts'
import { pageOf } from '../../../db/page-of.ts'
import type { Reader } from '../../notifications/mail-to-readers.ts'
import { returnRequests } from '../platform/instant-columns.ts'

type Row = RowOf<typeof returnRequests> & {
  amount: number
  other_name: string
  label: string
  paid_at: Date
  transfer_id: string | null
  /** The last acceptance that waits for signatures or was refused by a signer. */
  acceptance: (Omit<NonNullable<ReturnRequest['acceptance']>, 'created_at'> & { created_at: string }) | null
}

const toView = ({
  id,
  direction,
  state,
  reason,
  refusal,
  amount,
  other_name,
  label,
  transfer_id,
  acceptance,
  ...row
}: Row): ReturnRequest => ({
  id,
  direction,
  state: acceptance?.state === 'pending' ? 'pending' : state,
  reason,
  refusal,
  amount,
  other_name,
  label,
  paid_at: unixSeconds(row.paid_at),
  created_at: unixSeconds(row.created_at),
  answered_at: row.answered_at && unixSeconds(row.answered_at),
  transfer_id,
  acceptance: acceptance && { ...acceptance, created_at: unixSeconds(new Date(acceptance.created_at)) },
})

const describedRequests = (accountId: string): Fragment => part`
  SELECT ${columnsOf(returnRequests, 'r')}, coalesce(o.amount, i.amount)::bigint AS amount, coalesce(o.creditor_name, i.debtor_name) AS other_name,
         coalesce(o.label, i.label) AS label, coalesce(o.queued_at, i.received_at) AS paid_at, o.transfer_id, last.acceptance
    FROM return_requests r
    LEFT JOIN outgoing_payments o ON o.id = r.payment_id
    LEFT JOIN incoming_payments i ON i.id = r.incoming_id
    LEFT JOIN LATERAL (
           SELECT json_build_object('state', g.state, 'created_by', u.first_name || ' ' || u.last_name, 'created_at', g.created_at,
                                    'signatures_needed', g.signatures_needed,
                                    'signed_by', ARRAY(SELECT s.name FROM signatures_of('return', r.account_id, r.id, g.version) s ORDER BY s.at),
                                    'refused_by', d.first_name || ' ' || d.last_name, 'refusal', g.reason) AS acceptance
             FROM (SELECT * FROM return_acceptances WHERE request_id = r.id ORDER BY version DESC LIMIT 1) g
             JOIN users u ON u.id = g.created_by
             LEFT JOIN users d ON d.id = g.decided_by
            WHERE g.state IN ('pending', 'refused') AND r.state = 'open') last ON true
   WHERE r.account_id = ${accountId}`

export async function listReturnRequestsOf(
  db: Sql,
  accountId: string,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ items: ReturnRequest[]; total: number }> {
  const rows = await db<Row & { total: number }>`
    SELECT counted.total, d.*
      FROM (SELECT count(*) AS total FROM return_requests WHERE account_id = ${accountId}) counted
      LEFT JOIN (SELECT * FROM (${describedRequests(accountId)}) q ORDER BY q.created_at DESC, q.id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) d ON true
     ORDER BY d.created_at DESC, d.id`
  return pageOf(rows, toView)
}

export async function findReturnRequest(db: Sql, accountId: string, id: string): Promise<ReturnRequest | null> {
  const [row] = await db<Row>`SELECT * FROM (${describedRequests(accountId)}) q WHERE q.id = ${id}`
  return row ? toView(row) : null
}

/** Stores a request. False where the payment has one. */
export async function insertReturnRequest(tx: Tx, request: RowOf<typeof returnRequests>): Promise<boolean> {
  const rows = await tx`
    INSERT INTO return_requests (${columnsOf(returnRequests)}) VALUES (${valuesOf(returnRequests, request)}) ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length > 0
}

export type LockedReturn = RowOf<typeof returnRequests> & {
  amount: number
  sender: string
  label: string
  debtor_name: string
}

/** A received request with the payment that is asked back, locked. */
export async function lockReceivedReturn(tx: Tx, accountId: string, id: string): Promise<LockedReturn | null> {
  const [row] = await tx<LockedReturn>`
    SELECT ${columnsOf(returnRequests, 'r')}, i.amount::bigint AS amount, i.sender, i.label, i.debtor_name
      FROM return_requests r JOIN incoming_payments i ON i.id = r.incoming_id
     WHERE r.account_id = ${accountId} AND r.id = ${id} FOR NO KEY UPDATE OF r`
  return row ?? null
}

/** Locks received requests of closed accounts that nobody has answered or accepted. */
export const lockReturnsOfClosed = (tx: Tx, max: number) =>
  tx<LockedReturn>`
    SELECT ${columnsOf(returnRequests, 'r')}, i.amount::bigint AS amount, i.sender, i.label, i.debtor_name
      FROM return_requests r
      JOIN incoming_payments i ON i.id = r.incoming_id
      JOIN accounts k ON k.id = r.account_id AND k.status = 'closed'
     WHERE r.direction = 'received' AND r.state = 'open'
       AND NOT EXISTS (SELECT FROM return_acceptances g WHERE g.request_id = r.id AND g.state = 'pending')
     ORDER BY r.id LIMIT ${max} FOR NO KEY UPDATE OF r SKIP LOCKED`

/** The open sent request for a payment, locked. */
export async function lockSentReturn(
  tx: Tx,
  endToEndId: string,
): Promise<(RowOf<typeof returnRequests> & { transfer_id: string }) | null> {
  const [row] = await tx<RowOf<typeof returnRequests> & { transfer_id: string }>`
    SELECT ${columnsOf(returnRequests, 'r')}, o.transfer_id FROM return_requests r JOIN outgoing_payments o ON o.id = r.payment_id
     WHERE r.direction = 'sent' AND r.end_to_end_id = ${endToEndId} AND r.state = 'open' FOR NO KEY UPDATE OF r`
  return row ?? null
}

export async function markReturnAnswered(
  tx: Tx,
  id: string,
  answer: { state: 'returned' | 'refused'; refusal: string | null; by: string | null; at: Date },
): Promise<void> {
  await tx`
    UPDATE return_requests SET state = ${answer.state}, refusal = ${answer.refusal}, answered_by = ${answer.by}, answered_at = ${answer.at}
     WHERE id = ${id} AND state = 'open'`
}

export type PaidInstantly = { payment_id: string; end_to_end_id: string; state: string; member: string }

/** The last instant payment of an order that has arrived or come back. */
export async function findPaidInstantly(tx: Tx, accountId: string, transferId: string): Promise<PaidInstantly | null> {
  const [row] = await tx<PaidInstantly>`
    SELECT o.id AS payment_id, i.end_to_end_id, o.state, l.member
      FROM outgoing_payments o
      JOIN instant_payments i ON i.payment_id = o.id
      JOIN payee_lookups l ON l.account_id = i.account_id AND l.id = i.lookup_id
     WHERE o.account_id = ${accountId} AND o.transfer_id = ${transferId} ORDER BY o.queued_at DESC LIMIT 1`
  return row ?? null
}

/** A received instant payment by its endToEndId, and whether it was given back. */
export async function findReceived(
  tx: Tx,
  endToEndId: string,
): Promise<{ incoming_id: string; account_id: string; status: string; is_returned: boolean } | null> {
  const [row] = await tx<{ incoming_id: string; account_id: string; status: string; is_returned: boolean }>`
    SELECT i.id AS incoming_id, i.account_id, a.status, EXISTS (SELECT FROM instant_returns r WHERE r.incoming_id = i.id) AS is_returned
      FROM instant_receipts e JOIN incoming_payments i ON i.id = e.incoming_id JOIN accounts a ON a.id = i.account_id
     WHERE e.end_to_end_id = ${endToEndId}`
  return row ?? null
}

export async function insertReturn(
  tx: Tx,
  returned: {
    id: string
    incoming_id: string
    account_id: string
    amount: number
    reason: string
    posting_id: string
    created_by: string
    created_at: Date
  },
): Promise<void> {
  await tx`
    INSERT INTO instant_returns (id, incoming_id, account_id, amount, reason, posting_id, created_by, created_at)
    VALUES (${returned.id}, ${returned.incoming_id}, ${returned.account_id}, ${returned.amount}, ${returned.reason}, ${returned.posting_id},
            ${returned.created_by}, ${returned.created_at})`
}

/** The person who accepted a request, where they may still see it and want e-mails about orders that fail. */
export async function findAuthor(tx: Tx, accountId: string, userId: string): Promise<Reader | null> {
  const [row] = await tx<Reader>`
    SELECT u.lang, u.first_name, u.email
      FROM memberships m JOIN users u ON u.id = m.user_id
     WHERE m.account_id = ${accountId} AND m.user_id = ${userId} AND 'transfers' = ANY (m.rights) AND u.email IS NOT NULL
       AND email_is_enabled(u.id, m.account_id, 'transfer_rejected', ${alertCatalogue.transfer_rejected.byMail})`
  return row ?? null
}
