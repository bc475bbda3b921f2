// Lists what the bank shall reach, each as one number of a run: for the table before, after, goal.
import {
  BARE_PAGE,
  BARE_POSTING,
  CLIENTS,
  FIXED_RATES,
  LAST_PAGE,
  PAGE_1,
  TPCB,
  transfersAt,
  transfersOf,
  UNCHANGED_PAGE,
} from './bench-cases.ts'
import type { LargeRead } from './large-bank.ts'
import { type Measurement, totalOf } from './measurement.ts'
import { median } from './percentiles.ts'
import type { RunResult } from './run-cases.ts'

export type Results = {
  server: RunResult
  /** The same bank on the PostgreSQL that comes with the project. */
  included: RunResult
  large: LargeRead[]
}

/** The median over the rounds of a case, or null where it was not measured. */
export function medianOf({ cases }: RunResult, name: string, read: (one: Measurement) => number): number | null {
  const found = cases.find((one) => one.name === name)
  return found ? median(found.rounds.map(read)) : null
}

const rateOf = (run: RunResult, name: string) => medianOf(run, name, ({ per_second }) => per_second)
const cpuOf = (run: RunResult, name: string) => medianOf(run, name, ({ cpu }) => totalOf(cpu))
const ratio = (one: number | null, other: number | null) => (one === null || other === null ? null : one / other)
const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)

function bestRate(run: RunResult): number | null {
  const rates = known(CLIENTS.map((clients) => rateOf(run, transfersOf(clients))))
  return rates.length > 0 ? Math.max(...rates) : null
}
function leastCpu(run: RunResult): number | null {
  const cpus = known(CLIENTS.map((clients) => cpuOf(run, transfersOf(clients))))
  return cpus.length > 0 ? Math.min(...cpus) : null
}
const p99At = (run: RunResult, perSecond: number) => medianOf(run, transfersAt(perSecond), ({ p99_ms }) => p99_ms)
const workerShare = ({ cpu }: Measurement) => (100 * cpu.worker) / (totalOf(cpu) - cpu.worker)
const fixedRateCase = transfersAt(Math.max(...FIXED_RATES))

type Goal = {
  name: string
  goal: string
  unit?: string
  digits?: number
  /** Left out where it was not measured. */
  isOptional?: boolean
  read: (results: Results) => number | null
}

const largeGoals: Goal[] = ['page 1', 'page 125000', 'a text in one of eight operations, page 1'].map((name) => ({
  name: `all of 1,000 accounts, ${name}, first`,
  goal: 'at most 300 ms',
  unit: 'ms',
  digits: 0,
  isOptional: true,
  read: ({ large }) => large.find((one) => one.name === name)?.first_ms ?? null,
}))

export const goals: readonly Goal[] = [
  {
    name: 'transfers to TPC-B, by rate (best of 16 to 128 clients)',
    goal: 'at least 0.8, aim 1.0',
    read: ({ server }) => ratio(bestRate(server), rateOf(server, TPCB)),
  },
  {
    name: 'TPC-B to transfers, by processor time of everything',
    goal: 'at least 0.8, aim 1.0',
    read: ({ server }) => ratio(cpuOf(server, TPCB), leastCpu(server)),
  },
  {
    name: 'the same on the embedded PostgreSQL, by rate (64 clients)',
    goal: 'at least 0.8',
    read: ({ included }) => ratio(rateOf(included, transfersOf(64)), rateOf(included, TPCB)),
  },
  {
    name: 'transfers to bare postings, by rate (32 clients)',
    goal: '',
    read: ({ server }) => ratio(rateOf(server, transfersOf(32)), rateOf(server, BARE_POSTING)),
  },
  ...FIXED_RATES.map((perSecond): Goal => ({
    name: `p99 at ${perSecond} transfers a second`,
    goal: 'under 20 ms',
    unit: 'ms',
    digits: 1,
    read: ({ server }) => p99At(server, perSecond),
  })),
  {
    name: "the worker's processor time beside all other of a transfer (64 clients)",
    goal: 'under 15 %',
    unit: '%',
    digits: 0,
    read: ({ server }) => medianOf(server, transfersOf(64), workerShare),
  },
  {
    name: 'processor time of the audit chain for an event, linked and counted',
    goal: 'under 30 µs',
    unit: 'µs',
    digits: 0,
    read: ({ server: { chain } }) => (chain ? chain.linking + chain.counting : null),
  },
  {
    name: `processor time of the worker for an event, at ${Math.max(...FIXED_RATES)} transfers a second`,
    goal: '',
    unit: 'µs',
    digits: 0,
    read: ({ server }) => medianOf(server, fixedRateCase, ({ chain }) => chain?.cpuPerEvent ?? 0),
  },
  {
    name: `lag of the audit chain, at ${Math.max(...FIXED_RATES)} transfers a second`,
    goal: 'under 5 s',
    unit: 's',
    digits: 1,
    read: ({ server }) => medianOf(server, fixedRateCase, ({ chain }) => chain?.lagSeconds ?? 0),
  },
  {
    name: 'page 1 to the bare page, by rate',
    goal: 'at least 0.9',
    read: ({ server }) => ratio(rateOf(server, PAGE_1), rateOf(server, BARE_PAGE)),
  },
  {
    name: 'unchanged page to the bare page, by rate',
    goal: 'at least 2.0',
    read: ({ server }) => ratio(rateOf(server, UNCHANGED_PAGE), rateOf(server, BARE_PAGE)),
  },
  {
    name: "the server's processor time for an unchanged page",
    goal: 'under 200 µs',
    unit: 'µs',
    digits: 0,
    read: ({ server }) => medianOf(server, UNCHANGED_PAGE, ({ cpu }) => cpu.server),
  },
  {
    name: 'page 1 to the last page, by rate',
    goal: 'at most 2',
    read: ({ server }) => ratio(rateOf(server, PAGE_1), rateOf(server, LAST_PAGE)),
  },
  {
    name: 'buffers of an order at the end, to those at the beginning',
    goal: 'at most 1.25',
    read: ({ server: { statements } }) =>
      statements ? ratio(statements.buffers.at(-1) ?? null, statements.buffers[0] ?? null) : null,
  },
  {
    name: 'plans made for an order',
    goal: 'none but one for each transaction',
    read: ({ server: { statements } }) => statements?.plans ?? null,
  },
  ...largeGoals,
]

/** The numbers of a run by the names of the goals. */
export const reachedIn = (results: Results): Record<string, number | null> =>
  Object.fromEntries(goals.map(({ name, read }) => [name, read(results)]))

/** What an earlier edition reached, measured by this same program. */
export type Before = { name: string; reached: Record<string, number | null> }
