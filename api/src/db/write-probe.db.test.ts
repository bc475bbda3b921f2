import { testDatabase } from 'database/test-database.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DatabaseProxy, openDatabaseProxy } from '../../test/database-proxy.ts'
import { until } from '../../test/until.ts'
import { systemClock } from '../adapters/clock.ts'
import { startWriteProbe, type WriteProbe } from './write-probe.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let proxy: DatabaseProxy
beforeAll(async () => {
  database = await testDatabase()
  proxy = await openDatabaseProxy(database.url)
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

async function probing(act: (probe: WriteProbe, changes: boolean[]) => Promise<void>, clock = systemClock) {
  const changes: boolean[] = []
  const onChange = (canWrite: boolean) => changes.push(canWrite)
  const probe = startWriteProbe(proxy.url, { clock, onChange, everyMs: 20, slowMs: 500, lostMs: 1_000, refusedMs: 200 })
  try {
    await act(probe, changes)
  } finally {
    await probe.close()
  }
}

it('notices a database that does not answer, and one whose address has moved, without a restart', () =>
  probing(async (probe, changes) => {
    await until(() => probe.clockDrift() !== null)
    expect(probe.canWrite()).toBe(true)
    proxy.freeze()
    await until(() => !probe.canWrite())
    expect(probe.clockDrift()).toBe(null)
    proxy.move()
    await until(() => probe.canWrite())
    proxy.cut()
    await until(() => !probe.canWrite())
    proxy.repair()
    await until(() => probe.canWrite())
    expect(changes).toEqual([false, true, false, true])
  }))

it('compares the clocks more exactly than the duration of the statement', () =>
  probing(
    async (probe) => {
      await until(() => probe.clockDrift() !== null)
      expect(Math.abs((probe.clockDrift() ?? 0) - 60)).toBeLessThan(5)
    },
    { now: () => new Date(Date.now() + 60_000) },
  ))

it('reports a database as not writable for a while after a statement that it could not store', () =>
  probing(async (probe) => {
    await until(() => probe.clockDrift() !== null)
    probe.reportFailure()
    expect(probe.canWrite()).toBe(false)
    await until(() => probe.canWrite())
  }))
