import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHealth } from '../http/health.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestBank, type TestBank } from '../../test/test-bank.ts'
import { until } from '../../test/until.ts'
import { systemClock } from '../adapters/clock.ts'
import { createLog } from '../adapters/log.ts'
import { createMetrics } from '../adapters/metrics.ts'
import { readConfig } from '../config.ts'
import { dbOver, openPool } from '../db/sql.ts'
import { exitCodes, runConnect } from '../operators/run-connect.ts'
import { listJobRuns } from './job-run-store.ts'
import { startJobs } from './start-jobs.ts'

let bank: TestBank
let folder: string
beforeAll(async () => {
  bank = await openTestBank()
  folder = await mkdtemp(join(tmpdir(), 'connect-jobs-'))
})
afterAll(async () => {
  await bank.close()
  await rm(folder, { recursive: true, force: true })
})

it('records the last run of each job, and runs a job immediately when an operator requests it', async () => {
  const config = readConfig({ DATABASE_URL: bank.url, DATA_DIR: folder })
  const health = createHealth({ readiness: () => Promise.resolve('ready' as const) })
  const stop = await startJobs(
    { config, log: createLog('worker', 'silent'), db: bank.db, metrics: createMetrics(), health },
    systemClock,
  )
  const pool = openPool(bank.url, { size: 1, onError: () => undefined, operator: 'Mariama Faye' })
  const connect = (...args: string[]) =>
    runConnect([...args, '--json'], () =>
      Promise.resolve({
        db: dbOver(pool),
        clock: systemClock,
        operator: 'Mariama Faye',
        databaseUrl: bank.url,
        portalUrl: 'https://banque.example/connect/',
        clearingFolder: folder,
      }),
    )
  const purged = async () => (await listJobRuns(bank.db)).find(({ name }) => name === 'purge')
  try {
    let first: Date | undefined
    await until(async () => (first = (await purged())?.finished_at) !== undefined)
    const { rows } = JSON.parse((await connect('jobs', 'list')).out) as { rows: Record<string, unknown>[] }
    expect(rows.find(({ job }) => job === 'purge')).toMatchObject({
      every_seconds: 60,
      error: null,
      last_run: first?.toISOString(),
    })
    expect(rows.map(({ job }) => job)).toEqual(
      expect.arrayContaining(['run-due-transfers', 'send-mails', 'link-audit-chain']),
    )

    expect((await connect('jobs', 'run', 'purge')).code).toBe(exitCodes.done)
    await until(async () => ((await purged())?.finished_at ?? 0) > (first ?? 0))
    expect((await connect('jobs', 'run', 'dance')).code).toBe(exitCodes.refused)
    const { rows: acts } = await bank.owner.query("SELECT operator, facts FROM audit_events WHERE action = 'job.run'")
    expect(acts).toEqual([{ operator: 'Mariama Faye', facts: { job: 'purge' } }])
  } finally {
    await stop()
    await pool.end()
  }
})
