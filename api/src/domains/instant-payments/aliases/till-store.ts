import type { TillPayment } from 'contract/accounts/payment-aliases.ts'
import { unixSeconds } from '../../../adapters/clock.ts'
import { columnsOf, valuesOf } from '../../../db/columns.ts'
import type { Sql, Tx } from '../../../db/db.ts'
import { newTillPayments, type NewTillRow } from './alias-columns.ts'
import type { Receipt } from '../platform/receipt-store.ts'

export async function insertTillPayment(tx: Tx, row: NewTillRow): Promise<void> {
  await tx`INSERT INTO till_payments (${columnsOf(newTillPayments)}) VALUES (${valuesOf(newTillPayments, row)})`
}

/** The last amounts of an account since a moment, the newest first, with the payment of each. */
export async function listTill(
  db: Sql,
  accountId: string,
  { since, max, id = null }: { since: Date; max: number; id?: string | null },
): Promise<TillPayment[]> {
  const rows = await db<
    Pick<TillPayment, 'id' | 'reference' | 'alias' | 'amount' | 'state'> & {
      created_at: Date
      paid_amount: number
      payer_name: string
      institution: string | null
      received_at: Date | null
    }
  >`
    SELECT t.id, t.reference, t.alias, t.amount::bigint, t.state, t.created_at,
           r.amount::bigint AS paid_amount, r.payer_name, p.name AS institution, r.received_at
      FROM till_payments t
      LEFT JOIN instant_receipts r ON r.end_to_end_id = t.end_to_end_id
      LEFT JOIN instant_participants p ON p.member = r.member
     WHERE t.account_id = ${accountId} AND t.created_at >= ${since} AND (${id}::uuid IS NULL OR t.id = ${id}::uuid)
     ORDER BY t.created_at DESC, t.id DESC LIMIT ${max}`
  return rows.map(({ paid_amount, payer_name, institution, received_at, created_at, ...payment }) => ({
    ...payment,
    created_at: unixSeconds(created_at),
    paid: received_at && { amount: paid_amount, payer_name, institution, at: unixSeconds(received_at) },
  }))
}

/** False where the account waits for no such amount. */
export async function cancelWaiting(db: Sql, accountId: string, id: string): Promise<boolean> {
  const rows = await db`
    UPDATE till_payments SET state = 'cancelled' WHERE account_id = ${accountId} AND id = ${id} AND state = 'waiting' RETURNING 1`
  return rows.length > 0
}

/** Closed accounts wait for no amount; answers how many they waited for. */
export async function cancelTillsOfClosed(tx: Tx): Promise<number> {
  const rows = await tx`
    UPDATE till_payments t SET state = 'cancelled' FROM accounts k
     WHERE k.id = t.account_id AND k.status = 'closed' AND t.state = 'waiting' RETURNING 1`
  return rows.length
}

/** How long a payment without a reference may belong to an amount that the till waits for. */
const WITHOUT_REFERENCE_MINUTES = 15

/**
 * The payment of an amount that the till waits for: by the reference of its code, also after it was cancelled; else the oldest one of the same alias
 * and amount, because not every wallet sends the reference back.
 */
export async function matchTill(
  tx: Tx,
  accountId: string,
  {
    end_to_end_id,
    reference,
    payee_alias,
    amount,
  }: Pick<Receipt, 'end_to_end_id' | 'reference' | 'payee_alias' | 'amount'>,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - WITHOUT_REFERENCE_MINUTES * 60_000)
  await tx`
    UPDATE till_payments SET state = 'paid', end_to_end_id = ${end_to_end_id}
     WHERE account_id = ${accountId} AND id = (
             SELECT id FROM till_payments
              WHERE account_id = ${accountId} AND end_to_end_id IS NULL
                AND CASE WHEN ${reference}::text IS NULL
                         THEN state = 'waiting' AND alias = ${payee_alias}::text AND amount = ${amount} AND created_at >= ${since}
                         ELSE reference = ${reference}::text END
              ORDER BY created_at LIMIT 1 FOR NO KEY UPDATE)`
}
