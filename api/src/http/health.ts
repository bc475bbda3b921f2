// Answers health checks: whether the process runs, and whether it is ready to work.
import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../db/database-metrics.ts'

export type Health = { isStopping: boolean; readiness: () => Promise<Readiness> }

/** Ready, or why not. Who stops takes nothing new. */
export const stateOf = async ({ isStopping, readiness }: Health) => (isStopping ? 'stopping' : readiness())

export function healthRoutes(app: FastifyInstance, health: Health): void {
  app.get('/healthz', { logLevel: 'silent' }, () => ({ status: 'up' }))
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const status = await stateOf(health)
    return reply.code(status === 'ready' ? 200 : 503).send({ status })
  })
}
