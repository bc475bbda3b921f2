import { type InstantPayment, type InstantState, LOOKUP_MINUTES } from 'contract/transfers/instant-payments.ts'
import { columnsOf, recordsetOf } from '../../../db/columns.ts'
import type { Db, Sql, Tx } from '../../../db/db.ts'
import { paymentOrders } from '../../clearing/clearing-columns.ts'
import type { PaymentOrder } from '../../clearing/clearing-store.ts'
import { foundPayees, type NewInstantPayment, newInstantPayments, type payeeLookups } from './instant-columns.ts'
import type { RowOf } from '../../../db/columns.ts'

export async function insertInstantPayments(tx: Tx, payments: readonly NewInstantPayment[]): Promise<void> {
  await tx`
    INSERT INTO instant_payments (${columnsOf(newInstantPayments)})
    SELECT ${columnsOf(newInstantPayments)} FROM ${recordsetOf(newInstantPayments, payments, 'i')}`
}

/**
 * The AIP has these messages: their payments are pending, unless an answer was faster. Answers those that have just become so. Locks
 * the payments before their instant ones, as the outcome of a payment does.
 */
export async function markPaymentsSent(tx: Tx, messageIds: readonly string[], at: Date): Promise<PaymentOrder[]> {
  const payments = await tx<PaymentOrder>`
    UPDATE outgoing_payments o SET state = 'sent'
      FROM instant_payments i
     WHERE i.message_id = ANY (${[...messageIds]}::text[]) AND o.id = i.payment_id AND o.state = 'queued'
    RETURNING ${columnsOf(paymentOrders, 'o')}`
  await tx`UPDATE instant_payments SET sent_at = ${at} WHERE message_id = ANY (${[...messageIds]}::text[])`
  return payments
}

export async function findPaymentId(db: Sql, endToEndId: string): Promise<string | null> {
  const [row] = await db<{
    payment_id: string
  }>`SELECT payment_id FROM instant_payments WHERE end_to_end_id = ${endToEndId}`
  return row?.payment_id ?? null
}

/** The payment that a message of ours ordered. */
export async function findPaymentIdOfMessage(db: Sql, messageId: string): Promise<string | null> {
  const [row] = await db<{
    payment_id: string
  }>`SELECT payment_id FROM instant_payments WHERE message_id = ${messageId}`
  return row?.payment_id ?? null
}

/** The outcome of a payment is asked for now: after a failure the AIP has seen the message, even where its acceptance was lost. */
export async function markToAskFor(tx: Tx, paymentId: string, now: Date): Promise<void> {
  await tx`
    UPDATE instant_payments SET ask_at = ${now}, sent_at = coalesce(sent_at, ${now}::timestamptz) WHERE payment_id = ${paymentId}`
}

/** The outcome is known: it is not asked for any more. `acceptedAt`: when it was accepted. */
export async function markAnsweredInstantly(tx: Tx, paymentId: string, acceptedAt: Date | null): Promise<void> {
  await tx`
    UPDATE instant_payments SET ask_at = NULL, accepted_at = coalesce(accepted_at, ${acceptedAt}::timestamptz) WHERE payment_id = ${paymentId}`
}

export type OpenPayment = { payment_id: string; end_to_end_id: string; questions: number }

/** Payments without an answer in time, not locked by another worker. What the AIP has not seen cannot be asked for. */
export function lockUnanswered(tx: Tx, now: Date, max: number): Promise<OpenPayment[]> {
  return tx<OpenPayment>`
    SELECT payment_id, end_to_end_id, questions FROM instant_payments
     WHERE ask_at <= ${now} AND sent_at IS NOT NULL ORDER BY ask_at LIMIT ${max} FOR NO KEY UPDATE SKIP LOCKED`
}

export async function markQuestioned(tx: Tx, paymentId: string, again: Date): Promise<void> {
  await tx`UPDATE instant_payments SET questions = questions + 1, ask_at = ${again} WHERE payment_id = ${paymentId}`
}

