// Lists all jobs of a worker: the name, the interval and what each runs.
import { join } from 'node:path'
import { newPushKey, openPushSender } from '../adapters/web-push.ts'
import type { Clock } from '../adapters/clock.ts'
import { openPostOffice } from '../adapters/mailer.ts'
import { purge } from '../db/purge.ts'
import { createDemoActivity } from '../demo/simulate-activity.ts'
import { simulateChequebooks } from '../demo/simulate-chequebooks.ts'
import { simulateClearing } from '../demo/simulate-clearing.ts'
import { createIncomingSimulator } from '../demo/simulate-incoming.ts'
import { simulateInbox } from '../demo/simulate-inbox.ts'
import { simulateRefundClaims } from '../demo/simulate-refund-claims.ts'
import { fanOutNextPush, sendNextPush } from '../domains/alerts/push-alerts.ts'
import { DERIVE_ALERTS_EVERY_MS, deriveNextAlerts } from '../domains/alerts/derive-alerts.ts'
import { sendNextAlerts } from '../domains/alerts/send-alerts.ts'
import { remindValidators } from '../domains/approvals/remind-validators.ts'
import { findHead, linkEvents, writeSearchTexts } from '../domains/audit/audit-chain-store.ts'
import { type BankIdentity, getBankIdentity } from '../domains/bank/bank-identity-store.ts'
import { isDemoBank } from '../domains/clearing/clearing-store.ts'
import { receiveAnswers } from '../domains/clearing/receive-answers.ts'
import { sendPayments } from '../domains/clearing/send-payments.ts'
import { receiveCollections } from '../domains/debits/present-collections.ts'
import { type QueuedMail, sendNextMails } from '../domains/notifications/mail-queue.ts'
import { loadPushKey } from '../domains/notifications/push-key-store.ts'
import { categoriseNewOperations } from '../domains/operations/categories/categorise-by-rule.ts'
import { answerPasswordRequest } from '../domains/session/request-password-link.ts'
import { transferListener } from '../domains/transfer-execution/transfer-clearing.ts'
import { purgeLookups } from '../domains/instant-payments/lookups/lookup-store.ts'
import { purgeDrafts } from '../domains/transfer-imports/import-store.ts'
import type { Running } from '../process.ts'
import type { Job } from './job.ts'
import { openInstantPayments } from './instant-payment-jobs.ts'
import { listScheduledJobs } from './scheduled-jobs.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const PUSH_CONCURRENCY = 4
/** Between two groups of the audit chain, so that customers do not wait for a whole second's events. */
const LINK_PAUSE_MS = 30

/** The search composes what is not counted yet, and accounts repeat in the groups of some seconds. */
const COUNT_EVERY_MS = 5 * SECOND

/** The idle pause of jobs that wait for a commit or for a moment: a moment is noticed at most this late. */
const IDLE = 20 * SECOND
/** The same for simulators, which answer customers soon. */
const IDLE_DEMO = 5 * SECOND

