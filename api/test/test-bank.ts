// A bank for tests: the real server on a real database, called by HTTP as clients do.
import { randomInt } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { type Answer, type Endpoint, headers, type Input } from 'contract/endpoint.ts'
import { reauthenticate, signIn } from 'contract/access/session.ts'
import { type Capability, capabilities as allCapabilities, type Right, rights as allRights } from 'contract/rights.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { testDatabase } from 'database/test-database.ts'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { createHealth, type Health } from '../src/http/health.ts'
import { pino } from 'pino'
import { type AppOptions, createApp } from '../src/app.ts'
import type { Db } from '../src/db/db.ts'
import { dbOver, openPool, type PoolLimits, WORKER_LIMITS } from '../src/db/sql.ts'
import { readinessOver } from '../src/db/database-metrics.ts'
import { newId } from '../src/adapters/ids.ts'
import { deriveNextAlerts } from '../src/domains/alerts/derive-alerts.ts'
import { createMetrics, type Metrics } from '../src/adapters/metrics.ts'

export const PASSWORD = 'Teranga-2026!'
const BRANCH = '01003'
export const BANK = 'SN999'

export type Reply<T> = { status: number; body: T; headers: Record<string, string | undefined> }
type Given<E extends Endpoint> = Partial<Input<E>> & {
  headers?: Record<string, string>
  raw?: string | Buffer
  form?: FormData
  from?: string
}

/** A caller with a session. */
export type Visitor = {
  login: string
  user_id: string
  account_id: string
  token: string
  cookie: string
  /** `raw` is a body sent unchanged, `form` one as a browser's form sends it, `from` the network address. */
  call: <E extends Endpoint>(endpoint: E, given?: Given<E>) => Promise<Reply<Answer<E>>>
  /** The same call with a re-authentication token for the operation of its 428 answer. */
  confirm: <E extends Endpoint>(endpoint: E, given: Given<E>) => Promise<Reply<Answer<E>>>
}

export type AccountOptions = {
  balance?: number
  overdraft?: number
  currency?: 'XOF' | 'EUR'
  status?: string
  /** The day of its first deposit. */
  opened?: string
}
export type CustomerOptions = AccountOptions & {
  kind?: 'individual' | 'company'
  rights?: readonly Right[]
  capabilities?: readonly Capability[]
  must_change_password?: boolean
  without_account?: boolean
}

/** What differs from the usual server: the address of its database among it. */
export type ServerOptions = {
  live?: AppOptions['live']
  portalUrl?: string
  url?: string
  deadlines?: AppOptions['deadlines']
  limits?: PoolLimits
  health?: Health
}

export type TestBank = {
  app: FastifyInstance
  metrics: Metrics
  /** As the application's role. */
  db: Db
  /** As the owner: for changes without a call of the product. */
  owner: pg.Pool
  /** The address of its database for other processes. */
  url: string
  clock: { at: Date }
  aCustomer: (input?: CustomerOptions) => Promise<Visitor & { customer_id: string; iban: string }>
  aMember: (account_id: string, input?: Pick<CustomerOptions, 'rights' | 'capabilities'>) => Promise<Visitor>
  anAccount: (customer_id: string, input?: AccountOptions) => Promise<{ account_id: string; iban: string }>
  /** Another account of a customer, which its user may see. */
  anOwnAccount: (
    of: { customer_id: string; user_id: string },
    input?: AccountOptions & Pick<CustomerOptions, 'rights' | 'capabilities'>,
  ) => Promise<{ account_id: string; iban: string }>
  /** Another session of a user. */
  signIn: (visitor: Visitor) => Promise<Visitor>
  aBeneficiary: (account_id: string, iban: string, name?: string) => Promise<string>
  /** One more server on the same database, as behind a proxy; each listens on its own address. */
  aServer: (
    options?: ServerOptions,
  ) => Promise<{ address: string; app: FastifyInstance; metrics: Metrics; close: () => Promise<void> }>
  /** A caller without a session. */
  call: Visitor['call']
  /** Credits an account from outside the bank. */
  deposit: (account_id: string, amount: number, day?: string) => Promise<void>
  /** What the account can spend of its own money: booked less held. */
  available: (account_id: string) => Promise<number>
  /** Books a movement at the current time of the bank. */
  move: (account_id: string, amount: number) => Promise<void>
  /** Derives the alerts, as the worker does. */
  deriveAlerts: () => Promise<void>
  close: () => Promise<void>
}

