// What the bank does without being asked.
import { join } from 'node:path'
import { findHead, linkEvents } from '../domains/audit/audit-chain-store.ts'
import { type QueuedMail, sendNextMail } from '../domains/notifications/mail-queue.ts'
import { getBankIdentity } from '../domains/bank/bank-identity-store.ts'
import { loadPushKey } from '../domains/notifications/push-key-store.ts'
import { purge } from '../db/purge.ts'
import { measureQueues } from '../db/database-metrics.ts'
import { sendNextPush, fanOutNextPush } from '../domains/alerts/push-alerts.ts'
import { sendNextAlerts } from '../domains/alerts/send-alerts.ts'
import { isDemoBank } from '../domains/clearing/clearing-store.ts'
import { simulateClearing } from '../demo/simulate-clearing.ts'
import { simulateChequebooks } from '../domains/chequebooks/run-orders.ts'
import { receiveAnswers } from '../domains/clearing/receive-answers.ts'
import { sendPayments } from '../domains/clearing/send-payments.ts'
import { simulateInbox } from '../demo/simulate-inbox.ts'
import { simulateRefundClaims } from '../demo/simulate-refund-claims.ts'
import { receiveCollections } from '../domains/debits/present-collections.ts'
import { categoriseNewOperations } from '../domains/operations/categories/categorise-by-rule.ts'
import { answerPasswordRequest } from '../domains/session/request-password-link.ts'
import { purgeDrafts } from '../domains/transfer-imports/import-store.ts'
import { remindValidators } from '../domains/approvals/remind-validators.ts'
import { transferListener } from '../domains/transfer-execution/transfer-clearing.ts'
import { listScheduledJobs } from './scheduled-jobs.ts'
import { type Clock, unixSeconds } from '../adapters/clock.ts'
import { openPostOffice } from '../adapters/mailer.ts'
import { newPushKey, openPushSender } from '../adapters/web-push.ts'
import type { Running } from '../process.ts'
import { repeat, type RunObserver } from './run-every.ts'
import { createDemoActivity } from '../demo/simulate-activity.ts'

const PURGE_EVERY_MS = 60_000
const MAILS_EVERY_MS = 1_000
const ORDERS_EVERY_MS = 1_000
const CLEARING_EVERY_MS = 2_000
const RULES_EVERY_MS = 3_000
const LINKS_EVERY_MS = 1_000
const PUSH_CONCURRENCY = 4
const DEMO_ACTIVITY_EVERY_MS = 5_000
const HEAD_EVERY_MS = 3_600_000

