// Tests what customers meet while the database is silent, away, read-only or full: an answer in time, and no lost or double order.
import { listAccounts } from 'contract/accounts/accounts.ts'
import { createTransfer, listTransfers, type NewTransfer } from 'contract/transfers/transfers.ts'
import { type ConfirmationRequired, reauthenticate } from 'contract/access/session.ts'
import { headers } from 'contract/endpoint.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../src/adapters/ids.ts'
import { SERVER_LIMITS } from '../src/db/sql.ts'
import { createHealth, type Health, type Obstacle } from '../src/http/health.ts'
import { type DatabaseProxy, openDatabaseProxy } from './database-proxy.ts'
import { openTestBank, PASSWORD, type TestBank, type Visitor } from './test-bank.ts'
import { until } from './until.ts'

/** So short that the tests are quick, and long enough for a busy machine. */
const DEADLINE_MS = 3_000
const SLOWEST_MS = DEADLINE_MS + 4_000

type TestServer = Awaited<ReturnType<TestBank['aServer']>>

let bank: TestBank
let proxy: DatabaseProxy
let server: TestServer
let health: Health
let obstacle: Obstacle | null
let failures: number
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  obstacle = null
  failures = 0
  health = createHealth({
    readiness: async () => 'ready',
    obstacle: () => obstacle,
    reportFailure: () => (failures += 1),
  })
  proxy = await openDatabaseProxy(bank.url)
  server = await bank.aServer({
    url: proxy.url,
    deadlines: { call: DEADLINE_MS, file: DEADLINE_MS },
    limits: { ...SERVER_LIMITS, connection: 2_000, statement: 2_000 },
    health,
  })
})
afterEach(async () => {
  proxy.repair()
  await server.close()
  await proxy.close()
})

type Answered = { status: number; code: string | null; retryAfter: string | null; ms: number; id: string | null }

/** Calls the server behind the proxy with a visitor's session. */
async function ask(visitor: Visitor, path: string, init: RequestInit = {}): Promise<Answered> {
  const startedAt = performance.now()
  const reply = await fetch(`${server.address}/wb-api${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${visitor.token}`,
      cookie: `__Host-connect=${visitor.cookie}`,
      [headers.accountId]: visitor.account_id,
      ...(init.body !== undefined && { 'content-type': 'application/json' }),
      ...(init.headers as Record<string, string>),
    },
  })
  const body = (await reply.json()) as { code?: string; id?: string }
  return {
    status: reply.status,
    code: body.code ?? null,
    retryAfter: reply.headers.get('retry-after'),
    ms: performance.now() - startedAt,
    id: body.id ?? null,
  }
}

const readPage = (visitor: Visitor) => ask(visitor, listAccounts.path)

async function aPayer(kind: 'individual' | 'company' = 'company') {
  const payer = await bank.aCustomer({ kind, balance: 1_000_000 })
  const beneficiary_id = await bank.aBeneficiary(payer.account_id, (await bank.aCustomer()).iban)
  const body: NewTransfer = { type: 'direct', amount: 1_000, label: 'Loyer', comment: null, beneficiary_id }
  return { payer, body }
}
type Payer = Awaited<ReturnType<typeof aPayer>>

/** An order with its key and its proof: repeated after an outage, it is the same order. */
async function anOrder({ payer, body }: Payer): Promise<() => Promise<Answered>> {
  const key = { [headers.idempotencyKey]: newId() }
  const first: { body: unknown } = await payer.call(createTransfer, { body, headers: key })
  const { operation } = first.body as ConfirmationRequired
  const proof = await payer.call(reauthenticate, { body: { password: PASSWORD, operation_hash: operation.hash } })
  const own = { ...key, [headers.confirmation]: proof.body.confirmation ?? '' }
  return () => ask(payer, createTransfer.path, { method: 'POST', body: JSON.stringify(body), headers: own })
}

async function ordersOf({ payer }: Payer): Promise<number> {
  return (await payer.call(listTransfers)).body.length
}

const unavailable = { status: 503, code: 'unavailable', retryAfter: '5' }

describe('a database that does not answer', () => {
  it('makes each call end in time as unavailable, and works again without a restart', async () => {
    const payer = await aPayer()
    const order = await anOrder(payer)
    expect(await readPage(payer.payer)).toMatchObject({ status: 200 })
    proxy.freeze()
    const answers = await Promise.all([order(), ...Array.from({ length: 12 }, () => readPage(payer.payer))])
    for (const answer of answers) expect(answer).toMatchObject(unavailable)
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(SLOWEST_MS)
    proxy.repair()
    await until(async () => (await order()).status === 201)
    expect(await readPage(payer.payer)).toMatchObject({ status: 200 })
    expect((await order()).id).toBe((await order()).id)
    expect(await ordersOf(payer)).toBe(1)
  })

  it('is given up: connections that stay silent do not stop a server whose database has moved', async () => {
    const payer = await aPayer()
    const order = await anOrder(payer)
    await Promise.all(Array.from({ length: 12 }, () => readPage(payer.payer)))
    proxy.freeze()
    expect(await order()).toMatchObject(unavailable)
    proxy.move()
    await until(async () => (await order()).status === 201)
    for (const answer of await Promise.all(Array.from({ length: 12 }, () => readPage(payer.payer))))
      expect(answer).toMatchObject({ status: 200 })
    expect(await ordersOf(payer)).toBe(1)
  })

  it('whose connections are cut is unavailable at once', async () => {
    const payer = await aPayer()
    const order = await anOrder(payer)
    proxy.cut()
    for (const answer of await Promise.all([order(), readPage(payer.payer)])) expect(answer).toMatchObject(unavailable)
    proxy.repair()
    await until(async () => (await order()).status === 201)
    expect(await ordersOf(payer)).toBe(1)
  })
})

