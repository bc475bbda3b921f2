import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestLedger, type TestLedger } from '../../test/test-ledger.ts'
import { until } from '../../test/until.ts'
import { hearBell } from './doorbell.ts'
import { transaction } from './transaction.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

it('rings once in a while for what is committed together, and is heard again after its connection was cut', async () => {
  const faults: unknown[] = []
  let rings = 0
  const stop = hearBell(ledger.db.pool, { onRing: () => (rings += 1), onFault: (fault) => faults.push(fault) })
  // The first one is its own: it may have missed some before it listened.
  await until(() => rings === 1)
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 20 }, () => transaction(ledger.db, (tx) => tx`SELECT 1`)))
  await until(() => rings > 1)
  // It rests for 50 ms: once, where all were quick.
  expect(rings - 1).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 50)
  const soFar = rings
  await ledger.owner.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'connect live' AND datname = current_database()",
  )
  await until(() => faults.length > 0 && rings > soFar)
  const before = rings
  await transaction(ledger.db, (tx) => tx`SELECT 1`)
  await until(() => rings > before)
  await stop()
})
