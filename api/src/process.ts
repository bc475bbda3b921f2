// Runs server and worker as processes: a log, a pool, and a graceful stop.
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { ConfigError, type Config, readConfig } from './config.ts'
import type { Db } from './db/db.ts'
import { closePool } from './db/listen.ts'
import { dbOver, openPool, SERVER_LIMITS, WORKER_LIMITS } from './db/sql.ts'
import { waitForDatabase } from './db/wait-for-database.ts'
import { startWriteProbe, type WriteProbe } from './db/write-probe.ts'
import { measureClock, measurePool, readinessOver } from './db/database-metrics.ts'
import { createHealth, type Health, MAX_CLOCK_DRIFT_SECONDS, type Obstacle } from './http/health.ts'
import { openMetricsPort } from './http/metrics-port.ts'
import { systemClock } from './adapters/clock.ts'
import { createLog } from './adapters/log.ts'
import { refuseAddress } from './refuse-address.ts'
import { createMetrics, type Metrics } from './adapters/metrics.ts'
import { onParentExit } from './adapters/parent-process.ts'

export type Running = { config: Config; log: Logger; db: Db; metrics: Metrics; health: Health }

function obstacleOf({ canWrite, clockDrift }: WriteProbe): Obstacle | null {
  if (!canWrite()) return 'database_not_writable'
  return Math.abs(clockDrift() ?? 0) > MAX_CLOCK_DRIFT_SECONDS ? 'clock_differs' : null
}

/**
 * Jobs take turns on few connections: each connection has its own plans and caches, and keeping them warm costs more than waiting for
 * another job.
 */
const WORKER_CONNECTIONS = 4

/** Starts a process of the bank; `run` answers the function that stops it. An error at the start is one line and a non-zero exit code. */
export async function startProcess(
  name: 'server' | 'worker',
  run: (running: Running) => Promise<() => Promise<void>>,
): Promise<void> {
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
    return
  }
  // Started by another process of ours: when that one dies, this one stops. Before it has started, there is nothing to finish.
  let endWithParent = (): void => process.exit(0)
  onParentExit(() => endWithParent())
  const log = createLog(name, config.logLevel)
  const pool = openPool(config.databaseUrl, {
    size: name === 'server' ? config.poolSize : Math.min(config.poolSize, WORKER_CONNECTIONS),
    limits: name === 'server' ? SERVER_LIMITS : WORKER_LIMITS,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })

  const db = dbOver(pool)
  const probe = startWriteProbe(config.databaseUrl, {
    clock: systemClock,
    onChange: (canWrite, error) => {
      if (canWrite) log.info('the database can be written')
      else log.error({ err: error }, 'the database cannot be written')
    },
  })
  const metrics = createMetrics()
  metrics.measureProcess()
  measureClock(metrics, probe.clockDrift)
  measurePool(metrics, db)
  const health = createHealth({
    readiness: readinessOver(db),
    obstacle: () => obstacleOf(probe),
    reportFailure: probe.reportFailure,
  })
  async function start(): Promise<() => Promise<void>> {
    const { metricsPort, metricsHost } = config
    const openPort =
      metricsPort === null
        ? null
        : await openMetricsPort({ port: metricsPort, host: metricsHost, metrics, health }).catch(
            refuseAddress({ port: 'METRICS_PORT', host: 'METRICS_HOST' }, { port: metricsPort, host: metricsHost }),
          )
    if (openPort) log.info({ port: openPort.port, host: metricsHost }, 'metrics and health checks')
    // The database may be starting too: after a crash of the machine, for example.
    await waitForDatabase(db, {
      onWait: (error) =>
        log.warn({ because: error instanceof Error ? error.message : '' }, `the ${name} waits for the database`),
    })
    const close = await run({ config, log, db, metrics, health })
    return async () => {
      await close()
      await probe.close()
      await openPort?.close()
    }
  }

  const started = await start().catch((error: unknown) => {
    if (error instanceof ConfigError) log.fatal(error.message)
    else log.fatal({ err: error }, `the ${name} could not start`)
    return null
  })
  if (!started) {
    await probe.close()
    await pool.end()
    process.exit(1)
  }

  let isStopping = false
  async function stop(reason: string) {
    if (isStopping || !started) return
    isStopping = true
    health.isStopping = true
    log.info({ reason }, 'stopping')
    // Load balancers first learn that this server takes no more requests.
    await pause(config.stopDelaySeconds * 1000)
    await started()
    await closePool(pool)
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  endWithParent = () => void stop('parent gone')
}
