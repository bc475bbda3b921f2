import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabaseProxy } from '../../test/database-proxy.ts'
import { openTestBank, type TestBank } from '../../test/test-bank.ts'
import { until } from '../../test/until.ts'
import { dbOver, openPool, SERVER_LIMITS } from './sql.ts'
import { waitForDatabase } from './wait-for-database.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

function poolOn(url: string) {
  return openPool(url, { size: 1, limits: { ...SERVER_LIMITS, connection: 500 }, onError: () => undefined })
}

it('waits until a database that refuses connections answers, and reports the wait once', async () => {
  const proxy = await openDatabaseProxy(bank.url)
  const pool = poolOn(proxy.url)
  const waits: unknown[] = []
  let answered = false
  proxy.cut()
  const waiting = waitForDatabase(dbOver(pool), { onWait: (error) => waits.push(error) }).then(() => (answered = true))
  await until(() => waits.length === 1)
  expect(answered).toBe(false)
  proxy.repair()
  await waiting
  expect(waits).toHaveLength(1)
  await pool.end()
  await proxy.close()
})

it('gives up after its time with the error of the database', async () => {
  const proxy = await openDatabaseProxy(bank.url)
  const pool = poolOn(proxy.url)
  proxy.cut()
  await expect(waitForDatabase(dbOver(pool), { onWait: () => undefined, waitMs: 0 })).rejects.toThrow(
    /timeout|terminated|ECONN/,
  )
  await pool.end()
  await proxy.close()
})

it('does not wait where waiting does not help: a database that does not exist', async () => {
  const url = new URL(bank.url)
  url.pathname = '/no_such_database'
  const pool = poolOn(url.href)
  let waits = 0
  const waiting = waitForDatabase(dbOver(pool), { onWait: () => (waits += 1) })
  await expect(waiting).rejects.toMatchObject({ code: '3D000' })
  expect(waits).toBe(0)
  await pool.end()
})
