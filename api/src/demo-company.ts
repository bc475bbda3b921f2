// Runs once, after the demo bank is filled: the people of a demo company give their orders. A real bank never starts it.
import { systemClock } from './adapters/clock.ts'
import { onParentExit } from './adapters/parent-process.ts'
import { dbOver, openPool, WORKER_LIMITS } from './db/sql.ts'
import { runCompany } from './demo/company/run-company.ts'

const { env } = process

onParentExit(() => process.exit(1))
const pool = openPool(env['DATABASE_URL'] ?? '', { size: 4, limits: WORKER_LIMITS, onError: () => undefined })
await runCompany(dbOver(pool), {
  password: env['DEMO_PASSWORD'] ?? '',
  now: env['DEMO_NOW'] ? new Date(env['DEMO_NOW']) : systemClock.now(),
})
await pool.end()
process.exit(0)
