import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabaseProxy } from '../../test/database-proxy.ts'
import { openTestLedger, type TestLedger } from '../../test/test-ledger.ts'
import { until } from '../../test/until.ts'
import { closePool, listenForCommits } from './listen.ts'
import { newId } from '../adapters/ids.ts'
import { dbOver, openPool, withoutNotifications } from './sql.ts'
import { transaction } from './transaction.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

it('notifies once for commits within 50 ms, and notifies again after its connection was cut', async () => {
  const errors: unknown[] = []
  let notifications = 0
  const stop = listenForCommits(ledger.db.pool, {
    onNotify: () => (notifications += 1),
    onError: (error) => errors.push(error),
  })
  // The first notification is the listener's own: notifications may have been sent before it listened.
  await until(() => notifications === 1)
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: 20 }, () => transaction(ledger.db, (tx) => tx`SELECT pg_current_xact_id()`)))
  await until(() => notifications > 1)
  // The notifier waits for 50 ms: one notification if all commits were fast.
  expect(notifications - 1).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 50)
  const soFar = notifications
  await ledger.owner.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'connect live' AND datname = current_database()",
  )
  await until(() => errors.length > 0 && notifications > soFar)
  const before = notifications
  await transaction(ledger.db, (tx) => tx`SELECT pg_current_xact_id()`)
  await until(() => notifications > before)
  await stop()
})

it('receives notifications again after its connection has stopped answering', async () => {
  const proxy = await openDatabaseProxy(ledger.owner.options.connectionString ?? '')
  const pool = openPool(proxy.url, { size: 1, onError: () => undefined })
  const errors: unknown[] = []
  let notifications = 0
  const stop = listenForCommits(pool, {
    onNotify: () => (notifications += 1),
    onError: (error) => errors.push(error),
    checkEveryMs: 50,
    checkMs: 200,
  })
  await until(() => notifications === 1)
  proxy.freeze()
  await until(() => errors.length > 0)
  const soFar = notifications
  proxy.move()
  await until(() => notifications > soFar)
  expect(errors).toEqual(errors.map(() => expect.any(Error)))
  await stop()
  await pool.end()
  await proxy.close()
})

it('notifies for what was written, in a transaction or alone, and not for what was only read', async () => {
  let notifications = 0
  const stop = listenForCommits(ledger.db.pool, { onNotify: () => (notifications += 1), onError: () => undefined })
  await until(() => notifications === 1)
  await transaction(ledger.db, (tx) => tx`SELECT 1`)
  await ledger.db`SELECT 1`
  await ledger.db`DELETE FROM request_limits WHERE subject = 'nobody'`
  const quiet = withoutNotifications(ledger.db)
  const count = (db: TestLedger['db']) => db`
    INSERT INTO request_limits (subject, times, last_at, next_at) VALUES (${newId()}, 1, now(), now())`
  await count(quiet)
  const before = notifications
  await count(ledger.db)
  await until(() => notifications > before)
  expect(before).toBe(1)
  await stop()
})

it('notifies for the last commits of a process that ends right after them', async () => {
  let notifications = 0
  const stop = listenForCommits(ledger.db.pool, { onNotify: () => (notifications += 1), onError: () => undefined })
  await until(() => notifications === 1)
  const pool = openPool(ledger.owner.options.connectionString ?? '', { size: 1, onError: () => undefined })
  await transaction(dbOver(pool), (tx) => tx`SELECT pg_current_xact_id()`)
  await closePool(pool)
  await expect(until(() => notifications > 1)).resolves.toBe(true)
  await stop()
})
