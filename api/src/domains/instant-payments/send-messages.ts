// Sends queued messages to the interface application (AIP).
import * as z from 'zod/mini'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { AipCallPath } from '../../formats/instant/aip-calls.ts'
import type { Listener } from '../clearing/payment-updates.ts'
import {
  markMessageRefused,
  markMessageRetried,
  markMessagesSent,
  type OutgoingMessage,
  type QueuedMessage,
  takeMessages,
} from './platform/aip-message-store.ts'
import { markRequestFailed, markRequestsSent } from './requests/payment-request-store.ts'
import { markPaymentsSent } from './platform/instant-payment-store.ts'
import { receiveFailure } from './payments/receive-outcome.ts'
import { endRefusedAliasMessage } from './aliases/refused-alias-message.ts'
import { endUnknownPayment } from './payments/refused-payment.ts'

/** The connection to the AIP. `send` throws where the network failed: whether the message arrived is then unknown. */
export type AipSender = {
  send: (
    path: AipCallPath,
    body: unknown,
  ) => Promise<{ outcome: 'accepted' } | { outcome: 'refused'; status: number; text: string }>
}

type Ports = { db: Db; clock: Clock; notify: Listener; aip: AipSender; warn: (facts: object, sentence: string) => void }

const AT_ONCE = 32
const MAX_PAUSE_SECONDS = 30
/** How the AIP answers a question for a payment that it does not have. */
const UNKNOWN = 404

/** No answer will come to a refused message: what it began ends, or is asked for. */
function endRefused(
  { db, clock, notify, warn }: Ports,
  { id, path, message_id, body }: QueuedMessage,
  { status, text }: { status: number | null; text: string },
): Promise<void> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    // Another worker may have sent the message meanwhile, after this one was slow.
    if (!(await markMessageRefused(tx, id, text))) return
    // The path tells the type of the body; the compiler does not know it of a row.
    const message = { path, body } as OutgoingMessage
    if (path === '/transferts' && message_id !== null) await receiveFailure(tx, message_id, now)
    if (path === '/demandes-paiements' && message_id !== null) await markRequestFailed(tx, message_id, now)
    if (message.path === '/transferts/statut' && status === UNKNOWN) {
      const ended = await endUnknownPayment(tx, notify, message.body.endToEndId, now)
      if (ended)
        warn({ end_to_end_id: message.body.endToEndId }, 'the AIP never had a payment: its money is given back')
    }
    await endRefusedAliasMessage(tx, message, now)
  })
}

async function sendOne(ports: Ports, message: QueuedMessage): Promise<string | null> {
  const { db, clock, aip, warn } = ports
  const { id, path, body, tries } = message
  try {
    const answer = await aip.send(path, body)
    if (answer.outcome === 'accepted') return id
    const { status, text } = answer
    warn({ path, status }, 'the AIP refused a message')
    await endRefused(ports, message, { status, text: `${status} ${text}` })
  } catch (error) {
    if (error instanceof z.core.$ZodError) {
      // An error of ours: the same body will never fit.
      warn(
        { path, problems: error.issues.map((issue) => issue.path.join('.')) },
        'a message does not fit the interface',
      )
      await endRefused(ports, message, { status: null, text: 'does not fit the interface' })
      return null
    }
    warn(
      { path, because: error instanceof Error ? error.message : '' },
      'the AIP was not reached; the message is sent again',
    )
    const pause = Math.min(MAX_PAUSE_SECONDS, 2 ** Math.min(tries, 10) / 2)
    await markMessageRetried(db, id, new Date(clock.now().getTime() + pause * 1000))
  }
  return null
}

/** Sends the messages that are due; answers how many the AIP has taken. */
export async function sendMessages(ports: Ports): Promise<number> {
  const { db, clock, notify } = ports
  const messages = await takeMessages(db, clock.now(), AT_ONCE)
  if (messages.length === 0) return 0
  const sent = (await Promise.all(messages.map((message) => sendOne(ports, message)))).filter((id) => id !== null)
  if (sent.length > 0)
    await transaction(db, async (tx) => {
      const now = clock.now()
      await markMessagesSent(tx, sent, now)
      await markRequestsSent(
        tx,
        messages.flatMap(({ id, path, message_id }) =>
          path === '/demandes-paiements' && message_id !== null && sent.includes(id) ? [message_id] : [],
        ),
      )
      const payments = messages.flatMap(({ id, path, message_id }) =>
        path === '/transferts' && message_id !== null && sent.includes(id) ? [message_id] : [],
      )
      if (payments.length > 0) {
        const sentPayments = await markPaymentsSent(tx, payments, now)
        await notify(
          tx,
          sentPayments.map((payment) => ({ payment, state: 'sent', reason: null })),
          now,
        )
      }
    })
  return sent.length
}
