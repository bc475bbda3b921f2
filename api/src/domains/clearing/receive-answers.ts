// Applies the answers of the networks from files.
import { returnReason } from 'contract/transfers/clearing.ts'
import type { Db, Tx } from '../../db/db.ts'
import { Refused } from '../../refused.ts'
import { findInternalAccounts, type NewPosting, post } from '../../ledger/ledger-store.ts'
import { bankAccounts, exchangeLegs } from '../../ledger/posting-parts.ts'
import type { Clock } from '../../adapters/clock.ts'
import { transactionIdOf } from '../../formats/pacs008.ts'
import { newId } from '../../adapters/ids.ts'
import { type Reception, takeFiles } from '../../adapters/received-files.ts'
import { type AnswerMessage, readAnswerMessage } from './answer-message.ts'
import { type Answer, effectOf, itemIdOf } from './clearing-rules.ts'
import {
  type AnsweredPayment,
  type Change,
  insertAnswers,
  type KeptAnswer,
  listPaymentIdsOf,
  lockPayments,
  markAnswered,
} from './clearing-store.ts'
import { hasPayments } from './payment-message.ts'
import { receiveOnce } from './receive-once.ts'
import { receivePayments } from './receive-payments.ts'
import type { PaymentUpdate, Listener } from './payment-updates.ts'

type Ports = { db: Db; clock: Clock; notify: Listener }

const capitals = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('’', "'").toUpperCase()
const through = { sica: 'clearing', star: 'clearing', swift: 'correspondent' } as const

type Moved = { item: AnsweredPayment; change: Change }

/** Settled money moves from our transit account into the network; returned money goes back to the payer. */
function postingOf({ item, change }: Moved, now: Date, internal: ReadonlyMap<string, string>): NewPosting {
  const sent = { amount: item.amount, currency: item.currency }
  const debited =
    item.debit_amount !== null && item.debit_currency !== null
      ? { amount: item.debit_amount, currency: item.debit_currency }
      : sent
  const bankAccount = bankAccounts(internal, item.currency)
  const day = now.toISOString().slice(0, 10)
  const plain = {
    value_date: day,
    reference: item.reference,
    type: change.state === 'returned' ? ('transfer_return' as const) : ('transfer_out' as const),
    counterparty: item.creditor_name,
    vat_rate: null,
    vat_amount: null,
  }
  const isReturn = change.state === 'returned'
  // The correspondent debits the bank's account there on the settlement date, which is later than the answer.
  const nostroDay = item.network === 'swift' && item.settlement_date > day ? item.settlement_date : day
  const label = isReturn
    ? `VIREMENT RETOURNE - ${capitals(returnReason(change.reason ?? '').fr)}`.slice(0, 200)
    : 'REGLEMENT COMPENSATION'
  const from = item.state === 'settled' ? bankAccount(through[item.network]) : bankAccount('outgoing')
  // A closed account receives no money: the returned amount waits for the bank's staff.
  const payer =
    item.account_status === 'closed' ? bankAccounts(internal, debited.currency)('suspense') : item.account_id
  const to = isReturn ? payer : bankAccount(through[item.network])
  return {
    id: newId(),
    posting_key: `${isReturn ? 'return' : 'settle'}:${item.id}`,
    kind: isReturn ? 'return' : 'settlement',
    booking_date: day,
    posted_at: now.toISOString(),
    // The fee is not given back: the network carried the payment and its return.
    reverses: isReturn ? item.posting_id : null,
    entries: [
      { ...plain, id: newId(), account_id: from, amount: -sent.amount, label },
      // Returned money is exchanged back at the rate of the order: the customer gets what was debited.
      ...(isReturn && debited.currency !== sent.currency
        ? exchangeLegs(internal, sent, debited, { ...plain, label, counterparty: null })
        : []),
      isReturn
        ? { ...plain, id: newId(), account_id: to, amount: debited.amount, label }
        : { ...plain, id: newId(), account_id: to, amount: sent.amount, label, value_date: nostroDay },
    ],
  }
}

