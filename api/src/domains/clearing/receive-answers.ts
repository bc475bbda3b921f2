// Applies the answers of the networks from files.
import type { Db, Tx } from '../../db/db.ts'
import { Refused } from '../../refused.ts'
import type { Clock } from '../../adapters/clock.ts'
import { transactionIdOf } from '../../formats/pacs008.ts'
import { type Reception, takeFiles } from '../../adapters/received-files.ts'
import { type AnswerMessage, readAnswerMessage } from './answer-message.ts'
import { type Answer, effectOf, paymentIdOf } from './clearing-rules.ts'
import { insertAnswers, type StoredAnswer, listIdleAnswers, listPaymentIdsOf, lockPayments } from './clearing-store.ts'
import { type MovedPayment, movePayments } from './move-payments.ts'
import { hasPayments } from './payment-message.ts'
import { receiveOnce } from './receive-once.ts'
import { receivePayments } from './receive-payments.ts'
import type { Listener } from './payment-updates.ts'

type Ports = { db: Db; clock: Clock; notify: Listener }

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

async function apply(tx: Tx, { notify }: Ports, message: AnswerMessage, now: Date): Promise<void> {
  const answers = await answersOf(tx, message)
  const found = await lockPayments(tx, [
    ...new Set(answers.flatMap(({ transaction_id }) => paymentIdOf(transaction_id) ?? [])),
  ])
  const payments = new Map(found.map((payment) => [payment.id, payment]))
  const states = new Map(found.map(({ id, state }) => [id, state]))
  const moved: MovedPayment[] = []
  const kept = answers.map((answer): StoredAnswer => {
    const { transaction_id, status, reason, in_message } = answer
    const payment = payments.get(paymentIdOf(transaction_id) ?? '')
    if (!payment || (in_message !== null && in_message !== payment.message_id))
      return { transaction_id, status, reason, payment_id: null, outcome: 'unknown' }
    const about = { transaction_id, status, reason, payment_id: payment.id }
    const state = states.get(payment.id) ?? payment.state
    const effect = effectOf({ ...payment, state }, answer)
    if (effect === 'note') return { ...about, outcome: 'noted' }
    if (effect === 'contradict') return { ...about, outcome: 'contradicts' }
    const to = effect === 'settle' ? 'settled' : 'returned'
    states.set(payment.id, to)
    moved.push({
      payment: { ...payment, state },
      change: { id: payment.id, state: to, reason: to === 'returned' ? (reason ?? 'MS03') : null },
    })
    return { ...about, outcome: 'applied' }
  })
  if (kept.every(({ outcome }) => outcome === 'unknown')) throw new Refused('it speaks of no payment of ours')
  await insertAnswers(tx, message, kept)
  await movePayments(tx, notify, moved, now)
}

/** The lines of a message that changed nothing, and that an operator must look at. */
async function listRemarks(tx: Tx, message: AnswerMessage): Promise<string[]> {
  return (await listIdleAnswers(tx, message)).map(({ transaction_id, status, outcome }) =>
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
    {
      read: () => readAnswerMessage(content),
      apply: (tx, message, now) => apply(tx, ports, message, now),
      listRemarks,
    },
  )

/** Processes every file of the folder, answers and payments of other banks; answers how many. */
export const receiveAnswers = ({ folder, ...ports }: Ports & { folder: string }): Promise<number> =>
  takeFiles(folder, (name, content) =>
    hasPayments(content) ? receivePayments(ports, name, content) : receiveMessage(ports, name, content),
  )
