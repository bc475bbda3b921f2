// Sends alerts to phones and computers. The alert itself is the outbox: each is distributed to the devices once.
import { createHmac } from 'node:crypto'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { PushSender } from '../../adapters/web-push.ts'
import { mailTimeOf } from './alert-rules.ts'
import { isPushEndpoint, nextTryOf, PUSH_LIFE_SECONDS } from './push-rules.ts'
import {
  takeNextMessage,
  type DueMessage,
  dropMessage,
  hasDuePushes,
  lockNextPush,
  postponeMessage,
  postponePushes,
  removeUnsubscribedDevice,
  fanOutPushes,
  type Waiting,
} from './push-store.ts'

/** Longer than the timeout of a call to a push service. */
const CLAIM_MS = 60_000

/**
 * The time at which a device is notified: at once, or after the quiet hours. The daily e-mail does not delay push
 * messages, and nothing delays security alerts.
 */
function pushTimeOf(at: Date, { is_security, quiet_from: from, quiet_to: to }: Omit<Waiting, 'user_id'>): Date {
  const quiet = from !== null && to !== null ? { from, to } : null
  return is_security ? at : mailTimeOf(at, { is_daily: false, quiet })
}

/**
 * Queues the alerts of the next user for their devices, or postpones them to the end of quiet hours; answers whether
 * there was one.
 */
export async function fanOutNextPush({ db, clock }: { db: Db; clock: Clock }): Promise<boolean> {
  if (!(await hasDuePushes(db, clock.now()))) return false
  return transaction(db, async (tx) => {
    const now = clock.now()
    const next = await lockNextPush(tx, now)
    if (!next) return false
    const { user_id, is_security } = next
    const time = pushTimeOf(now, next)
    if (time > now) await postponePushes(tx, user_id, time)
    else await fanOutPushes(tx, user_id, is_security, now)
    return true
  })
}

/**
 * A topic for the kind on this device: the push service keeps only the newest message of each topic, and cannot read
 * the kind from it.
 */
const topicOf = ({ auth, kind }: Pick<DueMessage, 'auth' | 'kind'>) =>
  createHmac('sha256', auth).update(kind).digest('base64url').slice(0, 32)

/** The content of a push message: kind and link; the details are shown after sign-in. */
const payloadOf = ({ kind, lang, alert_id }: DueMessage) => JSON.stringify({ kind, lang, link: `alerts/${alert_id}` })

/** Sends the next due message. A failed one is retried for a day, then given up. */
export async function sendNextPush(
  { db, clock, services }: { db: Db; clock: Clock; services: readonly string[] },
  sender: PushSender,
): Promise<{ outcome: 'none' | 'sent' | 'gone' } | { outcome: 'later' | 'given up'; because: string }> {
  const now = clock.now()
  const message = await takeNextMessage(db, now, new Date(now.getTime() + CLAIM_MS))
  if (!message) return { outcome: 'none' }
  const input = {
    plaintext: payloadOf(message),
    topic: topicOf(message),
    isUrgent: message.is_security,
    lifeSeconds: PUSH_LIFE_SECONDS,
  }
  // A service that was removed from the configuration is treated as gone.
  const outcome = isPushEndpoint(message.endpoint, services)
    ? await sender.send(message, input, now)
    : ({ kind: 'gone' } as const)
  if (outcome.kind === 'gone') {
    await removeUnsubscribedDevice(db, message)
    // The device may have renewed its subscription meanwhile, with another address: it is kept, and the message is
    // dropped.
    await dropMessage(db, message.id)
    return { outcome: 'gone' }
  }
  const later = outcome.kind === 'later' ? nextTryOf(message, outcome.seconds, now) : null
  const next = later && pushTimeOf(later, message)
  if (next && outcome.kind === 'later') await postponeMessage(db, message.id, next, outcome.because)
  else await dropMessage(db, message.id)
  if (outcome.kind === 'sent') return { outcome: 'sent' }
  return { outcome: next ? 'later' : 'given up', because: outcome.because }
}
