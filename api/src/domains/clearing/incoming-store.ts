// Reads and writes payments that other banks send, and the messages that give some of them back.
import { columnsOf, except, recordsetOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { incomingPayments, paymentReturns } from './incoming-columns.ts'
import type { CreditedAccount } from './incoming-rules.ts'

export type IncomingPayment = RowOf<typeof incomingPayments>
const newReturns = except(paymentReturns, 'written_at')
export type PaymentReturn = RowOf<typeof newReturns>

/** The accounts that have these numbers. */
export function listCreditedAccounts(db: Sql, ibans: readonly string[]): Promise<CreditedAccount[]> {
  return db<CreditedAccount>`SELECT id, iban, status, currency FROM accounts WHERE iban = ANY (${[...ibans]}::text[])`
}

/** Which of these payments of a bank are known: they were credited or returned before. */
export async function listKnownPayments(
  tx: Tx,
  { network, sender }: Pick<IncomingPayment, 'network' | 'sender'>,
  transactionIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx<{ transaction_id: string }>`
    SELECT transaction_id FROM incoming_payments
     WHERE network = ${network} AND sender = ${sender} AND transaction_id = ANY (${[...transactionIds]}::text[])`
  return new Set(rows.map(({ transaction_id }) => transaction_id))
}

/** What became of the payments that were received with a message. */
export const listOutcomes = (
  tx: Tx,
  {
    network,
    sender,
    message_id,
    payments,
  }: Pick<IncomingPayment, 'network' | 'sender' | 'message_id'> & { payments: readonly { transaction_id: string }[] },
) =>
  tx<Pick<IncomingPayment, 'place' | 'return_reason'>>`
    SELECT place, return_reason FROM incoming_payments
     WHERE network = ${network} AND sender = ${sender} AND message_id = ${message_id}
       AND transaction_id = ANY (${payments.map(({ transaction_id }) => transaction_id)}::text[])`

/** Two messages of one bank are applied one after the other, so that a payment in both is credited once. */
export async function lockSender(
  tx: Tx,
  { network, sender }: Pick<IncomingPayment, 'network' | 'sender'>,
): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtext('incoming_payments'), hashtext(${`${network}:${sender}`}))`
}

export async function insertReturn(tx: Tx, one: PaymentReturn): Promise<void> {
  await tx`INSERT INTO payment_returns (${columnsOf(newReturns)}) VALUES (${valuesOf(newReturns, one)})`
}

export async function insertIncoming(tx: Tx, payments: readonly IncomingPayment[]): Promise<void> {
  await tx`
    INSERT INTO incoming_payments (${columnsOf(incomingPayments)})
    SELECT ${columnsOf(incomingPayments)} FROM ${recordsetOf(incomingPayments, payments, 'i')}`
}

/** The oldest message of returns that is not written, unless another worker is writing it. */
export async function lockUnwrittenReturn(tx: Tx): Promise<PaymentReturn | null> {
  const [one] = await tx<PaymentReturn>`
    SELECT ${columnsOf(newReturns)} FROM payment_returns
     WHERE written_at IS NULL ORDER BY created_at, id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`
  return one ?? null
}

/** The payments that a message gives back, in the order in which they came. */
export function listReturned(tx: Tx, returnId: string): Promise<IncomingPayment[]> {
  return tx<IncomingPayment>`
    SELECT ${columnsOf(incomingPayments)} FROM incoming_payments WHERE return_id = ${returnId} ORDER BY place`
}

export async function markReturnWritten(tx: Tx, id: string, at: Date): Promise<void> {
  await tx`UPDATE payment_returns SET written_at = ${at} WHERE id = ${id}`
}
