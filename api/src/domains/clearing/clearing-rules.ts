// Calculates the state of an outgoing payment from the answer of another bank. Pure.

export type PaymentState = 'queued' | 'sent' | 'settled' | 'returned'

/** One line of a received message: the payment and its new status. */
export type Answer = {
  /** PmtId/TxId of our payment, as received. */
  transaction_id: string
  /** The message in which we sent it, where the answer names it. */
  in_message: string | null
  kind: 'received' | 'settled' | 'rejected' | 'returned'
  /** As received: ACSC, RJCT, or RTRN for returned money. */
  status: string
  reason: string | null
  /** The returned amount, where the message names it. */
  money: { amount: number; currency: string } | null
}

export type AnsweredPayment = { state: PaymentState; amount: number; currency: string }

/**
 * - `settle`, `return`: the money is settled, or comes back;
 * - `note`: nothing new, the answer is stored;
 * - `contradict`: the earlier status cannot become this one: an operator decides, no money moves.
 */
export type Effect = 'settle' | 'return' | 'note' | 'contradict'

const effects: Record<Answer['kind'], Record<PaymentState, Effect>> = {
  received: { queued: 'contradict', sent: 'note', settled: 'note', returned: 'note' },
  settled: { queued: 'contradict', sent: 'settle', settled: 'note', returned: 'contradict' },
  // Settled money comes back by a return message only, never by a status.
  rejected: { queued: 'contradict', sent: 'return', settled: 'contradict', returned: 'note' },
  returned: { queued: 'contradict', sent: 'return', settled: 'return', returned: 'note' },
}

export function effectOf({ state, amount, currency }: AnsweredPayment, { kind, money }: Answer): Effect {
  const effect = effects[kind][state]
  // A part of the money, or another currency: an intermediary bank kept the rest, and an operator decides.
  const isOtherAmount = money !== null && (money.amount !== amount || money.currency !== currency)
  return effect === 'return' && isOtherAmount ? 'contradict' : effect
}

/** The id of the outgoing payment with this TxId, or null. */
export function paymentIdOf(transactionId: string): string | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(transactionId.toLowerCase())
  return parts ? parts.slice(1).join('-') : null
}
