// Moves the money of outgoing payments whose network has answered: settled, or given back to the payer.
import { returnReason } from 'contract/transfers/clearing.ts'
import { newId } from '../../adapters/ids.ts'
import type { Tx } from '../../db/db.ts'
import { findInternalAccounts, type NewPosting, post } from '../../ledger/ledger-store.ts'
import { bankAccounts, exchangeLegs } from '../../ledger/posting-parts.ts'
import type { PaymentNetwork } from './clearing-columns.ts'
import { type AnsweredPayment, type Change, markAnswered } from './clearing-store.ts'
import type { PaymentUpdate, Listener } from './payment-updates.ts'

const capitals = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toUpperCase()
/** The account of the bank through which a network settles, and that on which the money of its payments waits for the answer. */
const settlementAccounts = { sica: 'clearing', star: 'clearing', swift: 'correspondent', instant: 'guarantee' } as const
const transitOf = (network: PaymentNetwork) => (network === 'instant' ? 'outgoing_instant' : 'outgoing')
const labels = {
  instant: 'REGLEMENT PI',
  sica: 'REGLEMENT COMPENSATION',
  star: 'REGLEMENT COMPENSATION',
  swift: 'REGLEMENT COMPENSATION',
} as const

/** A payment with the state in which it was, and what it becomes. */
export type MovedPayment = { payment: AnsweredPayment; change: Change }

/** Settled money moves from our transit account into the network; returned money goes back to the payer. */
function postingOf({ payment, change }: MovedPayment, now: Date, internal: ReadonlyMap<string, string>): NewPosting {
  const sent = { amount: payment.amount, currency: payment.currency }
  const debited =
    payment.debit_amount !== null && payment.debit_currency !== null
      ? { amount: payment.debit_amount, currency: payment.debit_currency }
      : sent
  const bankAccount = bankAccounts(internal, payment.currency)
  const day = now.toISOString().slice(0, 10)
  const commonFields = {
    value_date: day,
    reference: payment.reference,
    type: change.state === 'returned' ? ('transfer_return' as const) : ('transfer_out' as const),
    counterparty: payment.creditor_name,
    vat_rate: null,
    vat_amount: null,
  }
  const isReturn = change.state === 'returned'
  // The correspondent debits the bank's account there on the settlement date, which is later than the answer.
  const nostroDay = payment.network === 'swift' && payment.settlement_date > day ? payment.settlement_date : day
  const label = isReturn
    ? `${payment.network === 'instant' ? 'PAIEMENT RENDU' : 'VIREMENT RETOURNE'} - ${capitals(returnReason(change.reason ?? '', payment.network).fr)}`.slice(
        0,
        200,
      )
    : labels[payment.network]
  const from =
    payment.state === 'settled'
      ? bankAccount(settlementAccounts[payment.network])
      : bankAccount(transitOf(payment.network))
  // A closed account receives no money: the returned amount waits for the bank's staff.
  const payer =
    payment.account_status === 'closed' ? bankAccounts(internal, debited.currency)('suspense') : payment.account_id
  const to = isReturn ? payer : bankAccount(settlementAccounts[payment.network])
  return {
    id: newId(),
    posting_key: `${isReturn ? 'return' : 'settle'}:${payment.id}`,
    kind: isReturn ? 'return' : 'settlement',
    booking_date: day,
    posted_at: now.toISOString(),
    // The fee is not given back: the network carried the payment and its return.
    reverses: isReturn ? payment.posting_id : null,
    entries: [
      { ...commonFields, id: newId(), account_id: from, amount: -sent.amount, label },
      // Returned money is exchanged back at the rate of the order: the customer gets what was debited.
      ...(isReturn && debited.currency !== sent.currency
        ? exchangeLegs(internal, sent, debited, { ...commonFields, label, counterparty: null })
        : []),
      isReturn
        ? { ...commonFields, id: newId(), account_id: to, amount: debited.amount, label }
        : { ...commonFields, id: newId(), account_id: to, amount: sent.amount, label, value_date: nostroDay },
    ],
  }
}

/** Moves the money of these payments, writes their states and notifies the domain that ordered them, in the transaction of the caller. */
export async function movePayments(tx: Tx, notify: Listener, moved: readonly MovedPayment[], now: Date): Promise<void> {
  if (moved.length === 0) return
  // Orders are locked before accounts, as in the execution of orders.
  await notify(
    tx,
    moved.map(({ payment, change }): PaymentUpdate => ({ payment, state: change.state, reason: change.reason })),
    now,
  )
  const internal = await findInternalAccounts(tx)
  const outcomes = await post(
    tx,
    moved.map((one) => postingOf(one, now, internal)),
  )
  const index = outcomes.findIndex((outcome) => outcome !== 'posted')
  if (index >= 0)
    throw new Error(`the payment ${moved[index]?.payment.id} was ${outcomes[index]}, though its state says otherwise`)
  // One statement for each state change: one message may settle a payment and return it.
  for (const state of ['settled', 'returned'] as const) {
    const changes = moved.flatMap(({ change }) => (change.state === state ? [change] : []))
    if (changes.length > 0) await markAnswered(tx, changes, now)
  }
}
