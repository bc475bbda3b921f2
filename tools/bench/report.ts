// Writes the results as a page that names what was measured, how, and compared with what.
import { CUSTOMERS, OPERATIONS, type RunOptions, type RunResult } from './run-cases.ts'
import { CLIENTS, TPCB, transfersOf } from './bench-cases.ts'
import { type Before, goals, medianOf, type Results } from './goals.ts'
import { LARGE_OPERATIONS } from './large-bank.ts'
import { type Measurement, totalOf } from './measurement.ts'
import { median } from './percentiles.ts'
import { TPCB_CLIENTS, TPCB_SCALE } from './pgbench.ts'

export type Machine = { node: string; cores: number; processor: string; load: number; commit: string }
type Versions = { server: string; included: string }

const number = (value: number, digits = 0) =>
  value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`

const COLUMNS = ['a second', 'p50 ms', 'p99 ms', 'server µs', 'database µs', 'worker µs', 'load µs', 'all µs']
const numbersOf = ({ per_second, p50_ms, p99_ms, cpu }: Measurement): number[] => [
  per_second,
  p50_ms,
  p99_ms,
  cpu.server,
  cpu.database,
  cpu.worker,
  cpu.load,
  totalOf(cpu),
]
const LATENCIES = new Set([1, 2])
const cellsOf = (numbers: readonly number[]) =>
  numbers.map((value, index) => number(value, LATENCIES.has(index) ? 1 : 0))

const head = (...columns: readonly string[]) => [row(...columns), `|---|${'---:|'.repeat(columns.length - 1)}`]

function mediansTable({ cases }: RunResult): string[] {
  const medians = cases.map(({ name, rounds }) => {
    const measured = rounds.map(numbersOf)
    return row(name, ...cellsOf(COLUMNS.map((_, index) => median(measured.map((one) => one[index] ?? 0)))))
  })
  return [...head('What', ...COLUMNS), ...medians]
}

function roundsTable(runs: readonly { label: string; run: RunResult }[]): string[] {
  const rows = runs.flatMap(({ label, run }) =>
    run.cases.flatMap(({ name, rounds }) =>
      rounds.map((one, index) => row(`${label}${name}`, String(index + 1), ...cellsOf(numbersOf(one)))),
    ),
  )
  return [...head('What', 'round', ...COLUMNS), ...rows]
}

function goalsTable(results: Results, before: Before | null): string[] {
  const cell = (value: number | null | undefined, unit = '', digits = 2) =>
    value === null || value === undefined ? '' : `${number(value, digits)}${unit === '' ? '' : ` ${unit}`}`
  const rows = goals
    .map(({ name, goal, unit, digits, isOptional, read }) => ({
      name,
      goal,
      isOptional,
      was: cell(before?.reached[name], unit, digits),
      is: cell(read(results), unit, digits),
    }))
    .filter(({ was, is, isOptional }) => !isOptional || was !== '' || is !== '')
  return [
    ...head('What', 'before', 'after', 'goal'),
    ...rows.map(({ name, was, is, goal }) => row(name, was, is, goal)),
  ]
}

/** Transfers beside TPC-B: by rate, and by the processor time that both need. */
function ratiosTable(run: RunResult): string[] {
  const read = (name: string, value: (one: Measurement) => number) => medianOf(run, name, value)
  const rate = (name: string) => read(name, ({ per_second }) => per_second)
  const cpu = (name: string) => read(name, (one) => totalOf(one.cpu))
  const ratio = (one: number | null, other: number | null) =>
    one === null || other === null ? '' : number(one / other, 2)
  const names = CLIENTS.map(transfersOf).filter((name) => rate(name) !== null)
  if (names.length === 0 || rate(TPCB) === null) return []
  const rows = names.map((name) => row(name, ratio(rate(name), rate(TPCB)), ratio(cpu(TPCB), cpu(name))))
  return [...head('Beside TPC-B', 'by rate', 'by processor time'), ...rows, '']
}

function chainTable({ cases }: RunResult): string[] {
  const rows = cases.flatMap(({ name, rounds }) => {
    const chains = rounds.flatMap(({ chain }) => (chain ? [chain] : []))
    if (chains.length === 0) return []
    const rate = median(rounds.map(({ per_second }) => per_second))
    const lag = median(chains.map(({ lagSeconds }) => lagSeconds))
    return [row(name, number(rate), number(lag, 1), number(median(chains.map(({ cpuPerEvent }) => cpuPerEvent))))]
  })
  return rows.length > 0 ? [...head('Load', 'a second', 'greatest lag s', 'worker µs an event'), ...rows, ''] : []
}

const chainPart = ({ chain }: RunResult): string[] =>
  chain
    ? [
        `The audit chain alone, for each of ${number(chain.events)} events: ${number(chain.linking, 1)} µs to link it, ${number(chain.counting, 1)} µs to count it for the search.`,
        '',
      ]
    : []

function statementsPart({ statements }: RunResult): string[] {
  if (!statements) return []
  const { buffers, plans, warnings } = statements
  return [
    `Buffers read for an order, in two parts of a load before the first round and in two after the last: ${buffers.map((one) => number(one)).join(', ')}.`,
    `Plans made for an order: ${number(plans, 2)}.`,
    '',
    ...(warnings.length > 0
      ? [...head('Warning'), ...warnings.map((text) => row(text.replaceAll('|', '\\|'))), '']
      : []),
  ]
}

function largePart({ large }: Results): string[] {
  if (large.length === 0) return []
  return [
    `## All accounts of one reader, by this benchmark`,
    '',
    `${number(LARGE_OPERATIONS)} operations on 1,000 accounts. First: the first call with this filter since the server was started; again: the median of five more.`,
    '',
    ...head('Page', 'first ms', 'again ms', 'wanted ms'),
    ...large.map(({ name, first_ms, again_ms }) => row(name, number(first_ms), number(again_ms), '300')),
    '',
  ]
}

