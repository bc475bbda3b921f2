// What the server and the worker have in common as processes: a log, a pool, and a clean end.
import { type Logger, pino } from 'pino'
import { ConfigFault, type Config, readConfig } from './config.ts'
import type { Db } from './db/db.ts'
import { dbOver, openPool } from './db/sql.ts'

export type Running = { config: Config; log: Logger; db: Db }

const REDACTED = ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.confirmation']

/** Starts a process of the bank; `run` answers how to stop it. A fault at the start is one line and a non-zero exit. */
export async function startProcess(name: string, run: (running: Running) => Promise<() => Promise<void>>): Promise<void> {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (fault) {
    if (!(fault instanceof ConfigFault)) throw fault
    process.stderr.write(`${fault.message}\n`)
    process.exitCode = 1
    return
  }
  const log = pino({ name, level: config.logLevel, redact: REDACTED })
  const pool = openPool(config.databaseUrl, {
    size: config.poolSize,
    onFault: (fault) => log.warn({ err: fault }, 'a database connection was lost'),
  })

  const started = await run({ config, log, db: dbOver(pool) }).catch((fault: unknown) => {
    log.fatal({ err: fault }, `the ${name} could not start`)
    return null
  })
  if (!started) {
    await pool.end()
    process.exit(1)
  }

  let isStopping = false
  async function stop(reason: string) {
    if (isStopping || !started) return
    isStopping = true
    log.info({ reason }, 'stopping')
    await started()
    await pool.end()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  // Started by another process of ours: when that one dies, whatever the way, this one has no reason to stay.
  process.on('disconnect', () => void stop('parent gone'))
}
