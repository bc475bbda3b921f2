// Watches the queues of the worker: how far it is behind, and when it has nothing left to do.
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../api/src/db/db.ts'
import { listQueues } from '../../api/src/db/database-metrics.ts'
import { notify } from '../../api/src/db/listen.ts'

/** What orders leave for the worker. The queues of the audit chain and of its search texts have the names of the metric. */
const AUDIT_CHAIN = 'journal'
const QUEUES = [AUDIT_CHAIN, 'journal_texts', 'alerts', 'mails']
/** While orders run, the queues are read rarely: reading them costs time of the database too. */
const WATCH_EVERY_MS = 1_000
const POLL_EVERY_MS = 250
const DRAIN_MINUTES = 15

/** Events without a link, for how many seconds the first has waited, and whether any queue has an item. */
async function readQueues(db: Db) {
  const queues = (await listQueues(db, new Date())).filter(({ queue }) => QUEUES.includes(queue))
  const chain = queues.find(({ queue }) => queue === AUDIT_CHAIN)
  if (!chain) throw new Error('the metrics have no queue of the audit chain')
  return { lagSeconds: chain.oldest, isEmpty: queues.every(({ waiting }) => waiting === 0) }
}

/** Waits until the worker has nothing left to do. */
export async function untilQueuesAreEmpty(db: Db): Promise<void> {
  // The bare server notifies nobody, and the worker would poll only now and then.
  notify(db.pool)
  const deadline = Date.now() + DRAIN_MINUTES * 60_000
  while (!(await readQueues(db)).isEmpty) {
    if (Date.now() > deadline) throw new Error(`the worker was not done after ${DRAIN_MINUTES} minutes`)
    await pause(POLL_EVERY_MS)
  }
}

/** Reads the lag of the audit chain until it is stopped; `onReading` is called at each reading. Answers the greatest lag. */
export function watchChain(db: Db, onReading: () => Promise<void>): { stop: () => Promise<number> } {
  let maxLag = 0
  const stopping = new AbortController()
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      maxLag = Math.max(maxLag, (await readQueues(db)).lagSeconds)
      await onReading()
      await pause(WATCH_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  // An error is thrown where the watching is stopped.
  watching.catch(() => undefined)
  return {
    async stop() {
      stopping.abort()
      await watching
      return maxLag
    },
  }
}