export function reportOf(
  results: Results,
  before: Before | null,
  machine: Machine,
  versions: Versions,
  { rounds, seconds, warmUpSeconds }: RunOptions,
): string {
  const { server, included } = results
  return `${[
    '# Benchmarks',
    '',
    'Written by `npm run bench`. Machines differ and are noisy: the ratios inside one run are what counts.',
    '',
    `One run on ${machine.cores} cores (${machine.processor}), Node ${machine.node}, with everything on this machine: server, worker, database and load. The load`,
    `average was ${number(machine.load, 1)} before it began. Commit ${machine.commit}.`,
    '',
    '## Before, after, goal',
    '',
    before
      ? `Before: ${before.name}, measured by this same benchmark.`
      : 'Before: not measured yet by this benchmark (`npm run bench -- --as-before NAME` on the edition to compare with).',
    '',
    ...goalsTable(results, before),
    '',
    `## PostgreSQL ${versions.server}, a server`,
    '',
    `Medians of ${rounds} rounds of ${seconds} s each; every second round in the opposite order.`,
    '',
    ...mediansTable(server),
    '',
    ...ratiosTable(server),
    ...chainTable(server),
    ...chainPart(server),
    ...statementsPart(server),
    ...(included.cases.length > 0
      ? [
          `## PostgreSQL ${versions.included}, embedded`,
          '',
          ...mediansTable(included),
          '',
          ...ratiosTable(included),
          ...chainTable(included),
        ]
      : []),
    ...largePart(results),
    '## How it is measured',
    '',
    `- A bank of ${number(CUSTOMERS)} customers, three of five individuals and two of five companies: a quarter has two accounts, a third has two people who`,
    '  may order and sign, half has chosen limits, a tenth of the accounts has alerts. Payees are accounts of other customers and own accounts; three in a',
    `  hundred orders of companies with two people wait for a signature. ${number(OPERATIONS)} past operations.`,
    '- Columns of µs are processor time for each request, from `/proc`: of the server process (of the bare one in its cases); of all processes of PostgreSQL but the backends of the worker; of the',
    '  worker **and its backends**, from the first order until its queues are empty again; of the program that sends the load, whose part is counted in the sum.',
    `- Before each measurement: the queues are empty, a checkpoint, ${warmUpSeconds} s of the same load unmeasured. All confirmations are written before the first round, and each user has made a call: the server knows their token.`,
    '- After each measurement the balances equal the sums of the entries and each answered order is there once; at the end every rule of `npm run ledger:audit`',
    '  and of the audit chain holds. Otherwise the run fails.',
    `- **TPC-B**: pgbench's own transaction, scale ${TPCB_SCALE}, ${TPCB_CLIENTS} clients, prepared.`,
    '- **transfer**: `POST /wb-api/transfers` with session, cookie, rights, limits, idempotency key, a confirmation used up, audit events and ledger. At a fixed rate',
    '  the latency counts from the moment when a request was due.',
    '- **bare posting**: a Fastify handler that only calls `ledger_write`, with the pool and the batches of the bank.',
    '- **bare page**: a Fastify handler that checks a token and runs one query for 20 operations, with the pool of the bank and its memory of verified tokens.',
    '- **page**: `GET /wb-api/operations` with totals, month totals and categories. **unchanged page**: the same with `If-None-Match`, answered 304. The load accepts no compressed answers: gzip takes 0.1 ms of a page more, in another thread.',
    '- The audit chain alone: while the worker is kept from it, events of 5 s of orders wait; one connection then links and counts them. The worker’s own columns',
    '  contain alerts, e-mails and the looks into all its queues too.',
    '- Buffers and plans are counted by pg_stat_statements in loads of their own, on the server, because counting costs time.',
    '- The server has 1 GB of shared buffers and no checkpoint but the requested ones; the embedded PostgreSQL is as `npm start` runs it.',
    '',
    '## All rounds',
    '',
    ...roundsTable([
      { label: '', run: server },
      { label: 'embedded: ', run: included },
    ]),
  ].join('\n')}\n`
}
