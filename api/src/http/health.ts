// What a supervisor asks: is the process up, and can it do its work.
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/db.ts'

export function healthRoutes(app: FastifyInstance, db: Db): void {
  app.get('/healthz', { logLevel: 'silent' }, () => ({ status: 'up' }))
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    try {
      await db`SELECT 1 AS one`
      return { status: 'ready' }
    } catch {
      return reply.code(503).send({ status: 'database_unreachable' })
    }
  })
}
