// Opens a bank on one PostgreSQL and measures cases on it, round by round.
import { rmSync } from 'node:fs'
import { makeTemporaryFolder } from '../../database/temporary-folder.ts'
import { dbOver, openPool } from '../../api/src/db/sql.ts'
import { checkRules } from './balance-check.ts'
import { type BenchProgram, startBareServer, startProgram } from './bank-programs.ts'
import { type BenchBank, connectTo, firstRequests, prepareBank } from './bench-bank.ts'
import { type BenchCase, TPCB } from './bench-cases.ts'
import { backendCpu, type BenchDatabase } from './bench-database.ts'
import { untilQueuesAreEmpty } from './bench-queues.ts'
import { type ChainCost, measureChain, ordersOfChainCheck } from './chain-check.ts'
import { runLoad } from './load.ts'
import { type Bench, type Measurement, totalOf } from './measurement.ts'
import { fillTpcb } from './pgbench.ts'
import {
  countStatements,
  ordersOfCheck,
  prepareCounting,
  reportStatements,
  type StatementCount,
  type StatementReport,
} from './statement-check.ts'

/** More than the customers of a small bank, so that each gives few orders a day: the day's orders are summed for each limit. */
export const CUSTOMERS = 4_000
export const OPERATIONS = 400_000

export type RunOptions = {
  rounds: number
  seconds: number
  warmUpSeconds: number
  countsStatements: boolean
  measuresChain: boolean
}
export type CaseResult = { name: string; rounds: Measurement[] }
export type RunResult = { cases: CaseResult[]; statements: StatementReport | null; chain: ChainCost | null }

/** A function that closes what was opened, in reverse order. */
type Closing = (() => Promise<unknown>)[]

/** Starts a server on which all users have opened the portal. */
async function startVisited(bank: BenchBank, place: { url: string; dataDir: string }): Promise<BenchProgram> {
  const server = await startProgram('server', place)
  await runLoad({
    ports: [server.port],
    connections: 32,
    perSecond: null,
    repeats: false,
    requests: firstRequests(bank),
    warmUpSeconds: 0,
    seconds: 600,
    onMeasuring: () => undefined,
  })
  return server
}

async function openBench(
  database: BenchDatabase,
  bin: string,
  closing: Closing,
  {
    seconds,
    warmUpSeconds,
    orders,
    hasTpcb,
  }: Pick<RunOptions, 'seconds' | 'warmUpSeconds'> & { orders: number; hasTpcb: boolean },
): Promise<Bench> {
  const tpcb = { bin, url: await database.create('tpcb') }
  if (hasTpcb) await fillTpcb(bin, tpcb.url)
  const url = await database.create('bank')
  const client = await connectTo(url)
  closing.push(() => client.end())
  const bank = await prepareBank(client, url, { customers: CUSTOMERS, operations: OPERATIONS, orders })
  const dataDir = makeTemporaryFolder('connect-bench-data')
  closing.push(async () => rmSync(dataDir, { recursive: true, force: true }))
  const startServer = () => startVisited(bank, { url, dataDir })
  const server = await startServer()
  closing.push(server.stop)
  const worker = await startProgram('worker', { url, dataDir })
  closing.push(worker.stop)
  const bare = await startBareServer(url)
  closing.push(bare.stop)
  const pool = openPool(url, { size: 1, onError: () => undefined })
  closing.push(() => pool.end())
  const workerBackends = backendCpu(database.admin, 'worker')
  return {
    database,
    client,
    db: dbOver(pool),
    bank,
    server,
    startServer,
    worker,
    workerBackends,
    bare,
    tpcb,
    seconds,
    warmUpSeconds,
  }
}

function print(name: string, { per_second, p50_ms, p99_ms, cpu, chain }: Measurement): void {
  const parts = Object.entries(cpu).map(([part, microseconds]) => `${part} ${Math.round(microseconds)}`)
  const lag = chain
    ? `; chain ${chain.lagSeconds.toFixed(1)} s behind, ${Math.round(chain.cpuPerEvent)} µs an event`
    : ''
  console.log(
    `${Math.round(performance.now() / 1000)} s, ${name}: ${Math.round(per_second)}/s, p50 ${p50_ms} ms, p99 ${p99_ms} ms; µs: ${parts.join(', ')}, all ${Math.round(totalOf(cpu))}${lag}`,
  )
}

/** Measures all cases in each round; every second round in the opposite order. A case that the bank does not have is left out. */
async function measureRounds(bench: Bench, cases: readonly BenchCase[], rounds: number): Promise<CaseResult[]> {
  const measured = new Map<string, Measurement[]>(cases.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1)
    for (const { name, run } of round % 2 === 0 ? cases : cases.toReversed()) {
      const measurement = await run(bench)
      if (!measurement) continue
      print(`round ${round + 1}, ${name}`, measurement)
      measured.get(name)?.push(measurement)
    }
  return [...measured].map(([name, results]) => ({ name, rounds: results })).filter((one) => one.rounds.length > 0)
}

/** The orders that a run may take: each needs its confirmation before the first round. */
const ordersOf = (
  cases: readonly BenchCase[],
  { rounds, seconds, warmUpSeconds, countsStatements, measuresChain }: RunOptions,
) =>
  (measuresChain ? ordersOfChainCheck : 0) +
  cases.reduce((sum, { ordersPerSecond }) => sum + ordersPerSecond, 0) * (seconds + warmUpSeconds + 1) * rounds +
  (countsStatements ? 2 * ordersOfCheck({ seconds, warmUpSeconds }) : 0)

/** Measures cases on one PostgreSQL. Fails where a balance or a rule is broken afterwards. */
export async function runCases(
  database: BenchDatabase,
  bin: string,
  cases: readonly BenchCase[],
  options: RunOptions,
): Promise<RunResult> {
  const { rounds, seconds, warmUpSeconds, countsStatements } = options
  const closing: Closing = []
  try {
    const orders = ordersOf(cases, options)
    const hasTpcb = cases.some(({ name }) => name === TPCB)
    console.log(`PostgreSQL ${database.version}: preparing a bank and ${orders} confirmations...`)
    if (countsStatements) await prepareCounting(database.admin)
    const bench = await openBench(database, bin, closing, { seconds, warmUpSeconds, orders, hasTpcb })
    const parts: StatementCount[][] = []
    if (countsStatements) parts.push(...(await countStatements(bench)))
    const results = await measureRounds(bench, cases, rounds)
    if (countsStatements) parts.push(...(await countStatements(bench)))
    const chain = options.measuresChain ? await measureChain(bench) : null
    await untilQueuesAreEmpty(bench.db)
    await checkRules(bench.db)
    return { cases: results, statements: parts.length > 0 ? reportStatements(parts) : null, chain }
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}