/** The lines of a message; a status of a whole file is expanded to its payments. */
async function answersOf(tx: Tx, { answers, groups }: AnswerMessage): Promise<Answer[]> {
  const spelled: Answer[] = [...answers]
  for (const { in_message, kind, status, reason } of groups) {
    const ids = await listPaymentIdsOf(tx, in_message)
    if (ids.length === 0) throw new Refused(`it answers the message ${in_message}, which we did not send`)
    for (const id of ids)
      spelled.push({ transaction_id: transactionIdOf(id), in_message, kind, status, reason, money: null })
  }
  return spelled
}

async function apply(tx: Tx, { notify }: Ports, message: AnswerMessage, now: Date): Promise<string[]> {
  const answers = await answersOf(tx, message)
  const found = await lockPayments(tx, [
    ...new Set(answers.flatMap(({ transaction_id }) => itemIdOf(transaction_id) ?? [])),
  ])
  const items = new Map(found.map((item) => [item.id, item]))
  const states = new Map(found.map(({ id, state }) => [id, state]))
  const moved: Moved[] = []
  const kept = answers.map((answer): KeptAnswer => {
    const { transaction_id, status, reason, in_message } = answer
    const item = items.get(itemIdOf(transaction_id) ?? '')
    if (!item || (in_message !== null && in_message !== item.message_id))
      return { transaction_id, status, reason, payment_id: null, outcome: 'unknown' }
    const about = { transaction_id, status, reason, payment_id: item.id }
    const state = states.get(item.id) ?? item.state
    const effect = effectOf({ ...item, state }, answer)
    if (effect === 'note') return { ...about, outcome: 'noted' }
    if (effect === 'contradict') return { ...about, outcome: 'contradicts' }
    const to = effect === 'settle' ? 'settled' : 'returned'
    states.set(item.id, to)
    moved.push({
      item: { ...item, state },
      change: { id: item.id, state: to, reason: to === 'returned' ? (reason ?? 'MS03') : null },
    })
    return { ...about, outcome: 'applied' }
  })
  if (kept.every(({ outcome }) => outcome === 'unknown')) throw new Refused('it speaks of no payment of ours')
  await insertAnswers(tx, message, kept)
  if (moved.length > 0) {
    // Orders are locked before accounts, as in the execution of orders.
    await notify(
      tx,
      moved.map(({ item, change }): PaymentUpdate => ({ item, state: change.state, reason: change.reason })),
      now,
    )
    const internal = await findInternalAccounts(tx)
    const outcomes = await post(
      tx,
      moved.map((one) => postingOf(one, now, internal)),
    )
    const index = outcomes.findIndex((outcome) => outcome !== 'posted')
    if (index >= 0)
      throw new Error(`the payment ${moved[index]?.item.id} was ${outcomes[index]}, though its state says otherwise`)
    // One statement for each state change: one message may settle a payment and return it.
    for (const state of ['settled', 'returned'] as const) {
      const changes = moved.flatMap(({ change }) => (change.state === state ? [change] : []))
      if (changes.length > 0) await markAnswered(tx, changes, now)
    }
  }
  return kept
    .filter(({ outcome }) => outcome === 'unknown' || outcome === 'contradicts')
    .map(({ transaction_id, status, outcome }) =>
      outcome === 'unknown'
        ? `${transaction_id}: no payment of ours, its ${status} changed nothing`
        : `${transaction_id}: ${status} contradicts what is known of it, no money was moved`,
    )
}

/** Applies the content of a file exactly once, however often it is received. */
export const receiveMessage = (ports: Ports, file_name: string, content: Buffer): Promise<Reception> =>
  receiveOnce(
    ports,
    { file_name, content },
    { read: () => readAnswerMessage(content), apply: (tx, message, now) => apply(tx, ports, message, now) },
  )

/** Processes every file of the folder, answers and payments of other banks; answers how many. */
export const receiveAnswers = ({ folder, ...ports }: Ports & { folder: string }): Promise<number> =>
  takeFiles(folder, (name, content) =>
    hasPayments(content) ? receivePayments(ports, name, content) : receiveMessage(ports, name, content),
  )
