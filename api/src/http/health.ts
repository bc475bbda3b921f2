// Answers health checks: whether the process runs, and whether it is ready to work.
import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../db/database-metrics.ts'

/** A clock that differs more would give orders wrong times, and their bookings wrong days. */
export const MAX_CLOCK_DRIFT_SECONDS = 5
/** An item that waits longer for its turn shows that a queue makes no progress. */
export const MAX_WAIT_MS = 5_000

/** Why a process cannot work although it runs. */
export type Obstacle = 'database_not_writable' | 'clock_differs'

export type Health = {
  isStopping: boolean
  readiness: () => Promise<Readiness>
  /** Why nothing can be changed at the moment; null: it can. */
  obstacle: () => Obstacle | null
  /** Reports a call that the database could not store anything for. */
  reportFailure: () => void
  /** For how long the work of a kind has waited or lasted, and how long it may, in milliseconds. By the name of the work. */
  waits: Map<string, { milliseconds: () => number; max: number }>
}

/** The health of a process that has just started. */
export const createHealth = ({
  readiness,
  obstacle = () => null,
  reportFailure = () => undefined,
}: Pick<Health, 'readiness'> & Partial<Pick<Health, 'obstacle' | 'reportFailure'>>): Health => ({
  isStopping: false,
  readiness,
  obstacle,
  reportFailure,
  waits: new Map(),
})

/** Ready, or why not: `stopping`, an obstacle, a queue that makes no progress, or what the database lacks. */
export async function stateOf({ isStopping, readiness, obstacle, waits }: Health): Promise<string> {
  if (isStopping) return 'stopping'
  const cause = obstacle()
  if (cause) return cause
  for (const [name, { milliseconds, max }] of waits) if (milliseconds() > max) return `${name}_blocked`
  return readiness()
}

/** Whether pages can be read, even while nothing can be changed: for a proxy that has servers for reading as well. */
export async function readingStateOf({ isStopping, readiness, waits }: Health): Promise<string> {
  if (isStopping) return 'stopping'
  const sessions = waits.get('sessions')
  return sessions && sessions.milliseconds() > sessions.max ? 'sessions_blocked' : readiness()
}

/** The answers to health checks by their path, the same on both ports. */
export const healthChecks: Record<string, (health: Health) => Promise<string>> = {
  '/readyz': stateOf,
  '/readyz/read': readingStateOf,
}

export function healthRoutes(app: FastifyInstance, health: Health): void {
  app.get('/healthz', { logLevel: 'silent' }, () => ({ status: 'up' }))
  for (const [path, check] of Object.entries(healthChecks))
    app.get(path, { logLevel: 'silent' }, async (_request, reply) => {
      const status = await check(health)
      return reply.code(status === 'ready' ? 200 : 503).send({ status })
    })
}
