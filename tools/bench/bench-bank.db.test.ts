import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../../api/src/app.ts'
import { systemClock } from '../../api/src/adapters/clock.ts'
import { createLog } from '../../api/src/adapters/log.ts'
import { createMetrics } from '../../api/src/adapters/metrics.ts'
import { readinessOver } from '../../api/src/db/database-metrics.ts'
import { dbOver, openPool } from '../../api/src/db/sql.ts'
import { createHealth } from '../../api/src/http/health.ts'
import { testDatabase } from '../../database/test-database.ts'
import { checkBalances, checkOrders, checkRules, countRows } from './balance-check.ts'
import { connectTo, pageRequests, prepareBank } from './bench-bank.ts'
import { type Load, runLoad } from './load.ts'

const ORDERS = 60
const closing: (() => Promise<unknown>)[] = []

async function openBank() {
  const database = await testDatabase()
  closing.push(database.drop)
  const client = await connectTo(database.url)
  closing.push(() => client.end())
  const bank = await prepareBank(client, database.url, { customers: 40, operations: 2_000, orders: ORDERS })
  const pool = openPool(database.url, { size: 4, onError: () => undefined })
  closing.push(() => pool.end())
  const db = dbOver(pool)
  const app = await createApp({
    db,
    clock: systemClock,
    log: createLog('server', 'silent'),
    metrics: createMetrics(),
    health: createHealth({ readiness: readinessOver(db) }),
    webRoot: null,
    trustedProxies: [],
    hasTls: false,
    allowsUnboundTokens: false,
    portalUrl: 'http://localhost/connect/',
    pushServices: [],
  })
  closing.push(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return { client, db, bank, port: typeof address === 'object' ? (address?.port ?? 0) : 0 }
}

let opened: Awaited<ReturnType<typeof openBank>>
beforeAll(async () => {
  opened = await openBank()
})
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
})

/** Sends each request once. */
const send = (requests: Load['requests']) =>
  runLoad({
    ports: [opened.port],
    connections: 8,
    warmUpSeconds: 0,
    seconds: 600,
    perSecond: null,
    repeats: false,
    requests,
    onMeasuring: () => undefined,
  })

it('orders with confirmations that were written beforehand; every order is there once and no rule is broken', async () => {
  const { bank, client, db } = opened
  const before = await countRows(client)
  const { statuses, allAnswered } = await send(bank.takeOrders(ORDERS))
  expect(statuses).toEqual({ 201: ORDERS })
  checkOrders(before, await countRows(client), allAnswered)
  await checkBalances(client)
  await checkRules(db)
  expect(bank.takeOrders(1)).toEqual([])
})

it('reads the first and the last page of every account', async () => {
  const { bank } = opened
  const requests = [...pageRequests(bank, () => 1), ...pageRequests(bank, ({ pages }) => pages)]
  expect((await send(requests)).statuses).toEqual({ 200: requests.length })
  expect(Math.max(...bank.visits.map(({ pages }) => pages))).toBeGreaterThan(1)
})

it('reports a balance that differs from its entries, and an order that is missing', async () => {
  const { client } = opened
  await client.query('BEGIN')
  await client.query("UPDATE ledger_accounts SET booked = booked + 1 WHERE kind = 'customer'")
  await expect(checkBalances(client)).rejects.toThrow('balances differ')
  await client.query('ROLLBACK')
  const counts = { transfers: 5, events: 0 }
  expect(() => checkOrders(counts, { ...counts, transfers: 7 }, 3)).toThrow('3 orders were answered and 2 are there')
})
