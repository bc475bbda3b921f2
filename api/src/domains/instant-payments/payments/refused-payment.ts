// Ends payments whose message the AIP refused or lost: their money goes back once it is certain that the platform does not have them.
import type { Tx } from '../../../db/db.ts'
import { type AnsweredPayment, lockPayments } from '../../clearing/clearing-store.ts'
import { movePayments } from '../../clearing/move-payments.ts'
import type { Listener } from '../../clearing/payment-updates.ts'
import { useGuarantee } from '../platform/guarantee-store.ts'
import { findPaymentId, markAnsweredInstantly } from '../platform/instant-payment-store.ts'
import { findRefusedPayment, type RefusedPayment } from './refused-payment-store.ts'

/** Refused by the bank's own interface to the platform. */
const REASON = 'DS04'

async function giveBack(tx: Tx, notify: Listener, payment: AnsweredPayment, now: Date): Promise<void> {
  await markAnsweredInstantly(tx, payment.id, null)
  await movePayments(tx, notify, [{ payment, change: { id: payment.id, state: 'returned', reason: REASON } }], now)
  await useGuarantee(tx, -payment.amount)
}

/** A payment that has no outcome, locked, with what the AIP said of it; null where its message was neither refused nor lost. */
async function lockRefused(tx: Tx, id: string): Promise<{ payment: AnsweredPayment; refused: RefusedPayment } | null> {
  const [payment] = await lockPayments(tx, [id])
  const refused = payment && (await findRefusedPayment(tx, payment.id))
  return payment && refused ? { payment, refused } : null
}

/**
 * The AIP does not know a payment. Its money goes back where the only attempt to send its message was refused, and nobody has spoken of it
 * since: then it has never left the bank. Everything else contradicts itself, and waits for an operator. Answers whether it went back.
 */
export async function endUnknownPayment(tx: Tx, notify: Listener, endToEndId: string, now: Date): Promise<boolean> {
  const id = await findPaymentId(tx, endToEndId)
  const found = id && (await lockRefused(tx, id))
  if (!found) return false
  const { payment, refused } = found
  if (payment.state !== 'queued' || refused.refusal === null || refused.tries > 1 || refused.is_mentioned) return false
  await giveBack(tx, notify, payment, now)
  return true
}

/** An operator gives back the money of a payment whose message was refused, or lost by the AIP, and which the AIP does not know at the last question. */
export async function returnRefusedPayment(
  tx: Tx,
  notify: Listener,
  paymentId: string,
  now: Date,
): Promise<AnsweredPayment | 'not_refused' | 'not_unknown'> {
  const found = await lockRefused(tx, paymentId)
  if (!found) return 'not_refused'
  if (!found.refused.is_unknown) return 'not_unknown'
  await giveBack(tx, notify, found.payment, now)
  return found.payment
}
