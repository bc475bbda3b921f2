// Writes what the drill on a cluster measured as a section of docs/reliability.md.
import { cpus } from 'node:os'

type Balance = { acknowledged: number; lost: number; doubled: number }
type Round = {
  scenario: string
  isWithoutQuorum: boolean
  orders: number
  secondsWithoutOrder: number
  secondsAfterEnd: number
  secondsWithoutPage: number
  slowestCall: number
  unavailable: number
  errors: { [answer: string]: number }
  falseReadiness: number
  wholeAfter: number | null
  lost: number
  doubled: number
  load: number
}
/** What api/test/chaos/cluster/drill-program.ts answers. */
export type Drill = {
  rounds: Round[]
  audit: {
    transfers: Balance
    approvals: Balance
    batches: Balance
    topups: Balance
    debits: Balance
    movedWrongly: number
  }
  refusals: string[]
  brokenRules: number
  streams: { opened: number; changes: number }
  calls: number
  seconds: number
}

const cycle = [
  'kill-leader',
  'kill-standby',
  'switchover',
  'restart-servers',
  'freeze-postgres',
  'kill-server',
  'cut-leader',
  'freeze-both-standbys',
  'kill-worker',
  'freeze-leader',
  'drift',
  'full-disk',
  'restart-servers-nginx',
  'cut-etcd',
  'freeze-server',
  'switchover',
  'kill-postgres',
  'cut-both-standbys',
  'kill-workers',
  'freeze-standby',
  'kill-leader-machine',
] as const

/** The usual run: every scenario at least twice, in an order in which none follows its like. */
export const fiftyScenarios: readonly string[] = Array.from(
  { length: 50 },
  (_, index) => cycle[index % cycle.length] ?? '',
)

const count = (value: number) => value.toLocaleString('en-GB')
const seconds = (value: number) => value.toFixed(1)
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const errorsOf = ({ errors }: Round) => total(Object.values(errors))

/** One line for each kind of scenario: the worst of its rounds, and the sums of what was counted. */
function lineOf(rounds: readonly Round[]): string {
  const worst = (read: (round: Round) => number) => seconds(Math.max(...rounds.map(read)))
  const whole = rounds.map(({ wholeAfter }) => wholeAfter)
  return `| ${[
    rounds[0]?.scenario ?? '',
    rounds.length,
    worst(({ secondsWithoutOrder }) => secondsWithoutOrder),
    worst(({ secondsAfterEnd }) => secondsAfterEnd),
    worst(({ secondsWithoutPage }) => secondsWithoutPage),
    worst(({ slowestCall }) => slowestCall),
    worst(({ falseReadiness }) => falseReadiness),
    count(total(rounds.map(({ unavailable }) => unavailable))),
    total(rounds.map(errorsOf)),
    count(total(rounds.map(({ orders }) => orders))),
    whole.includes(null) ? 'not in 120 s' : seconds(Math.max(...whole.map(Number))),
  ].join(' | ')} |`
}

export function clusterSection({ rounds, audit, brokenRules, streams, calls, refusals, ...drill }: Drill): string {
  const kinds = [...new Set(rounds.map(({ scenario }) => scenario))]
  const { movedWrongly, ...balances } = audit
  const loads = rounds.map(({ load }) => load)
  const names = {
    transfers: 'transfers',
    approvals: 'approvals of companies',
    batches: 'batches of three lines, signed',
    topups: 'top-ups of cards',
    debits: 'direct debits, by file',
  } as const
  return `
Written by \`npm run chaos -- --cluster\`. Three machines in network namespaces: etcd, Patroni (\`ttl: 20\`, \`synchronous_mode_strict\`) and PostgreSQL 15
on each; haproxy before them; two servers, which read from standbys, and two workers; haproxy and nginx before the servers, all as in \`deploy/\`.
Customers order without pause and ask again with the same idempotency key, sign, read pages and follow streams. Each line is the worst of its rounds.

| Fault | Rounds | Seconds without an order | to the next one after its end | without a page | Slowest call (s) | Ready, but storing nothing (s) | 503 | Other errors | Orders | Cluster whole again after (s) |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
${kinds.map((kind) => lineOf(rounds.filter(({ scenario }) => scenario === kind))).join('\n')}

"Other errors": answers of 500 and above but 503, and calls that got no answer at all.

| | Acknowledged | Lost | Doubled |
|---|---:|---:|---:|
${Object.entries(names)
  .map(([key, name]) => {
    const { acknowledged, lost, doubled } = balances[key as keyof typeof names]
    return `| ${name} | ${count(acknowledged)} | ${lost} | ${doubled} |`
  })
  .join('\n')}

Orders whose money moved twice, or not: ${movedWrongly}. Rules of \`npm run ledger:audit\` broken: ${brokenRules}. Orders refused for another
reason: ${refusals.length}. Streams opened: ${count(streams.opened)}, with ${count(streams.changes)} changes.

One run of ${rounds.length} faults and ${count(calls)} calls in ${Math.round(drill.seconds / 60)} min on ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), which other work shared: load ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}.
Disks are files on one disk; the data of etcd is in memory.
`
}
