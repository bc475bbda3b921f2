// Applies what the platform says of a payment of ours: accepted, rejected, or given back.
import type { Tx } from '../../../db/db.ts'
import type { AipCallback } from '../../../formats/instant/aip-callbacks.ts'
import { lockPayments } from '../../clearing/clearing-store.ts'
import { movePayments } from '../../clearing/move-payments.ts'
import type { Listener } from '../../clearing/payment-updates.ts'
import { useGuarantee } from '../platform/guarantee-store.ts'
import { isProofOfAvailability } from '../platform/aip-message-store.ts'
import { closeSentReturn } from '../returns/return-payments.ts'
import {
  findPaymentId,
  findPaymentIdOfMessage,
  markAnsweredInstantly,
  markToAskFor,
} from '../platform/instant-payment-store.ts'

/** What a callback changed; `contradiction`: nothing, and an operator must look at it. */
export type Applied = 'applied' | 'unchanged' | 'unknown' | 'contradiction'

type Outcome = Pick<AipCallback<'/transferts/reponses'>, 'endToEndId' | 'statutTransaction' | 'codeRaison'>

/** The outcome of a payment. ACSP, accepted by the payee's institution, is final for the payer: the payment is irrevocable. */
export async function receiveOutcome(tx: Tx, notify: Listener, outcome: Outcome, now: Date): Promise<Applied> {
  const id = await findPaymentId(tx, outcome.endToEndId)
  const [payment] = id ? await lockPayments(tx, [id]) : []
  if (!payment) return (await isProofOfAvailability(tx, outcome.endToEndId)) ? 'unchanged' : 'unknown'
  const isAccepted = outcome.statutTransaction !== 'RJCT'
  if (payment.state === 'settled') return isAccepted ? 'unchanged' : 'contradiction'
  if (payment.state === 'returned') return isAccepted ? 'contradiction' : 'unchanged'
  await markAnsweredInstantly(tx, payment.id, isAccepted ? now : null)
  const change = isAccepted
    ? { id: payment.id, state: 'settled' as const, reason: null }
    : { id: payment.id, state: 'returned' as const, reason: outcome.codeRaison ?? 'MS03' }
  await movePayments(tx, notify, [{ payment, change }], now)
  if (!isAccepted) await useGuarantee(tx, -payment.amount)
  return 'applied'
}

/** Money of a payment of ours comes back: the payee, or its institution, has returned it. Only the whole amount is accepted. */
export async function receiveReturnedPayment(
  tx: Tx,
  notify: Listener,
  { endToEndId, montantRetourne, raisonRetour }: AipCallback<'/retour-fonds'>,
  now: Date,
): Promise<Applied> {
  const id = await findPaymentId(tx, endToEndId)
  const [payment] = id ? await lockPayments(tx, [id]) : []
  if (!payment) return 'unknown'
  if (payment.state === 'returned') return 'unchanged'
  // A return proves that the payment was accepted, even where that answer was lost.
  if (montantRetourne !== payment.amount) return 'contradiction'
  await markAnsweredInstantly(tx, payment.id, null)
  if (payment.state !== 'settled') {
    await movePayments(tx, notify, [{ payment, change: { id: payment.id, state: 'settled', reason: null } }], now)
  }
  await movePayments(
    tx,
    notify,
    [
      {
        payment: { ...payment, state: 'settled' },
        change: { id: payment.id, state: 'returned', reason: raisonRetour },
      },
    ],
    now,
  )
  await closeSentReturn(tx, endToEndId, now)
  await useGuarantee(tx, -payment.amount)
  return 'applied'
}

/**
 * A message of ours was malformed, or the AIP refused it or could not send it. That proves nothing of a payment, whose message may have arrived: the platform
 * is asked at once, and the money stays held until it answers. `unknown`: the message was no payment.
 */
export async function receiveFailure(tx: Tx, messageId: string, now: Date): Promise<Applied> {
  const id = await findPaymentIdOfMessage(tx, messageId)
  const [payment] = id ? await lockPayments(tx, [id]) : []
  if (!payment) return 'unknown'
  if (payment.state === 'settled' || payment.state === 'returned') return 'unchanged'
  await markToAskFor(tx, payment.id, now)
  return 'applied'
}