/** The jobs of this worker, and a function that closes the connections that they use. */
export async function createJobs(
  { config, log, db, metrics }: Omit<Running, 'health'>,
  clock: Clock,
): Promise<{ jobs: Job[]; close: () => Promise<void> }> {
  const { portalUrl, pushServices, demoActivity } = config
  const ports = { db, clock }
  const post = openPostOffice({ smtpUrl: config.smtpUrl, folder: config.mailFolder })
  const pushing = openPushSender({
    key: await loadPushKey(db, newPushKey, clock.now()),
    contact: async () => (await getBankIdentity(db)).email,
  })

  async function sendMails(signal: AbortSignal): Promise<void> {
    // Read for the first e-mail of a run.
    let bank: BankIdentity | null = null
    async function sendMail(mail: QueuedMail): Promise<void> {
      bank ??= await getBankIdentity(db)
      await post.send({ ...mail, from: { name: bank.name, address: bank.email } })
    }
    while (!signal.aborted) {
      const outcomes = await sendNextMails(ports, sendMail, signal)
      const because = (which: 'retried' | 'given_up') =>
        outcomes.flatMap((one) => (one.outcome === which ? [one.because] : []))
      const [retried, givenUp] = [because('retried'), because('given_up')]
      if (retried.length > 0) log.warn({ because: [...new Set(retried)] }, 'an e-mail did not leave; it is tried again')
      if (givenUp.length > 0)
        log.error(
          { because: [...new Set(givenUp)], given_up: givenUp.length },
          'e-mails were given up: `mails unsent` lists them',
        )
      if (outcomes.length === 0) return
    }
  }
  async function sendPushes(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const pushed = await sendNextPush({ ...ports, services: pushServices }, pushing)
      if (pushed.outcome === 'none') return
      if ('because' in pushed) log.warn({ because: pushed.because }, `a push message did not leave: ${pushed.outcome}`)
    }
  }
  async function pushAlerts(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await fanOutNextPush(ports)));
    // They run in parallel: one slow push service does not delay the others.
    await Promise.all(Array.from({ length: PUSH_CONCURRENCY }, () => sendPushes(signal)))
  }

  const clearing = { ...ports, notify: transferListener(config) }
  const [outgoing, incoming] = [join(config.clearingFolder, 'out'), join(config.clearingFolder, 'in')]
  async function receive(label: string, received: Promise<number>): Promise<void> {
    const count = await received
    if (count > 0) log.info({ taken: count }, label)
  }
  // The log is outside the database: a noted head proves later that the chain was neither truncated nor rebuilt.
  async function logHead(): Promise<void> {
    await linkEvents(db, clock.now())
    log.info({ head: await findHead(db) }, 'audit chain head')
  }

  const isDemo = config.isDemo && demoActivity !== 'off' && (await isDemoBank(db))
  const activity =
    isDemo && (demoActivity === 'usual' || demoActivity === 'busy')
      ? createDemoActivity({ ...ports, seed: 'teranga', rate: demoActivity })
      : null
  const simulators: Job[] = [
    { name: 'simulate-clearing', everyMs: 2 * SECOND, run: () => simulateClearing({ outgoing, incoming }) },
    { name: 'simulate-inbox', everyMs: 2 * SECOND, idleMs: IDLE_DEMO, run: () => simulateInbox(ports) },
    { name: 'simulate-chequebooks', everyMs: 2 * SECOND, idleMs: IDLE_DEMO, run: () => simulateChequebooks(ports) },
    {
      name: 'simulate-refund-claims',
      everyMs: 2 * SECOND,
      idleMs: IDLE_DEMO,
      run: () => simulateRefundClaims({ ...ports, portalUrl }),
    },
    ...(activity
      ? [
          { name: 'simulate-activity', everyMs: 5 * SECOND, run: activity },
          {
            name: 'simulate-incoming',
            everyMs: 30 * SECOND,
            run: createIncomingSimulator({ ...ports, incoming }),
          },
        ]
      : []),
  ]

  const instant = config.aip && (await openInstantPayments({ ...clearing, log, metrics }, config.aip))

  const jobs: Job[] = [
    ...listScheduledJobs({ ...ports, portalUrl }).map(({ name, isUrgent, run }) => ({
      name,
      ...(isUrgent ? { everyMs: SECOND, idleMs: IDLE } : { everyMs: MINUTE }),
      run,
    })),
    {
      name: 'send-payments',
      everyMs: 2 * SECOND,
      idleMs: IDLE,
      run: () => sendPayments({ ...clearing, folder: outgoing }),
    },
    {
      name: 'receive-clearing-answers',
      everyMs: 2 * SECOND,
      run: () => receive('answers of the networks', receiveAnswers({ ...clearing, folder: incoming })),
    },
    {
      name: 'receive-collections',
      everyMs: 2 * SECOND,
      run: () =>
        receive('files of direct debits', receiveCollections({ ...ports, folder: join(incoming, 'collections') })),
    },
    { name: 'categorise-operations', everyMs: 3 * SECOND, idleMs: IDLE, run: () => categoriseNewOperations(db) },
    { name: 'link-audit-chain', everyMs: SECOND, idleMs: IDLE, run: () => linkEvents(db, clock.now(), LINK_PAUSE_MS) },
    { name: 'write-audit-texts', everyMs: COUNT_EVERY_MS, idleMs: IDLE, run: () => writeSearchTexts(db) },
    { name: 'log-audit-chain-head', everyMs: HOUR, run: logHead },
    {
      name: 'derive-alerts',
      everyMs: DERIVE_ALERTS_EVERY_MS,
      idleMs: IDLE,
      run: async (signal) => {
        while (!signal.aborted && (await deriveNextAlerts(ports)));
      },
    },
    {
      name: 'write-alerts',
      everyMs: SECOND,
      idleMs: IDLE,
      run: async (signal) => {
        while (!signal.aborted && (await sendNextAlerts({ ...ports, portalUrl })));
      },
    },
    {
      name: 'answer-password-requests',
      everyMs: SECOND,
      idleMs: IDLE,
      run: async (signal) => {
        while (!signal.aborted && (await answerPasswordRequest({ db, portalUrl }, clock.now())));
      },
    },
    ...(pushServices.length > 0 ? [{ name: 'push-alerts', everyMs: SECOND, idleMs: IDLE, run: pushAlerts }] : []),
    { name: 'send-mails', everyMs: SECOND, idleMs: IDLE, run: sendMails },
    { name: 'remind-validators', everyMs: MINUTE, run: () => remindValidators({ ...ports, portalUrl }) },
    { name: 'purge', everyMs: MINUTE, run: async () => log.debug(await purge(db, clock.now()), 'purged') },
    { name: 'purge-import-drafts', everyMs: MINUTE, run: () => purgeDrafts(db, clock.now()) },
    { name: 'purge-look-ups', everyMs: MINUTE, run: () => purgeLookups(db, clock.now()) },
    ...(instant?.jobs ?? []),
    ...(isDemo ? simulators : []),
  ]
  return {
    jobs,
    close: async () => {
      await instant?.close()
      post.close()
      pushing.close()
    },
  }
}