/** Starts all of it; answers how to stop. */
export async function startJobs({ config, log, db, metrics }: Running, clock: Clock): Promise<() => Promise<void>> {
  // A work that takes one thing after another ends with the one it is at.
  const stopping = new AbortController()
  const post = openPostOffice({ smtpUrl: config.smtpUrl, folder: config.mailFolder })
  const runs = metrics.counter('connect_job_runs_total', 'How often a work was done, by work and outcome')
  const lastDone = metrics.gauge('connect_job_last_success_seconds', 'When a work was last done, in unix seconds')
  const lasted = metrics.gauge('connect_job_last_duration_seconds', 'How long it took then')
  measureQueues(metrics, db, clock.now)
  /** A work by the name under which log and figures tell of it. */
  const watched = (work: string): RunObserver => ({
    done: (seconds) => {
      runs.add({ work, outcome: 'done' })
      lastDone.set(unixSeconds(clock.now()), { work })
      lasted.set(seconds, { work })
    },
    failed: (error) => {
      runs.add({ work, outcome: 'failed' })
      log.error({ err: error }, `${work} failed`)
    },
  })

  async function send(mail: QueuedMail): Promise<void> {
    const { name, email } = await getBankIdentity(db)
    await post.send({ ...mail, from: { name, address: email } })
  }
  async function sendMails(): Promise<void> {
    while (!stopping.signal.aborted) {
      const outcome = await sendNextMail(db, send, clock.now())
      if (outcome === 'failed') log.warn('an e-mail did not leave; it is tried again')
      if (outcome === 'none') return
    }
  }

  const ports = { db, clock }
  async function sendAlerts(): Promise<void> {
    while (!stopping.signal.aborted && (await sendNextAlerts({ ...ports, portalUrl: config.portalUrl })));
  }
  const pushing = openPushSender({
    key: await loadPushKey(db, newPushKey, clock.now()),
    contact: async () => (await getBankIdentity(db)).email,
  })
  async function pushMessages(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pushed = await sendNextPush({ ...ports, services: config.pushServices }, pushing)
      if (pushed.outcome === 'none') return
      if ('because' in pushed) log.warn({ because: pushed.because }, `a push message did not leave: ${pushed.outcome}`)
    }
  }
  async function pushAlerts(): Promise<void> {
    while (!stopping.signal.aborted && (await fanOutNextPush(ports)));
    // Side by side: one push service that answers slowly does not hold up the others.
    await Promise.all(Array.from({ length: PUSH_CONCURRENCY }, pushMessages))
  }
  async function answerPasswordRequests(): Promise<void> {
    while (!stopping.signal.aborted && (await answerPasswordRequest({ db, portalUrl: config.portalUrl }, clock.now())));
  }

  const clearing = { ...ports, notify: transferListener(config) }
  const [outgoing, incoming] = [join(config.clearingFolder, 'out'), join(config.clearingFolder, 'in')]
  async function receive(): Promise<void> {
    const taken = await receiveAnswers({ ...clearing, folder: incoming })
    if (taken > 0) log.info({ taken }, 'answers of the networks')
  }
  async function receiveDebits(): Promise<void> {
    const taken = await receiveCollections({ ...ports, folder: join(incoming, 'collections') })
    if (taken > 0) log.info({ taken }, 'files of direct debits')
  }
  // What the log has once said is outside the database: it shows later that the chain was neither cut nor made anew.
  async function noteHead(): Promise<void> {
    await linkEvents(db, clock.now())
    log.info({ head: await findHead(db) }, 'head of the journal')
  }
  const isDemo = config.isDemo && config.demoActivity !== 'off' && (await isDemoBank(db))
  const { demoActivity } = config
  const walk =
    demoActivity === 'usual' || demoActivity === 'busy' ? createDemoActivity({ ...ports, seed: 'teranga', rate: demoActivity }) : null
  async function simulateActivity(): Promise<void> {
    const applied = (await walk?.()) ?? 0
    if (applied > 0) log.debug({ applied }, 'operations of the street')
  }

  const jobs = [
    ...listScheduledJobs({ ...ports, portalUrl: config.portalUrl }).map(({ name, isUrgent, run }) =>
      repeat(async () => void (await run(stopping.signal)), isUrgent ? ORDERS_EVERY_MS : PURGE_EVERY_MS, watched(name)),
    ),
    repeat(() => sendPayments({ ...clearing, folder: outgoing }), CLEARING_EVERY_MS, watched('sending payments to the networks')),
    repeat(receive, CLEARING_EVERY_MS, watched('reading the answers of the networks')),
    ...(isDemo
      ? [
          repeat(() => simulateClearing({ outgoing, incoming }), CLEARING_EVERY_MS, watched('playing the other banks')),
          repeat(() => simulateInbox(ports), CLEARING_EVERY_MS, watched('playing the managers')),
          repeat(() => simulateChequebooks(ports), CLEARING_EVERY_MS, watched('playing the print shop')),
          repeat(simulateActivity, DEMO_ACTIVITY_EVERY_MS, watched('playing the street')),
          repeat(
            () => simulateRefundClaims({ ...ports, portalUrl: config.portalUrl }),
            CLEARING_EVERY_MS,
            watched('playing who answers claims'),
          ),
        ]
      : []),
    repeat(async () => log.debug(await purge(db, clock.now()), 'swept'), PURGE_EVERY_MS, watched('the sweep')),
    repeat(receiveDebits, CLEARING_EVERY_MS, watched('reading the direct debits that creditors present')),
    repeat(() => categoriseNewOperations(db), RULES_EVERY_MS, watched('categorising by rules')),
    repeat(async () => void (await purgeDrafts(db, clock.now())), PURGE_EVERY_MS, watched('sweeping drafts')),
    repeat(
      async () => void (await remindValidators({ ...ports, portalUrl: config.portalUrl })),
      PURGE_EVERY_MS,
      watched('reminding validators'),
    ),
    repeat(async () => void (await linkEvents(db, clock.now())), LINKS_EVERY_MS, watched('linking the journal')),
    repeat(noteHead, HEAD_EVERY_MS, watched('noting the head of the journal')),
    repeat(sendAlerts, MAILS_EVERY_MS, watched('writing alerts')),
    repeat(answerPasswordRequests, MAILS_EVERY_MS, watched('answering those who forgot their password')),
    ...(config.pushServices.length > 0 ? [repeat(pushAlerts, MAILS_EVERY_MS, watched('pushing alerts'))] : []),
    repeat(sendMails, MAILS_EVERY_MS, watched('sending e-mails')),
  ]
  process.send?.({ ready: true })
  log.info('working')
  return async () => {
    stopping.abort()
    await Promise.all(jobs.map((stop) => stop()))
    post.close()
    pushing.close()
  }
}
