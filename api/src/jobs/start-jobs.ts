// Runs the jobs of a worker: each at its interval, with metrics, its last run recorded for operators, and immediately
// if one requests it.
import { type Clock, unixSeconds } from '../adapters/clock.ts'
import { notifyParent } from '../adapters/parent-process.ts'
import { runEvery } from '../adapters/run-every.ts'
import { listenForCommits } from '../db/listen.ts'
import { withoutNotifications } from '../db/sql.ts'
import { measureQueues } from '../db/database-metrics.ts'
import { isUnavailable, isUnwritable } from '../db/unavailable.ts'
import type { Running } from '../process.ts'
import type { Job } from './job.ts'
import { createJobs } from './job-list.ts'
import { recordRun, takeRequestedRuns } from './job-run-store.ts'

/**
 * A job is recorded at most this often: minutes are exact enough for operators, and an idle worker must not write every
 * second.
 */
const RECORD_EVERY_MS = 60_000
/** How soon an operator's request for a run is read: after a notification, and without one. */
const REQUESTS_EVERY_MS = { notified: 1_000, idle: 20_000 }
/** While the database is unavailable, the pauses of jobs double up to this. */
const MAX_PAUSE_MS = 5_000
const REPEAT_WARNING_MS = 60_000
/** A run that lasts longer makes no progress: no statement may take this long. */
const MAX_RUN_MS = 300_000

/** Starts all jobs; returns a function that stops them: each ends after its current item. */
export async function startJobs(running: Running, clock: Clock): Promise<() => Promise<void>> {
  const { log, db, metrics, health } = running
  const dbWithoutNotifications = withoutNotifications(db)
  const stopping = new AbortController()
  const runs = metrics.counter({
    name: 'connect_job_runs_total',
    help: 'Runs of each job, by job and outcome',
    labelNames: ['job', 'outcome'],
  })
  const lastSuccess = metrics.gauge({
    name: 'connect_job_last_success_seconds',
    help: 'When each job last succeeded, in unix seconds',
    labelNames: ['job'],
  })
  const lastDuration = metrics.gauge({
    name: 'connect_job_last_duration_seconds',
    help: 'How long that run took',
    labelNames: ['job'],
  })
  measureQueues(metrics, db, clock.now)

  function observerOf({ name, everyMs, idleMs = everyMs }: Job) {
    let recordedAt = 0
    let hasFailed = false
    let failures = 0
    let warnedAt = -Infinity
    /** One line a minute, without a stack: an outage is one event, not one for each run of each job. */
    function warn(error: unknown): void {
      const now = performance.now()
      if (now - warnedAt < REPEAT_WARNING_MS) return
      warnedAt = now
      log.warn({ because: error instanceof Error ? error.message : '' }, `${name} waits for the database`)
    }
    function record(seconds: number, error: string | null): void {
      const now = clock.now()
      if (error === null && !hasFailed && now.getTime() - recordedAt < RECORD_EVERY_MS) return
      hasFailed = error !== null
      recordedAt = now.getTime()
      const run = {
        name,
        every_ms: idleMs,
        started_at: new Date(now.getTime() - seconds * 1000),
        finished_at: now,
        error,
      }
      // Without a record the job has run nevertheless: the next run is recorded.
      recordRun(dbWithoutNotifications, { ...run, next_run_at: new Date(now.getTime() + idleMs) }).catch(
        (lost: unknown) => {
          recordedAt = 0
          log.warn({ err: lost }, `a run of ${name} was not recorded`)
        },
      )
    }
    return {
      /** The next run is recorded, however recent the last record is. */
      recordNext: () => {
        recordedAt = 0
      },
      pauseMs: () => (failures === 0 ? idleMs : Math.max(everyMs, Math.min(MAX_PAUSE_MS, everyMs * 2 ** failures))),
      done: (seconds: number) => {
        failures = 0
        runs.inc({ job: name, outcome: 'done' })
        lastSuccess.set({ job: name }, unixSeconds(clock.now()))
        lastDuration.set({ job: name }, seconds)
        record(seconds, null)
      },
      failed: (error: unknown) => {
        failures += 1
        runs.inc({ job: name, outcome: 'failed' })
        if (isUnwritable(error)) health.reportFailure()
        if (isUnavailable(error)) return warn(error)
        log.error({ err: error }, `${name} failed`)
        // Only the type of the error: a message of the database may contain data of customers.
        record(0, error instanceof Error ? error.name : 'Error')
      },
    }
  }

  const beganAt = new Map<string, number>()
  const runOf = (job: Job) => async () => {
    beganAt.set(job.name, performance.now())
    try {
      await job.run(stopping.signal)
    } finally {
      beganAt.delete(job.name)
    }
  }
  const longestRun = () => performance.now() - Math.min(performance.now(), ...beganAt.values())
  metrics.reading(
    { name: 'connect_job_oldest_run_seconds', help: 'For how long the longest run of a job has lasted' },
    () => [{ value: longestRun() / 1000 }],
  )
  health.waits.set('jobs', { milliseconds: longestRun, max: MAX_RUN_MS })

  const { jobs, close } = await createJobs(running, clock)
  const started = new Map(
    jobs.map((job) => {
      const observer = observerOf(job)
      return [job.name, { ...runEvery(runOf(job), observer.pauseMs, observer), ...observer }]
    }),
  )
  const requests = runEvery(
    async () => {
      for (const name of await takeRequestedRuns(db)) {
        started.get(name)?.recordNext()
        started.get(name)?.runNow()
      }
    },
    () => REQUESTS_EVERY_MS.idle,
    { done: () => undefined, failed: (error) => log.warn({ err: error }, 'requested runs could not be read') },
  )
  // Most jobs wait for what somebody commits. A notification that is lost costs one idle pause.
  const stopListening = listenForCommits(db.pool, {
    onNotify: () => {
      requests.runSoon(REQUESTS_EVERY_MS.notified)
      for (const { name, everyMs, idleMs } of jobs) if (idleMs) started.get(name)?.runSoon(everyMs)
    },
    onError: (error) => log.warn({ err: error }, 'jobs are not notified of commits and only poll'),
  })
  notifyParent({ ready: true })
  log.info('working')
  return async () => {
    stopping.abort()
    await stopListening()
    await Promise.all([requests.stop(), ...[...started.values()].map(({ stop }) => stop())])
    await close()
  }
}