describe('a database that refuses', () => {
  it.each([
    // After a switchover the connection leads to a standby; the next one leads to the new primary, and orders go on at once.
    ['is read-only', '25006', 0],
    // The checks may not notice a disk: nothing is ordered for a while.
    ['has a full disk', '53100', 1],
    ['has an error of its disk', '58030', 1],
    ['has cancelled a statement', '57014', 0],
    ['waited too long for a lock', '55P03', 0],
    ['loses its connection', '08006', 0],
    ['has too many connections', '53300', 0],
    ['is shut down', '57P01', 0],
  ])('because it %s is unavailable, and no call is an error', async (_because, code, reported) => {
    const payer = await aPayer()
    const order = await anOrder(payer)
    await bank.owner.query(`
      CREATE FUNCTION refuse_transfers() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION USING ERRCODE = '${code}', MESSAGE = 'refused by the test'; END $$;
      CREATE TRIGGER refuse_transfers BEFORE INSERT ON transfers EXECUTE FUNCTION refuse_transfers()`)
    try {
      expect(await order()).toMatchObject(unavailable)
    } finally {
      await bank.owner.query('DROP FUNCTION refuse_transfers CASCADE')
    }
    expect(failures).toBe(reported)
    expect(await order()).toMatchObject({ status: 201 })
    expect(await ordersOf(payer)).toBe(1)
  })
})

describe('a locked account', () => {
  it('delays its own orders only, and refuses them after two seconds', async () => {
    const payers = await Promise.all(Array.from({ length: 6 }, () => aPayer()))
    const orders = await Promise.all(payers.map((payer) => anOrder(payer)))
    const [locked] = payers
    const holder = await bank.owner.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM ledger_accounts WHERE id = $1 FOR UPDATE', [locked?.payer.account_id])
      const answered: number[] = []
      const answers = await Promise.all(
        orders.map(async (order, index) => {
          const answer = await order()
          answered.push(index)
          return answer
        }),
      )
      expect(answers[0]).toMatchObject(unavailable)
      for (const answer of answers.slice(1)) expect(answer).toMatchObject({ status: 201 })
      expect(answered.at(-1)).toBe(0)
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
    expect(await orders[0]?.()).toMatchObject({ status: 201 })
  })
})

describe('the guard', () => {
  it('reads sessions without writing them: pages are answered while nobody can write', async () => {
    const { payer } = await aPayer()
    // Long after the last activity: this call is news.
    bank.clock.at = new Date(bank.clock.at.getTime() + 200_000)
    const holder = await bank.owner.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('LOCK TABLE sessions IN EXCLUSIVE MODE')
      expect(await readPage(payer)).toMatchObject({ status: 200 })
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
    const lastActive = async () =>
      (
        await bank.db<{ at: Date }>`SELECT max(last_active_at) AS at FROM sessions WHERE user_id = ${payer.user_id}`
      )[0]?.at.getTime()
    // What could not be recorded is recorded with the next call.
    await until(async () => {
      await readPage(payer)
      return (await lastActive()) === bank.clock.at.getTime()
    })
  })
})

describe('a server that cannot write', () => {
  it('refuses orders at once, answers pages, and is not ready but for reading', async () => {
    const payer = await aPayer()
    const order = await anOrder(payer)
    obstacle = 'database_not_writable'
    expect(await order()).toMatchObject(unavailable)
    expect(await readPage(payer.payer)).toMatchObject({ status: 200 })
    const state = async (path: string) => {
      const reply = await fetch(server.address + path)
      return [reply.status, await reply.json()]
    }
    expect(await state('/readyz')).toEqual([503, { status: 'database_not_writable' }])
    expect(await state('/readyz/read')).toEqual([200, { status: 'ready' }])
    obstacle = 'clock_differs'
    expect(await order()).toMatchObject({ status: 503, code: 'clock_differs' })
    obstacle = null
    expect(await order()).toMatchObject({ status: 201 })
    health.waits.set('transfers', { milliseconds: () => 5_001, max: 5_000 })
    expect(await state('/readyz')).toEqual([503, { status: 'transfers_blocked' }])
  })
})
