import { columnsOf, recordsetOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Db, Sql, Tx } from '../../db/db.ts'
import type { AnswerMessage } from './answer-message.ts'
import type { Network } from '../../formats/pacs008.ts'
import {
  answeredPayments,
  clearingMessages,
  type FileRow,
  storedAnswers,
  newFiles,
  newPayments,
  paymentOrders,
  sentPayments,
} from './clearing-columns.ts'

/** A payment to another bank, with the order's data at the moment of the debit. */
export type NewOutgoingPayment = Omit<RowOf<typeof newPayments>, 'state'>

/** Queues outgoing payments in the transaction that posts them. */
export async function queuePayments(tx: Tx, payments: readonly NewOutgoingPayment[]): Promise<void> {
  const rows = payments.map((payment) => ({ ...payment, state: 'queued' as const }))
  await tx`
    INSERT INTO outgoing_payments (${columnsOf(newPayments)})
    SELECT ${columnsOf(newPayments)} FROM ${recordsetOf(newPayments, rows, 'i')}`
}

/** The data by which other domains find the order of an outgoing payment. */
export type PaymentOrder = RowOf<typeof paymentOrders>

/** Queued outgoing payments of a network, oldest first, not locked by another worker. */
export function lockQueued(tx: Tx, network: Network, max: number): Promise<PaymentOrder[]> {
  return tx<PaymentOrder>`
    SELECT ${columnsOf(paymentOrders)} FROM outgoing_payments
     WHERE network = ${network} AND state = 'queued' ORDER BY queued_at, id LIMIT ${max} FOR NO KEY UPDATE SKIP LOCKED`
}

export async function insertFile(tx: Tx, file: FileRow): Promise<void> {
  await tx`INSERT INTO clearing_files (${columnsOf(newFiles)}) VALUES (${valuesOf(newFiles, file)})`
}

export async function markSent(tx: Tx, fileId: string, paymentIds: readonly string[]): Promise<void> {
  await tx`
    UPDATE outgoing_payments i SET state = 'sent', file_id = ${fileId}, place = o.place
      FROM unnest(${paymentIds}::uuid[]) WITH ORDINALITY AS o (id, place) WHERE i.id = o.id`
}

/** The oldest file that is recorded and not written, unless another worker is writing it. */
export async function lockUnwrittenFile(tx: Tx): Promise<FileRow | null> {
  const [file] = await tx<FileRow>`
    SELECT ${columnsOf(newFiles)} FROM clearing_files
     WHERE written_at IS NULL ORDER BY created_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`
  return file ?? null
}

export function listPaymentsOf(tx: Tx, fileId: string): Promise<RowOf<typeof sentPayments>[]> {
  return tx<RowOf<typeof sentPayments>>`
    SELECT ${columnsOf(sentPayments)} FROM outgoing_payments WHERE file_id = ${fileId} ORDER BY place`
}

export async function markWritten(tx: Tx, fileId: string, at: Date): Promise<void> {
  await tx`UPDATE clearing_files SET written_at = ${at} WHERE id = ${fileId}`
}

/** The name of a message: its sender's own id of it, and what it is. */
export type MessageName = Pick<RowOf<typeof clearingMessages>, 'kind' | 'sender' | 'message_id'>

export async function findMessage(
  db: Sql,
  { sender, message_id }: Pick<MessageName, 'sender' | 'message_id'>,
): Promise<{ content_hash: Buffer } | null> {
  const [row] = await db<{ content_hash: Buffer }>`
    SELECT content_hash FROM clearing_messages WHERE sender = ${sender} AND message_id = ${message_id}`
  return row ?? null
}

/** Stores a message. False where it is known: then a committed transaction has applied it. */
export async function insertMessage(
  tx: Tx,
  { kind, sender, message_id }: MessageName,
  { content_hash, file_name, received_at }: { content_hash: Buffer; file_name: string; received_at: Date },
): Promise<boolean> {
  const row = { sender, message_id, kind, content_hash, file_name, received_at }
  const rows = await tx`
    INSERT INTO clearing_messages (${columnsOf(clearingMessages)}) VALUES (${valuesOf(clearingMessages, row)}) ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length > 0
}

export type AnsweredPayment = RowOf<typeof answeredPayments> & {
  creditor_name: string | null
  message_id: string | null
  account_status: string
}

/** Outgoing payments by their ids, locked in one order until the transaction ends. */
export function lockPayments(tx: Tx, ids: readonly string[]): Promise<AnsweredPayment[]> {
  return tx<AnsweredPayment>`
    SELECT ${columnsOf(answeredPayments, 'i')},
           -- The operation of a payment that comes back is read by everybody on the account.
           CASE WHEN t.is_confidential THEN NULL ELSE i.creditor_name END AS creditor_name, f.message_id, a.status AS account_status
      FROM outgoing_payments i
      JOIN accounts a ON a.id = i.account_id
      LEFT JOIN transfers t ON t.account_id = i.account_id AND t.id = i.transfer_id
      LEFT JOIN clearing_files f ON f.id = i.file_id
     WHERE i.id = ANY (${ids}::uuid[]) ORDER BY i.id FOR NO KEY UPDATE OF i`
}

export async function listPaymentIdsOf(tx: Tx, messageId: string): Promise<string[]> {
  const rows = await tx<{ id: string }>`
    SELECT i.id FROM clearing_files f JOIN outgoing_payments i ON i.file_id = f.id WHERE f.message_id = ${messageId} ORDER BY i.place`
  return rows.map(({ id }) => id)
}

export type Change = { id: string; state: 'settled' | 'returned'; reason: string | null }

export async function markAnswered(tx: Tx, changes: readonly Change[], at: Date): Promise<void> {
  await tx`
    UPDATE outgoing_payments i
       SET state = c.state, return_reason = c.reason,
           settled_at = CASE WHEN c.state = 'settled' THEN ${at}::timestamptz ELSE i.settled_at END,
           returned_at = CASE WHEN c.state = 'returned' THEN ${at}::timestamptz END
      FROM jsonb_to_recordset(${JSON.stringify(changes)}) AS c (id uuid, state text, reason text)
     WHERE i.id = c.id`
}

export type StoredAnswer = RowOf<typeof storedAnswers>

export async function insertAnswers(
  tx: Tx,
  { sender, message_id }: Pick<AnswerMessage, 'sender' | 'message_id'>,
  answers: readonly StoredAnswer[],
): Promise<void> {
  await tx`
    INSERT INTO clearing_answers (sender, message_id, place, ${columnsOf(storedAnswers)})
    SELECT ${sender}, ${message_id}, row_number() OVER (), ${columnsOf(storedAnswers, 'a')} FROM ${recordsetOf(storedAnswers, answers, 'a')}`
}

/** The answers of a message that are about no payment of ours, or contradict what is known of it. */
export const listIdleAnswers = (db: Sql, { sender, message_id }: Pick<MessageName, 'sender' | 'message_id'>) =>
  db<Pick<StoredAnswer, 'transaction_id' | 'status' | 'outcome'>>`
    SELECT transaction_id, status, outcome FROM clearing_answers
     WHERE sender = ${sender} AND message_id = ${message_id} AND outcome IN ('unknown', 'contradicts') ORDER BY place`

/** Whether this is the demo bank: only there may a simulator answer payments. */
export async function isDemoBank(db: Db): Promise<boolean> {
  const [row] = await db<{
    is_demo: boolean
  }>`SELECT EXISTS (SELECT FROM parameters WHERE name = 'demo_bank' AND value = 1) AS is_demo`
  return row?.is_demo ?? false
}
