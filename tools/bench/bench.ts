// Runs `npm run bench`: compares our server with a minimal one, in one run on one real PostgreSQL.
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../database/migrate.ts'
import { seedDemoBank } from '../../database/seeds/demo-bank.ts'
import { DEMO_PASSWORD } from '../lib/demo-customers.ts'
import { findPostgres, prepareMachine } from '../lib/machine.ts'
import { startPostgres } from '../lib/postgres-server.ts'
import { inProject } from '../lib/project.ts'
import {
  barePosting,
  type BenchAccount,
  type BenchSession,
  prepareOrders,
  readAccounts,
  readHeaders,
  signIn,
} from './bench-bank.ts'
import { type Request, type Measurements, load } from './load.ts'
import { reportOf, type Row } from './report.ts'

const OPERATIONS = Number(process.env.BENCH_OPERATIONS ?? 200_000)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 6)
const RUNS = Number(process.env.BENCH_RUNS ?? 3)
const CLIENTS = 32
const READERS = 64

const median = (numbers: number[]) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
const pick = <T>(list: readonly T[]): T => {
  const one = list[Math.floor(Math.random() * list.length)]
  if (one === undefined) throw new Error('there is nothing to choose from')
  return one
}

async function start(
  module: string,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; port: number; token: string }> {
  const child = fork(inProject(module), [], {
    execArgv: [],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [ready] = (await once(child, 'message')) as [{ port: number; token: string }]
  return { child, port: ready.port, token: ready.token }
}

/** pgbench's own TPC-B: the reference for the commit rate of this PostgreSQL on this machine. */
function pgbench(bin: string, url: string): number {
  const out = execFileSync(
    join(bin, 'pgbench'),
    ['-c', String(CLIENTS), '-j', '2', '-T', String(SECONDS), '-M', 'prepared', url],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  return Math.round(Number(/tps = ([0-9.]+)/.exec(out)?.[1] ?? 0))
}

function expectAll(measurements: Measurements, status: string): Measurements {
  if (Object.keys(measurements.statuses).some((seen) => seen !== status))
    throw new Error(`not every answer was ${status}: ${JSON.stringify(measurements.statuses)}`)
  return measurements
}

type Bench = {
  origin: string
  bare: { origin: string; token: string }
  accounts: BenchAccount[]
  sessions: BenchSession[]
  client: pg.Client
}

async function transfers({ origin, client, sessions, accounts }: Bench, perSecond?: number): Promise<Measurements> {
  const orders = await prepareOrders(client, sessions, accounts, SECONDS * (perSecond ?? 6_000))
  const next = (index: number): Request | null => orders[index]?.pop() ?? null
  return expectAll(
    await load({ origin, clients: CLIENTS, seconds: SECONDS, next, ...(perSecond !== undefined && { perSecond }) }),
    '201',
  )
}

const postings = async ({ bare, accounts }: Bench) =>
  expectAll(
    await load({ origin: bare.origin, clients: CLIENTS, seconds: SECONDS, next: () => barePosting(pick(accounts)) }),
    '200',
  )

const pages = async ({ origin, accounts, sessions }: Bench, pageOf: (account: BenchAccount) => number) =>
  expectAll(
    await load({
      origin,
      clients: READERS,
      seconds: SECONDS,
      next: () => {
        const account = pick(accounts)
        return {
          method: 'GET',
          path: `/wb-api/operations?page=${pageOf(account)}`,
          headers: readHeaders(pick(sessions), account),
        }
      },
    }),
    '200',
  )

const bareReads = async ({ bare, accounts }: Bench, pathOf: (account: BenchAccount) => string) =>
  expectAll(
    await load({
      origin: bare.origin,
      clients: READERS,
      seconds: SECONDS,
      next: () => ({ method: 'GET', path: pathOf(pick(accounts)), headers: { authorization: `Bearer ${bare.token}` } }),
    }),
    '200',
  )

async function measure(bench: Bench, bin: string, pgbenchUrl: string): Promise<Row[]> {
  const [account] = bench.accounts
  const [session] = bench.sessions
  if (!account || !session) throw new Error('the bench bank is empty')
  const sample = await fetch(`${bench.origin}/wb-api/operations`, { headers: readHeaders(session, account) })
  await fetch(`${bench.bare.origin}/page`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: await sample.text(),
  })

  const seen: Record<string, Measurements[]> = {}
  const keep = (name: string, measurements: Measurements) => {
    console.log(`${name}: ${measurements.per_second}/s, p50 ${measurements.p50_ms} ms, p99 ${measurements.p99_ms} ms`)
    seen[name] = [...(seen[name] ?? []), measurements]
  }
  const none = { p50_ms: 0, p99_ms: 0, requested: 0, statuses: {} }
  // The rounds are interleaved, so that a slow minute of the machine affects all.
  for (let round = 0; round < RUNS; round += 1) {
    keep('pgbench TPC-B', { ...none, per_second: pgbench(bin, pgbenchUrl) })
    keep('bare posting', await postings(bench))
    keep('transfer', await transfers(bench))
    keep('bare page from memory', await bareReads(bench, () => '/page'))
    keep('bare page from PostgreSQL', await bareReads(bench, ({ id }) => `/operations/${id}`))
    keep('page 1', await pages(bench, () => 1))
    keep('last page', await pages(bench, ({ pages: last }) => last))
  }
  const half = Math.round(median((seen['transfer'] ?? []).map(({ per_second }) => per_second)) / 2)
  for (let round = 0; round < RUNS; round += 1) keep('transfer at half the rate', await transfers(bench, half))

  return Object.entries(seen).map(([name, measurements]) => ({
    name,
    per_second: median(measurements.map(({ per_second }) => per_second)),
    p50_ms: median(measurements.map(({ p50_ms }) => p50_ms)),
    p99_ms: median(measurements.map(({ p99_ms }) => p99_ms)),
  }))
}

await prepareMachine()
const postgres = findPostgres()
if (!postgres) throw new Error('no PostgreSQL server programs were found')
const server = await startPostgres(postgres)
try {
  const bin = postgres
  const pgbenchUrl = new URL(server.url)
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('CREATE DATABASE bench')
  await admin.query('CREATE DATABASE pgbench')
  await admin.end()
  pgbenchUrl.pathname = '/pgbench'
  execFileSync(join(bin, 'pgbench'), ['-i', '-q', '-s', '10', pgbenchUrl.href], { stdio: 'ignore' })
  const url = new URL(server.url)
  url.pathname = '/bench'
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', () => undefined)
  await client.connect()
  await migrate(client)
  console.log(`filling a bank of ${OPERATIONS} operations...`)
  await seedDemoBank(client, { password: DEMO_PASSWORD, operations: OPERATIONS })
  await client.query('VACUUM ANALYZE')

  const env = {
    DATABASE_URL: url.href,
    LOG_LEVEL: 'warn',
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    WEB_ROOT: '',
    PORT: process.env.BENCH_PORT ?? '8390',
  }
  const ours = await start('api/src/main.ts', env)
  const bare = await start('tools/bench/bare-server.ts', env)
  const origin = `http://127.0.0.1:${ours.port}`
  const sessions: BenchSession[] = []
  while (sessions.length < CLIENTS) sessions.push(await signIn(origin, DEMO_PASSWORD))
  const bench: Bench = {
    origin,
    bare: { origin: `http://127.0.0.1:${bare.port}`, token: bare.token },
    accounts: await readAccounts(client),
    sessions,
    client,
  }
  const rows = await measure(bench, bin, pgbenchUrl.href)
  ours.child.disconnect()
  bare.child.disconnect()
  const { rows: versions } = await client.query<{ server_version: string }>('SHOW server_version')
  await client.end()

  const report = reportOf(rows, {
    node: process.version,
    postgres: versions[0]?.server_version ?? '',
    cores: cpus().length,
    processor: cpus()[0]?.model ?? '',
    operations: OPERATIONS,
    seconds: SECONDS,
    runs: RUNS,
  })
  console.log(`\n${report}`)
  // The results of tests are in the same file, below, and stay.
  const file = inProject('docs/benchmarks.md')
  const kept = /\n## Many transfers[^]*/.exec(readFileSync(file, 'utf8'))?.[0] ?? ''
  writeFileSync(file, report + kept)
} finally {
  await server.stop()
}
