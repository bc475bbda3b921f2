// Hands executed orders to the platform of instant payments, in the transaction that debits them.
import type { Tx } from '../../../db/db.ts'
import { memberCodeOf, newEndToEndId, newMessageId } from '../../../formats/instant/aip-ids.ts'
import { getBankIdentity } from '../../bank/bank-identity-store.ts'
import type { NewOutgoingPayment } from '../../clearing/clearing-store.ts'
import { queuePayments } from '../../clearing/clearing-store.ts'
import { queueMessages } from '../platform/aip-message-store.ts'
import { useGuarantee } from '../platform/guarantee-store.ts'
import { insertInstantPayments, listPaidLookups, listPayers } from '../platform/instant-payment-store.ts'
import { channelOf, transferMessage } from '../platform/transfer-message.ts'

/** The platform answers within ten seconds: then its outcome is asked for. */
const ANSWER_SECONDS = 10

export type InstantOrder = { payment: NewOutgoingPayment; lookup_id: string; batch: string | null }

/** Queues the payments with their messages, and uses the guarantee for them. The last step of a transaction: see `useGuarantee`. */
export async function payInstantly(tx: Tx, orders: readonly InstantOrder[], now: Date): Promise<void> {
  if (orders.length === 0) return
  const { code } = await getBankIdentity(tx)
  const member = memberCodeOf(code)
  const payers = new Map(
    (
      await listPayers(
        tx,
        orders.map(({ payment }) => payment.account_id),
      )
    ).map((payer) => [payer.account_id, payer]),
  )
  const payees = new Map(
    (
      await listPaidLookups(
        tx,
        orders.map(({ payment: { account_id }, lookup_id }) => ({ account_id, id: lookup_id })),
      )
    ).map((payee) => [payee.id, payee]),
  )
  const ask_at = new Date(now.getTime() + ANSWER_SECONDS * 1000)
  const sent = orders.map(({ payment, lookup_id, batch }) => {
    const { account_id, amount, label } = payment
    const [payer, payee] = [payers.get(account_id), payees.get(lookup_id)]
    if (!payer || !payee) throw new Error(`the order ${payment.transfer_id} has no payer or payee for its message`)
    const ids = { message_id: newMessageId(member), end_to_end_id: newEndToEndId(member, now) }
    const channel = channelOf(payee, payer)
    return {
      payment: { ...payment, end_to_end_id: ids.end_to_end_id },
      row: { payment_id: payment.id, ...ids, account_id, lookup_id, channel, ask_at },
      body: transferMessage({ ...ids, channel, amount, label, at: now, batch }, payer, payee),
    }
  })
  await queuePayments(
    tx,
    sent.map(({ payment }) => payment),
  )
  await insertInstantPayments(
    tx,
    sent.map(({ row }) => row),
  )
  await queueMessages(
    tx,
    sent.map(({ body }) => ({ path: '/transferts' as const, body })),
    now,
  )
  await useGuarantee(
    tx,
    orders.reduce((sum, { payment }) => sum + payment.amount, 0),
  )
}
