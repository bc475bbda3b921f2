// What the bank does without being asked.
import { join } from 'node:path'
import { findHead, linkEvents } from './db/journal.ts'
import { type QueuedMail, sendNextMail } from './db/mails.ts'
import { getBankIdentity } from './db/bank-identity.ts'
import { loadPushKey } from './db/push-keys.ts'
import { sweep } from './db/sweep.ts'
import { measureQueues } from './db/watch.ts'
import { sendNextPush, spreadNextPush } from './domains/alerts/push-alerts.ts'
import { sendNextAlerts } from './domains/alerts/send-alerts.ts'
import { isDemoBank } from './domains/clearing/clearing-store.ts'
import { playCounterpart } from './domains/clearing/demo-counterpart.ts'
import { playPrintShop } from './domains/chequebooks/run-orders.ts'
import { receiveAnswers } from './domains/clearing/receive-answers.ts'
import { sendItems } from './domains/clearing/send-items.ts'
import { playAdvisor } from './domains/inbox/demo-advisor.ts'
import { playClaims } from './domains/debits/demo-claims.ts'
import { receiveCollections } from './domains/debits/present-collections.ts'
import { categoriseNewOperations } from './domains/operations/categorise-by-rule.ts'
import { answerPasswordRequest } from './domains/session/ask-for-password.ts'
import { sweepDrafts } from './domains/transfers/import-store.ts'
import { remindValidators } from './domains/transfers/remind-validators.ts'
import { transferListener } from './domains/transfers/transfer-clearing.ts'
import { listDueWorks } from './due-works.ts'
import { type Clock, unixSeconds } from './outside/clock.ts'
import { openPostOffice } from './outside/post-office.ts'
import { newPushKey, openPushSender } from './outside/web-push.ts'
import type { Running } from './process.ts'
import { repeat, type Watch } from './repeat.ts'
import { walkStreet } from './street/play-street.ts'

const SWEEP_EVERY_MS = 60_000
const MAILS_EVERY_MS = 1_000
const ORDERS_EVERY_MS = 1_000
const CLEARING_EVERY_MS = 2_000
const RULES_EVERY_MS = 3_000
const LINKS_EVERY_MS = 1_000
const PUSH_LANES = 4
const STREET_EVERY_MS = 5_000
const HEAD_EVERY_MS = 3_600_000

/** Starts all of it; answers how to stop. */
export async function startWorks({ config, log, db, metrics }: Running, clock: Clock): Promise<() => Promise<void>> {
  // A work that takes one thing after another ends with the one it is at.
  const stopping = new AbortController()
  const post = openPostOffice({ smtpUrl: config.smtpUrl, folder: config.mailFolder })
  const rounds = metrics.counter('connect_work_rounds_total', 'How often a work was done, by work and outcome')
  const lastDone = metrics.gauge('connect_work_last_success_seconds', 'When a work was last done, in unix seconds')
  const lasted = metrics.gauge('connect_work_last_duration_seconds', 'How long it took then')
  measureQueues(metrics, db, clock.now)
  /** A work by the name under which log and figures tell of it. */
  const watched = (work: string): Watch => ({
    done: (seconds) => {
      rounds.add({ work, outcome: 'done' })
      lastDone.set(unixSeconds(clock.now()), { work })
      lasted.set(seconds, { work })
    },
    failed: (fault) => {
      rounds.add({ work, outcome: 'failed' })
      log.error({ err: fault }, `${work} failed`)
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
    while (!stopping.signal.aborted && (await spreadNextPush(ports)));
    // Side by side: one push service that answers slowly does not hold up the others.
    await Promise.all(Array.from({ length: PUSH_LANES }, pushMessages))
  }
  async function answerPasswordRequests(): Promise<void> {
    while (!stopping.signal.aborted && (await answerPasswordRequest({ db, portalUrl: config.portalUrl }, clock.now())));
  }

  const clearing = { ...ports, tell: transferListener(config) }
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
  const isDemo = config.isDemo && config.street !== 'off' && (await isDemoBank(db))
  const { street } = config
  const walk = street === 'usual' || street === 'busy' ? walkStreet({ ...ports, seed: 'teranga', pace: street }) : null
  async function playStreet(): Promise<void> {
    const happened = (await walk?.()) ?? 0
    if (happened > 0) log.debug({ happened }, 'operations of the street')
  }

  const works = [
    ...listDueWorks({ ...ports, portalUrl: config.portalUrl }).map(({ name, isUrgent, run }) =>
      repeat(async () => void (await run(stopping.signal)), isUrgent ? ORDERS_EVERY_MS : SWEEP_EVERY_MS, watched(name)),
    ),
    repeat(() => sendItems({ ...clearing, folder: outgoing }), CLEARING_EVERY_MS, watched('sending payments to the networks')),
    repeat(receive, CLEARING_EVERY_MS, watched('reading the answers of the networks')),
    ...(isDemo
      ? [
          repeat(() => playCounterpart({ outgoing, incoming }), CLEARING_EVERY_MS, watched('playing the other banks')),
          repeat(() => playAdvisor(ports), CLEARING_EVERY_MS, watched('playing the managers')),
          repeat(() => playPrintShop(ports), CLEARING_EVERY_MS, watched('playing the print shop')),
          repeat(playStreet, STREET_EVERY_MS, watched('playing the street')),
          repeat(() => playClaims({ ...ports, portalUrl: config.portalUrl }), CLEARING_EVERY_MS, watched('playing who answers claims')),
        ]
      : []),
    repeat(async () => log.debug(await sweep(db, clock.now()), 'swept'), SWEEP_EVERY_MS, watched('the sweep')),
    repeat(receiveDebits, CLEARING_EVERY_MS, watched('reading the direct debits that creditors present')),
    repeat(() => categoriseNewOperations(db), RULES_EVERY_MS, watched('categorising by rules')),
    repeat(async () => void (await sweepDrafts(db, clock.now())), SWEEP_EVERY_MS, watched('sweeping drafts')),
    repeat(
      async () => void (await remindValidators({ ...ports, portalUrl: config.portalUrl })),
      SWEEP_EVERY_MS,
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
    await Promise.all(works.map((stop) => stop()))
    post.close()
    pushing.close()
  }
}
