// Credits the payments that other banks send in files, and queues the return of those that cannot be credited. All payments of a
// message are in one transaction.
import type { Currency } from 'contract/values/money.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId, newReference } from '../../adapters/ids.ts'
import type { Reception } from '../../adapters/received-files.ts'
import type { Db, Tx } from '../../db/db.ts'
import { findInternalAccounts, type NewEntry, type NewPosting, post } from '../../ledger/ledger-store.ts'
import { bankAccounts, exchangeLegs } from '../../ledger/posting-parts.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { listRatesAt } from '../exchange-rates/exchange-rate-store.ts'
import { type Credit, creditedNumber, creditOf, labelOf, type RateOf, type ReturnReason } from './incoming-rules.ts'
import {
  type IncomingPayment,
  insertIncoming,
  insertReturn,
  listCreditedAccounts,
  listKnownPayments,
  listOutcomes,
  lockSender,
} from './incoming-store.ts'
import { receiveOnce } from './receive-once.ts'
import { type PaymentMessage, readPaymentMessage, type ReceivedPayment } from './payment-message.ts'

type Ports = { db: Db; clock: Clock }

/** The bank's own account that a network credits, as outgoing payments debit it. */
const settlementAccounts = { sica: 'clearing', star: 'clearing', swift: 'correspondent' } as const

/** The rates for transfers that are in force, in francs for one unit. */
async function ratesAt(tx: Tx, now: Date): Promise<RateOf> {
  const rates = new Map<Currency, number>(
    (await listRatesAt(tx, now)).map(({ currency, unit, transfer }) => [currency, Number(transfer) / unit]),
  )
  return (currency) => rates.get(currency) ?? null
}

type Context = { message: PaymentMessage; internal: ReadonlyMap<string, string>; now: Date }

/** From the network's account to the customer's; where the currencies differ, through the bank's position in both. */
function postingOf(payment: ReceivedPayment, credit: Credit, { message, internal, now }: Context): NewPosting {
  const { network, sender } = message
  const day = now.toISOString().slice(0, 10)
  const commonFields = {
    value_date: payment.settlement_date,
    label: labelOf(payment),
    counterparty: payment.debtor_name || null,
    reference: payment.end_to_end_id === 'NOTPROVIDED' ? payment.transaction_id : payment.end_to_end_id,
    vat_rate: null,
    vat_amount: null,
  }
  const entry = (account_id: string, amount: number): NewEntry => ({
    ...commonFields,
    id: newId(),
    account_id,
    amount,
    type: 'transfer_in',
  })
  return {
    id: newId(),
    posting_key: `incoming:${network}:${sender}:${payment.transaction_id}`,
    kind: 'incoming',
    booking_date: day,
    posted_at: now.toISOString(),
    reverses: null,
    entries: [
      entry(bankAccounts(internal, payment.currency)(settlementAccounts[network]), -payment.amount),
      ...(credit.exchange_rate === null ? [] : exchangeLegs(internal, payment, credit, commonFields)),
      entry(credit.account_id, credit.amount),
    ],
  }
}

type Outcome = { payment: ReceivedPayment; place: number; result: Credit | ReturnReason }

/** The row of a payment: with its credit, or with the reason and the message of its return. */
function rowOf(
  { payment, place, result }: Outcome,
  { message: { network, sender, message_id }, now }: Pick<Context, 'message' | 'now'>,
  end: { posting_id: string | null; return_id: string | null; message: string | null },
): IncomingPayment {
  const credit = typeof result === 'string' ? null : result
  return {
    id: newId(),
    network,
    sender,
    message_id,
    place,
    ...payment,
    received_at: now,
    account_id: credit?.account_id ?? null,
    credit_amount: credit?.amount ?? null,
    credit_currency: credit?.currency ?? null,
    exchange_rate: credit?.exchange_rate ?? null,
    return_reason: typeof result === 'string' ? result : null,
    ...end,
  }
}

/** One message returns all payments of a message that go back. */
async function queueReturn(tx: Tx, { message, now }: Pick<Context, 'message' | 'now'>): Promise<string> {
  const id = newId()
  const { network, sender } = message
  await insertReturn(tx, { id, network, message_id: newReference('R', now), receiver_bic: sender, created_at: now })
  return id
}

async function apply(tx: Tx, message: PaymentMessage, content: Buffer, now: Date): Promise<void> {
  const { network, payments } = message
  await lockSender(tx, message)
  const seen = await listKnownPayments(
    tx,
    message,
    payments.map(({ transaction_id }) => transaction_id),
  )
  const fresh = payments.flatMap((payment, index) => {
    const { transaction_id } = payment
    if (seen.has(transaction_id)) return []
    seen.add(transaction_id)
    return [{ payment, place: index + 1 }]
  })
  const accounts = new Map(
    (await listCreditedAccounts(tx, [...new Set(payments.map(creditedNumber))])).map((one) => [one.iban, one]),
  )
  const rateOf = await ratesAt(tx, now)
  const outcomes = fresh.map((one): Outcome => ({
    ...one,
    result: creditOf(one.payment, accounts.get(creditedNumber(one.payment)), rateOf),
  }))
  const context = { message, internal: await findInternalAccounts(tx), now }
  const postings = outcomes.map(({ payment, result }) =>
    typeof result === 'string' ? null : postingOf(payment, result, context),
  )
  const posted = postings.filter((posting) => posting !== null)
  const failed = (await post(tx, posted)).findIndex((outcome) => outcome !== 'posted')
  if (failed >= 0) throw new Error(`the incoming payment ${posted[failed]?.posting_key} was not posted`)
  const isAnyReturned = outcomes.some(({ result }) => typeof result === 'string')
  const return_id = isAnyReturned ? await queueReturn(tx, context) : null
  const copy = network === 'swift' ? content.toString('utf8') : null
  await insertIncoming(
    tx,
    outcomes.map((outcome, index) => {
      const posting = postings[index] ?? null
      return rowOf(outcome, context, {
        posting_id: posting?.id ?? null,
        return_id: posting ? null : return_id,
        message: copy,
      })
    }),
  )
}

/** The payments of a message that were not credited. */
async function listRemarks(tx: Tx, message: PaymentMessage): Promise<string[]> {
  const stored = new Map((await listOutcomes(tx, message)).map(({ place, return_reason }) => [place, return_reason]))
  return message.payments.flatMap(({ transaction_id }, index) => {
    const reason = stored.get(index + 1)
    if (reason === undefined)
      return [`${transaction_id}: a payment of this name was received before, it changed nothing`]
    return reason === null ? [] : [`${transaction_id}: ${reason}, the payment goes back`]
  })
}

/** Applies the payments of a file exactly once, however often it is received. */
export const receivePayments = (ports: Ports, file_name: string, content: Buffer): Promise<Reception> =>
  receiveOnce<PaymentMessage & { kind: 'pacs.008' }>(
    ports,
    { file_name, content },
    {
      read: async (tx) => ({ ...readPaymentMessage(content, await getBankIdentity(tx)), kind: 'pacs.008' }),
      apply: (tx, message, now) => apply(tx, message, content, now),
      listRemarks,
    },
  )
