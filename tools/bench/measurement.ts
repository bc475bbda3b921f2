// Measures one load on the running bank: rate, latencies, and the processor time of everything that takes part.
import type pg from 'pg'
import type { Db } from '../../api/src/db/db.ts'
import { checkBalances, checkOrders, countRows } from './balance-check.ts'
import type { BenchBank } from './bench-bank.ts'
import type { BackendCpu, BenchDatabase } from './bench-database.ts'
import { untilQueuesAreEmpty, watchChain } from './bench-queues.ts'
import { refreshSessions } from './bench-sessions.ts'
import type { BenchProgram } from './bank-programs.ts'
import { type Load, type LoadResult, runLoad } from './load.ts'
import type { Latencies } from './percentiles.ts'

/** What is running while a case is measured. */
export type Bench = {
  database: BenchDatabase
  /** The owner's connection to the bank, and the application's. */
  client: pg.Client
  db: Db
  bank: BenchBank
  server: BenchProgram
  /** Starts another server of the same bank. */
  startServer: () => Promise<BenchProgram>
  worker: BenchProgram
  workerBackends: BackendCpu
  bare: BenchProgram
  /** Where pgbench and its tables are. */
  tpcb: { bin: string; url: string }
  seconds: number
  warmUpSeconds: number
}

/** Microseconds of processor time for each request. The worker's include its backends, until all of its queues are empty again. */
export type CpuPerRequest = { server: number; worker: number; database: number; load: number }

export type Measurement = Latencies & {
  per_second: number
  cpu: CpuPerRequest
  /** Of orders: the greatest lag of the audit chain, and what the worker and its backends took for an event. */
  chain?: { lagSeconds: number; cpuPerEvent: number }
}

export const totalOf = ({ server, worker, database, load }: CpuPerRequest) => server + worker + database + load

type LoadCase = Pick<Load, 'connections' | 'perSecond' | 'repeats' | 'requests' | 'serverOf'> & {
  /** What answers the requests. */
  programs: readonly BenchProgram[]
  /** The status of every answer. */
  status: number
  /** What is checked afterwards. */
  writes?: 'orders' | 'postings'
}

function expectAll(statuses: LoadResult['statuses'], status: number): void {
  if (Object.keys(statuses).some((answered) => answered !== String(status)))
    throw new Error(`not every answer was ${status}: ${JSON.stringify(statuses)}`)
}

export async function measureLoad(bench: Bench, measured: LoadCase): Promise<Measurement> {
  const { database, client, db, worker, workerBackends, seconds, warmUpSeconds } = bench
  const { programs, status, writes, ...load } = measured
  await untilQueuesAreEmpty(db)
  await refreshSessions(client)
  await client.query('CHECKPOINT')
  const rowsBefore = writes === 'orders' ? await countRows(client) : null
  await workerBackends.refresh()
  const workerCpu = () => worker.cpu() + workerBackends.read()
  const readAll = () => ({
    programs: programs.reduce((sum, program) => sum + program.cpu(), 0),
    database: database.cpu(),
    backends: workerBackends.read(),
  })

  const workerBefore = workerCpu()
  const chain = watchChain(db, workerBackends.refresh)
  let [first, last] = [readAll(), readAll()]
  let lagSeconds = 0
  let result: LoadResult
  try {
    result = await runLoad({
      ...load,
      ports: programs.map(({ port }) => port),
      seconds,
      warmUpSeconds,
      onMeasuring: (isMeasuring) => {
        if (isMeasuring) first = readAll()
        else last = readAll()
      },
    })
    await untilQueuesAreEmpty(db)
  } finally {
    lagSeconds = await chain.stop()
  }
  const workerTotal = workerCpu() - workerBefore
  expectAll(result.statuses, status)
  let events = 0
  if (rowsBefore) {
    const rowsAfter = await countRows(client)
    checkOrders(rowsBefore, rowsAfter, result.allAnswered)
    events = rowsAfter.events - rowsBefore.events
  }
  if (writes) await checkBalances(client)

  const { answered, allAnswered, per_second, p50_ms, p99_ms, loadCpu } = result
  if (answered === 0) throw new Error('no answer was measured')
  const databaseTotal = last.database - first.database - (last.backends - first.backends)
  return {
    per_second,
    p50_ms,
    p99_ms,
    cpu: {
      server: (last.programs - first.programs) / answered,
      worker: workerTotal / allAnswered,
      database: databaseTotal / answered,
      load: loadCpu / answered,
    },
    ...(events > 0 && { chain: { lagSeconds, cpuPerEvent: workerTotal / events } }),
  }
}