const pathOf = (endpoint: Endpoint, { params, query }: { params?: unknown; query?: unknown }) => {
  const values = (params ?? {}) as Record<string, string>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries((query ?? {}) as Record<string, unknown>).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString()
  return `/wb-api${path}${search ? `?${search}` : ''}`
}

export const cookieOf = (reply: Reply<unknown>) =>
  /__Host-connect=([^;]*)/.exec(String(reply.headers['set-cookie']))?.[1] ?? ''

async function seen(reply: LightMyRequestResponse): Promise<Reply<never>> {
  const stream = reply.stream()
  const body: unknown = reply.statusCode === 200 ? null : JSON.parse(await text(stream))
  stream.destroy()
  return { status: reply.statusCode, body: body as never, headers: reply.headers as Record<string, string | undefined> }
}

/** Opens a bank with one branch and no customer. `allowsUnboundTokens` as in the configuration. */
export async function openTestBank({
  allowsUnboundTokens = false,
  log = pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
  pushServices = ['push.example'],
  isInstant = false,
} = {}): Promise<TestBank> {
  const database = await testDatabase()
  const owner = new pg.Pool({ connectionString: database.url, max: 2 })
  // The pool reports its end shortly before its sockets close, while the database is being dropped.
  owner.on('error', () => undefined)
  owner.on('connect', (client) => client.on('error', () => undefined))
  await owner.query(`
    INSERT INTO bank (name, code, bic, address, phone, email)
    VALUES ('Banque Téranga', '${BANK}', 'TERASNDA', 'Dakar', '+221338000010', 'service.client@teranga.example');
    INSERT INTO branches VALUES ('${BRANCH}', 'Dakar Sacré-Cœur', 'Sacré-Cœur 3', '+221338000012', 'Lundi-vendredi 08:15-16:00', 'Monday-Friday 8:15 am-4:00 pm',
      14.719, -17.462);
    INSERT INTO correspondents (currency, name, bic, account_number) VALUES
      ('EUR', 'Comptoir Européen de Correspondance', 'SOGEFRPP', 'FR1420041010050500013M02606'),
      ('USD', 'Atlantic Correspondent Bank', 'ATCBUS33', '400123456');
    INSERT INTO exchange_rates (currency, effective_at, unit, buy, sell, transfer, fixed) VALUES
      ('EUR', '2020-01-01', 1, 655.957, 655.957, 655.957, true), ('USD', '2020-01-01', 1, 560, 580, 572, false);
    UPDATE parameters SET value = CASE name WHEN 'factor_link' THEN 0 ELSE -1 END WHERE name IN ('factor_link', 'factor_amount');
    -- Tests pay new payees in passing; the limits on them have tests of their own.
    UPDATE parameters SET value = 0 WHERE name IN ('new_payee_hours', 'first_payment_cap')`)
  // Many test files share the machine: what is slow there is not too slow for a customer.
  const patient = { limits: WORKER_LIMITS, onError: () => undefined }
  const pool = openPool(database.url, { size: 6, ...patient })
  const db = dbOver(pool)
  const clock = { at: new Date('2026-03-10T09:30:00Z') }
  const metrics = createMetrics()
  const anApp = (
    over: Db,
    registry: Metrics,
    {
      live = {},
      portalUrl = 'https://banque.example/connect/',
      deadlines = { call: 60_000, file: 60_000 },
      health = createHealth({ readiness: readinessOver(over) }),
    }: ServerOptions = {},
  ) =>
    createApp({
      db: over,
      live,
      clock: { now: () => clock.at },
      log,
      metrics: registry,
      health,
      deadlines,
      webRoot: null,
      trustedProxies: [],
      hasTls: false,
      allowsUnboundTokens,
      portalUrl,
      pushServices,
      isInstant,
    })
  const app = await anApp(db, metrics)
  // Cheap parameters: the tests check passwords hundreds of times, and argon2 is not under test.
  const passwordHash = await hash(PASSWORD, { memoryCost: 1024, timeCost: 1, parallelism: 1 })

  async function send<E extends Endpoint>(
    endpoint: E,
    given: Given<E>,
    own: Record<string, string>,
  ): Promise<Reply<Answer<E>>> {
    // A stream never ends by itself: here only its opening is tested. See test-stream.ts for its events.
    if (endpoint.isStream)
      return seen(
        await app.inject({
          method: 'GET',
          url: pathOf(endpoint, given),
          headers: { ...own, ...given.headers },
          payloadAsStream: true,
        }),
      )
    // Encoded as in a browser, with the boundary.
    const form = given.form && new Response(given.form)
    const reply = await app.inject({
      method: endpoint.method,
      ...(given.from && { remoteAddress: given.from }),
      url: pathOf(endpoint, given),
      headers: {
        [headers.clientDatetime]: '2026-03-10T09:30:00+00:00',
        ...((given.body !== undefined || given.raw !== undefined) && { 'content-type': 'application/json' }),
        ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
        ...(endpoint.isIdempotent && { [headers.idempotencyKey]: newId() }),
        ...own,
        ...given.headers,
      },
      ...(form && { payload: Buffer.from(await form.arrayBuffer()) }),
      ...(given.raw !== undefined
        ? { payload: given.raw }
        : given.body !== undefined && { payload: JSON.stringify(given.body) }),
    })
    const isFile = endpoint.isFile && reply.statusCode === 200
    const body: unknown = isFile ? reply.rawPayload : reply.body === '' ? null : JSON.parse(reply.body)
    // The server has validated the answer with the contract; tests check refusals by their status.
    return {
      status: reply.statusCode,
      body: body as Answer<E>,
      headers: reply.headers as Record<string, string | undefined>,
    }
  }

  async function signedIn(login: string, user_id: string, account_id: string): Promise<Visitor> {
    const reply = await send(
      signIn,
      {},
      { authorization: `Basic ${Buffer.from(`${login}:${PASSWORD}`).toString('base64')}` },
    )
    if (reply.status !== 200) throw new Error(`${login} could not sign in: ${JSON.stringify(reply.body)}`)
    const cookie = cookieOf(reply)
    const own = {
      authorization: `Bearer ${reply.body.token}`,
      cookie: `__Host-connect=${cookie}`,
      [headers.accountId]: account_id,
    }
    const call: Visitor['call'] = (endpoint, given = {}) => send(endpoint, given, own)
    return {
      login,
      user_id,
      account_id,
      token: reply.body.token,
      cookie,
      call,
      confirm: async (endpoint, given) => {
        const key = given.headers?.[headers.idempotencyKey] ?? newId()
        const withKey = { ...given, headers: { ...given.headers, [headers.idempotencyKey]: key } }
        const context: Reply<unknown> = await call(endpoint, withKey)
        if (context.status !== 428) return call(endpoint, withKey)
        const { operation } = context.body as { operation: { hash: string } }
        const token = await call(reauthenticate, { body: { password: PASSWORD, operation_hash: operation.hash } })
        return call(endpoint, {
          ...withKey,
          headers: { ...withKey.headers, [headers.confirmation]: token.body.confirmation ?? '' },
        })
      },
    }
  }

  // Of two thousand random ones, two are the same once in fifty runs.
  let lastLogin = randomInt(10_000_000, 90_000_000)
  async function aUser(must_change_password = false) {
    const id = newId()
    lastLogin += 1
    const login = String(lastLogin)
    await owner.query(
      `INSERT INTO users (id, login, password_hash, must_change_password, first_name, last_name) VALUES ($1, $2, $3, $4, 'Awa', $5)`,
      [id, login, passwordHash, must_change_password, `Ndiaye ${login}`],
    )
    return { id, login }
  }

  let accounts = 0
  const anAccount: TestBank['anAccount'] = async (
    customer_id,
    { balance = 0, overdraft = 0, currency = 'XOF', status = 'active', opened } = {},
  ) => {
    accounts += 1
    const id = newId()
    const number = String(100_000_000_000 + accounts)
    const iban = ibanFrom('SN', BANK, BRANCH, number)
    await owner.query(`SELECT ledger_open_account($1, 'customer', NULL, $2, $3)`, [id, currency, overdraft])
    await owner.query(
      `INSERT INTO accounts (id, customer_id, label, kind, number, branch_code, iban, currency, status, opened_on)
       VALUES ($1, $2, 'Compte de chèques', 'checking', $3, $4, $5, $6, $7, '2025-01-02')`,
      [id, customer_id, number, BRANCH, iban, currency, status],
    )
    if (balance > 0) await deposit(id, balance, opened)
    return { account_id: id, iban }
  }

  const deposit = (account_id: string, amount: number, day = '2026-01-05') =>
    postCash(account_id, amount, day, `${day}T09:00:00Z`)

  async function postCash(account_id: string, amount: number, day: string, posted_at: string): Promise<void> {
    const id = newId()
    const entry = { posting_id: id, value_date: day, type: 'cash_deposit', label: 'VERSEMENT ESPECES' }
    await owner.query(
      `SELECT ledger_write($1::jsonb, (SELECT jsonb_agg(e || jsonb_build_object('account_id', coalesce(e ->> 'account_id',
         (SELECT i.id::text FROM ledger_accounts c, ledger_accounts i WHERE c.id = $3 AND i.code = 'cash:' || c.currency))))
         FROM jsonb_array_elements($2::jsonb) e))`,
      [
        JSON.stringify([{ id, posting_key: `deposit:${id}`, kind: 'cash', booking_date: day, posted_at }]),
        JSON.stringify([
          { ...entry, id: newId(), amount: -amount },
          { ...entry, id: newId(), account_id, amount },
        ]),
        account_id,
      ],
    )
  }

  type Grant = Pick<CustomerOptions, 'rights' | 'capabilities'>
  async function membership(user_id: string, account_id: string, { rights, capabilities }: Grant, isDefault = true) {
    await owner.query(
      'INSERT INTO memberships (user_id, account_id, rights, capabilities, is_default) VALUES ($1, $2, $3, $4, $5)',
      [user_id, account_id, rights ?? allRights, capabilities ?? allCapabilities, isDefault],
    )
  }

  return {
    app,
    metrics,
    db,
    owner,
    url: database.url,
    clock,
    anAccount,
    deposit,
    aServer: async ({ url = database.url, limits = patient.limits, ...options } = {}) => {
      const own = openPool(url, { size: 6, ...patient, limits })
      const ownMetrics = createMetrics()
      const another = await anApp(dbOver(own), ownMetrics, options)
      const address = await another.listen({ port: 0, host: '127.0.0.1' })
      const close = async () => {
        await another.close()
        await own.end()
      }
      return { address, app: another, metrics: ownMetrics, close }
    },
    call: (endpoint, given = {}) => send(endpoint, given, {}),
    aCustomer: async (input = {}) => {
      const customer_id = newId()
      await owner.query('INSERT INTO customers (id, kind, name) VALUES ($1, $2, $3)', [
        customer_id,
        input.kind ?? 'individual',
        `Client ${customer_id.slice(-6)}`,
      ])
      await owner.query('INSERT INTO customer_identities (customer_id, system, number, city) VALUES ($1, $2, $3, $4)', [
        customer_id,
        input.kind === 'company' ? 'TXID' : 'NIDN',
        customer_id.replaceAll('-', '').slice(-13),
        'Dakar',
      ])
      const { account_id, iban } = await anAccount(customer_id, input)
      const user = await aUser(input.must_change_password)
      if (!input.without_account) await membership(user.id, account_id, input)
      return { ...(await signedIn(user.login, user.id, account_id)), customer_id, iban }
    },
    aMember: async (account_id, input = {}) => {
      const user = await aUser()
      await membership(user.id, account_id, input)
      return signedIn(user.login, user.id, account_id)
    },
    anOwnAccount: async ({ customer_id, user_id }, input = {}) => {
      const account = await anAccount(customer_id, input)
      await membership(user_id, account.account_id, input, false)
      return account
    },
    signIn: ({ login, user_id, account_id }) => signedIn(login, user_id, account_id),
    aBeneficiary: async (account_id, iban, name = 'Moustapha Thiam') => {
      const id = newId()
      await owner.query(
        'INSERT INTO beneficiaries (account_id, id, name, iban, created_at) VALUES ($1, $2, $3, $4, now())',
        [account_id, id, name, iban],
      )
      return id
    },
    available: async (account_id) => {
      const [row] = await db<{
        amount: number
      }>`SELECT booked - held AS amount FROM ledger_accounts WHERE id = ${account_id}`
      if (!row) throw new Error(`no account ${account_id}`)
      return row.amount
    },
    move: (account_id, amount) =>
      postCash(account_id, amount, clock.at.toISOString().slice(0, 10), clock.at.toISOString()),
    deriveAlerts: async () => {
      while (await deriveNextAlerts({ db }));
    },
    close: async () => {
      await app.close()
      await pool.end()
      await owner.end()
      await database.drop()
    },
  }
}

/** The content of a refusal: its code, or the codes of a 422 by field. */
export const codesOf = (reply: Reply<unknown>): string[] => {
  const body = reply.body as { code: string } | { field: string | null; code: string }[]
  return Array.isArray(body) ? body.map(({ field, code }) => `${field}: ${code}`) : [body.code]
}
