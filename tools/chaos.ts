// Runs `npm run chaos`: the long chaos test, with its results in docs/reliability.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PlainProblem } from '../database/plain-problem.ts'
import { clusterSection, type Drill, fiftyFaults } from './lib/cluster-report.ts'
import { runDrill } from './lib/cluster-drill.ts'
import { installedPrograms, inProject, root } from './lib/project.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '120' },
    // The drill on a cluster, its faults by name, and a folder to keep its logs in.
    cluster: { type: 'boolean', default: false },
    faults: { type: 'string', default: fiftyFaults.join(',') },
    logs: { type: 'string' },
  },
})

const report = inProject('docs/reliability.md')
const CLUSTER = '\n## Cluster\n'

type Counts = {
  orders: number
  killed: Record<'server' | 'worker' | 'postgres' | 'owner', number>
  repeats: number
  seconds: number
  payments: number
  files: number
  returned: number
}

function page({ orders, killed, repeats, seconds, payments, files, returned }: Counts): string {
  const kills = Object.values(killed).reduce((sum, count) => sum + count)
  const number = (value: number) => value.toLocaleString('en-GB')
  return `# Reliability

Written by \`npm run chaos\`; a short form of the same is part of \`npm test\`.

Eight customers order without pause, each with one idempotency key an order, and ask again until the bank acknowledges. Part of the orders
go to another bank, part to a later day. The clock jumps over a weekend, a leap day and a holiday. The network takes the files,
settles, rejects and sends back, and says many things twice. Meanwhile processes are killed with SIGKILL: the server, one of two workers,
PostgreSQL itself, the process that owns it, and at the end all of them at once.

| | |
|---|---:|
| orders acknowledged | ${number(orders)} |
| kills (server, workers, PostgreSQL, its owner) | ${number(kills)} (${killed.server}, ${killed.worker}, ${killed.postgres}, ${killed.owner}) |
| times that a customer had to ask again | ${number(repeats)} |
| payments to another bank, in files | ${number(payments)}, in ${number(files)} |
| payments that came back | ${number(returned)} |
| orders lost, or there twice | 0 |
| orders paid twice, or not | 0 |
| payments lost, in two files, or nobody's | 0 |
| answers applied twice, or not; authors told twice, or not | 0 |
| rules of \`npm run ledger:audit\` broken | 0 |
| time | ${Math.round(seconds)} s |

One run on ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.version}, embedded PostgreSQL with fsync on. A run
with anything but these zeros fails, and writes no figures.
`
}

/** The page of both runs: each writes its own part, and keeps the other's. */
function writeReport(part: { embedded: string } | { cluster: string }): void {
  const [embedded = '', cluster] = readFileSync(report, 'utf8').split(CLUSTER)
  const kept = { embedded, cluster, ...part }
  writeFileSync(report, kept.cluster === undefined ? kept.embedded : `${kept.embedded}${CLUSTER}${kept.cluster}`)
}

async function runOnCluster(): Promise<void> {
  const measured = await runDrill(values.faults.split(','), { logs: values.logs ?? null })
  const drill = JSON.parse(measured) as Drill
  writeReport({ cluster: clusterSection(drill) })
}

async function runEmbedded(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'connect-chaos-report-'))
  try {
    const figures = join(folder, 'figures.json')
    const run = spawn(join(installedPrograms, 'vitest'), ['run', '--project', 'unit', 'api/test/chaos.test.ts'], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, CHAOS_ORDERS: values.orders, CHAOS_KILLS: values.kills, CHAOS_REPORT: figures },
    })
    const [code] = (await once(run, 'exit')) as [number | null]
    if (code === 0) writeReport({ embedded: page(JSON.parse(readFileSync(figures, 'utf8')) as Counts) })
    process.exitCode = code ?? 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

try {
  await (values.cluster ? runOnCluster() : runEmbedded())
} catch (error) {
  if (!(error instanceof PlainProblem)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