/** What a message says of the payer: null without an identity. */
export type PayerIdentity = {
  account_id: string
  name: string
  kind: 'individual' | 'company'
  system: 'NIDN' | 'CCPT' | 'TXID'
  number: string
  trade_register: string | null
  city: string
  iban: string
  account_kind: string
  latitude: string | null
  longitude: string | null
}

export function listPayers(db: Sql, accountIds: readonly string[]): Promise<PayerIdentity[]> {
  return db<PayerIdentity>`
    SELECT a.id AS account_id, c.name, c.kind, n.system, n.number, n.trade_register, n.city, a.iban, a.kind AS account_kind,
           b.latitude::text AS latitude, b.longitude::text AS longitude
      FROM accounts a JOIN customers c ON c.id = a.customer_id JOIN customer_identities n ON n.customer_id = c.id
      LEFT JOIN branches b ON b.code = a.branch_code
     WHERE a.id = ANY (${[...accountIds]}::uuid[])`
}

export type PaidLookup = RowOf<typeof foundPayees> & {
  account_id: string
  id: string
  channel: RowOf<typeof payeeLookups>['channel']
  reference: string | null
}

export function listPaidLookups(
  db: Sql,
  lookups: readonly { account_id: string; id: string }[],
): Promise<PaidLookup[]> {
  return db<PaidLookup>`
    SELECT l.account_id, l.id, l.channel, l.reference, ${columnsOf(foundPayees, 'l')}
      FROM unnest(${lookups.map(({ account_id }) => account_id)}::uuid[], ${lookups.map(({ id }) => id)}::uuid[]) AS w (account_id, id)
      JOIN payee_lookups l ON l.account_id = w.account_id AND l.id = w.id`
}

/** A look-up of the account that was may still be paid; null for an older one. */
export async function findFreshLookup(
  db: Sql,
  { account_id, id }: { account_id: string; id: string },
  now: Date,
): Promise<PaidLookup | null> {
  const [lookup] = await db<PaidLookup>`
    SELECT account_id, id, channel, reference, ${columnsOf(foundPayees)}
      FROM payee_lookups
     WHERE account_id = ${account_id} AND id = ${id} AND state = 'found' AND answered_at > ${now}::timestamptz - make_interval(mins => ${LOOKUP_MINUTES})`
  return lookup ?? null
}

const stateOf = (row: { state: string; settled_at: Date | null; questions: number }): InstantState => {
  if (row.state === 'settled') return 'accepted'
  if (row.state === 'returned') return row.settled_at === null ? 'rejected' : 'returned'
  if (row.questions > 0) return 'asking'
  return row.state === 'sent' ? 'pending' : 'initiated'
}

/** The last instant payment of a transfer; null where it has none. */
export async function findInstantPayment(
  db: Db,
  accountId: string,
  transferId: string,
): Promise<InstantPayment | null> {
  const [row] = await db<{
    state: string
    settled_at: Date | null
    queued_at: Date
    questions: number
    accepted_at: Date | null
    end_to_end_id: string
    institution: string | null
    return_request: InstantPayment['return_request']
    country: InstantPayment['country']
  }>`
    SELECT o.state, o.settled_at, o.queued_at, i.questions, i.accepted_at, i.end_to_end_id, p.name AS institution, l.country, r.state AS return_request
      FROM outgoing_payments o
      JOIN instant_payments i ON i.payment_id = o.id
      JOIN payee_lookups l ON l.account_id = i.account_id AND l.id = i.lookup_id
      LEFT JOIN instant_participants p ON p.member = l.member
      LEFT JOIN return_requests r ON r.direction = 'sent' AND r.end_to_end_id = i.end_to_end_id
     WHERE o.account_id = ${accountId} AND o.transfer_id = ${transferId} ORDER BY o.queued_at DESC LIMIT 1`
  if (!row) return null
  const { end_to_end_id, institution, country, accepted_at, queued_at, return_request } = row
  const took = accepted_at && Math.max(0, Math.round((accepted_at.getTime() - queued_at.getTime()) / 100))
  return { state: stateOf(row), end_to_end_id, institution, country, return_request, took_tenths: took }
}
