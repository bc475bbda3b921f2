// Checks the readiness of the database, and reads metrics of the pool and of the queues in the database.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from './db.ts'
import { withDeadline } from '../adapters/deadline.ts'
import type { Metrics } from '../adapters/metrics.ts'

/** The migrations are beside the code that needs them, in a release as in the repository. */
const MIGRATIONS = join(import.meta.dirname, '../../../database/migrations')

/** A load balancer checks every two seconds, and needs the answer before its next check. */
const READINESS_MS = 1_800

export type Readiness = 'ready' | 'database_unreachable' | 'schema_behind' | 'no_signing_key'

/**
 * Checks that the database is reachable, has every migration of this release, and has a signing key. Newer migrations
 * are ignored.
 */
export function readinessOver(db: Db): () => Promise<Readiness> {
  const needed = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))
  return async () => {
    try {
      const [row] = await withDeadline(
        READINESS_MS,
        () => db<{ applied: number; keys: number }>`
        SELECT (SELECT count(*) FROM schema_migrations WHERE name = ANY (${needed})) AS applied,
               (SELECT count(*) FROM signing_keys) AS keys`,
      )
      if (row?.applied !== needed.length) return 'schema_behind'
      return row.keys > 0 ? 'ready' : 'no_signing_key'
    } catch {
      return 'database_unreachable'
    }
  }
}

type Queue = { queue: string; waiting: number; oldest: number }

/** The length of each queue, and for how many seconds its first item has been due. */
export const listQueues = (db: Db, now: Date) => db<Queue>`
  SELECT q.queue, q.waiting, greatest(0, coalesce(extract(epoch FROM ${now}::timestamptz - q.since), 0))::float8 AS oldest
    FROM (SELECT 'transfers' AS queue, count(*) AS waiting, min(run_at) AS since FROM transfers WHERE run_at <= ${now}
          UNION ALL SELECT 'mails', count(*), min(created_at) FROM mails WHERE next_try_at IS NOT NULL
          UNION ALL SELECT 'pushes', count(*), min(created_at) FROM push_messages
          UNION ALL SELECT 'clearing_to_send', count(*), min(queued_at) FROM outgoing_payments WHERE state = 'queued'
          UNION ALL SELECT 'clearing_unanswered', count(*), min(queued_at) FROM outgoing_payments WHERE state = 'sent'
          UNION ALL SELECT 'alerts', count(*), min(queued_at) FROM alert_queue
          UNION ALL SELECT 'journal', coalesce(sum(cardinality(event_ids)), 0), min(oldest_at) FROM audit_queue
          UNION ALL SELECT 'journal_texts', coalesce(sum(event_count), 0)::bigint, min(oldest_at) FROM audit_text_queue) q`

/** The connection pool of a process. */
export function measurePool(metrics: Metrics, { pool }: Db): void {
  metrics.reading(
    {
      name: 'connect_database_connections',
      help: 'Connections to the database, and calls that wait for one',
      labelNames: ['state'],
    },
    () => [
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'wanted' }, value: pool.waitingCount },
    ],
  )
}

/** By how much the clock of this machine is ahead of the database's. */
export function measureClock(metrics: Metrics, clockDrift: () => number | null): void {
  metrics.reading(
    { name: 'connect_clock_drift_seconds', help: 'By how many seconds this clock is ahead of the database' },
    () => {
      const drift = clockDrift()
      if (drift === null) throw new Error('the clocks could not be compared')
      return [{ value: drift }]
    },
  )
}

/** Measures the queues of the bank, which are the same for every process: one worker is enough. */
export function measureQueues(metrics: Metrics, db: Db, now: () => Date): void {
  const labelNames = ['queue'] as const
  metrics.reading({ name: 'connect_queue_length', help: 'What waits to be done', labelNames }, async () =>
    (await listQueues(db, now())).map(({ queue, waiting }) => ({ labels: { queue }, value: waiting })),
  )
  metrics.reading(
    { name: 'connect_queue_oldest_seconds', help: 'For how long the first of it has waited', labelNames },
    async () => (await listQueues(db, now())).map(({ queue, oldest }) => ({ labels: { queue }, value: oldest })),
  )
}
