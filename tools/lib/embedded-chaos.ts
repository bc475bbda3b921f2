// Runs the long chaos test on the embedded bank, and writes what it measured as a page.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { processesOn, signal } from '../../database/embedded/processes.ts'
import { makeTemporaryFolder } from '../../database/temporary-folder.ts'
import { installedPrograms, root } from './project.ts'
import { onStopRequested } from './stop-signals.ts'

/** What a killed run has left may need so long to end by itself. */
const END_SECONDS = 60

type Outage = { count: number; longest: number }
type Measured = {
  orders: number
  transfers: number
  batches: number
  lines: number
  topups: number
  collections: number
  killed: Record<'server' | 'worker' | 'postgres' | 'owner', number>
  outages: Record<string, Outage>
  repeats: number
  unavailable: number
  pages: number
  pagesDuringOutage: number
  longestGap: number
  secondsWithoutOrder: number
  seconds: number
  payments: number
  files: number
  returned: number
}

const outageNames: Record<string, string> = {
  'kill server': 'SIGKILL of the server',
  'kill worker': 'SIGKILL of a worker',
  'kill postgres': 'SIGKILL of PostgreSQL',
  'kill owner': 'SIGKILL of the process that owns PostgreSQL',
  'frozen server': 'SIGSTOP of the server, for 2 to 10 s',
  'frozen PostgreSQL': 'SIGSTOP of PostgreSQL, for 2 to 10 s',
  'stopped server': 'SIGTERM of the server',
  'stopped worker': 'SIGTERM of a worker',
  clock: 'the clock steps back by 90 s',
}

const FREEZE_MS = 10_000

function page(measured: Measured): string {
  const { killed, outages } = measured
  const kills = Object.values(killed).reduce((sum, count) => sum + count)
  const number = (value: number) => value.toLocaleString('en-GB')
  const faultRows = Object.entries(outageNames).flatMap(([kind, name]) => {
    const outage = outages[kind]
    return outage ? [`| ${name} | ${number(outage.count)} | ${outage.longest.toFixed(1)} s |`] : []
  })
  return `# Reliability

Written by \`npm run chaos\`; a short form of the same is part of \`npm test\`.

Individuals and companies order without pause, each order with one idempotency key, and ask again until the bank acknowledges. Companies
have a second person sign; they also order batches. Some customers top up cards. Part of the orders go to another bank, part to a later
day. Customers read pages, and find the order that was just acknowledged. Creditors present direct debits in files. The clock jumps over a
weekend, a leap day and a holiday. The network takes the files, settles, rejects and sends back, and says many things twice. Meanwhile
processes are killed, frozen and stopped: the server, one of two workers, PostgreSQL itself, the process that owns it, and at the end all
of them at once.

| | |
|---|---:|
| orders acknowledged | ${number(measured.orders)} |
| of these transfers; batches, with lines; top-ups of cards | ${number(measured.transfers)}; ${number(measured.batches)}, with ${number(measured.lines)}; ${number(measured.topups)} |
| direct debits, in files | ${number(measured.collections)} |
| kills (server, workers, PostgreSQL, its owner) | ${number(kills)} (${killed.server}, ${killed.worker}, ${killed.postgres}, ${killed.owner}) |
| times that a customer had to ask again | ${number(measured.repeats)} |
| pages read (of these while no order was acknowledged) | ${number(measured.pages)} (${number(measured.pagesDuringOutage)}) |
| payments to another bank, in files | ${number(measured.payments)}, in ${number(measured.files)} |
| payments that came back | ${number(measured.returned)} |
| orders lost, or there twice | 0 |
| orders, top-ups and direct debits paid twice, or not | 0 |
| payments lost, in two files, or nobody's | 0 |
| answers applied twice, or not; authors told twice, or not | 0 |
| rules of \`npm run ledger:audit\` and of the audit log broken | 0 |
| answers with a status of 500 or more, but 503 \`unavailable\` | 0 |
| answers 503 \`unavailable\`, with Retry-After | ${number(measured.unavailable)} |
| seconds in which the server said that it was ready and no order was acknowledged for 12 s | 0 |
| longest time without an acknowledged order | ${measured.longestGap.toFixed(1)} s |
| pauses of more than 1 s without one, together | ${Math.round(measured.secondsWithoutOrder)} s |
| time | ${number(Math.round(measured.seconds))} s |

| Fault | Times | Longest time without an acknowledged order |
|---|---:|---:|
${faultRows.join('\n')}

A kill waits until an order was acknowledged after the former fault; faults that overlap nevertheless count for each of them. One run on ${cpus().length} cores
(${cpus()[0]?.model.trim() ?? 'unknown'}) under a load of ${loadavg()[2]?.toFixed(1)} at its end, Node ${process.version}, embedded PostgreSQL with fsync on. A run with anything but these zeros fails, and writes no figures.
`
}

/** Waits until the bank of a run that was ended has ended too: its processes notice that their parent is gone. */
async function endBank(bank: string): Promise<void> {
  const cluster = join(bank, 'postgres/cluster')
  for (let waited = 0; existsSync(cluster) && processesOn(cluster).length > 0; waited += 0.1) {
    if (waited > END_SECONDS) for (const pid of processesOn(cluster)) signal(pid, 'SIGKILL')
    await pause(100)
  }
}

/** Runs a chaos test with its settings in a bank of its own; answers what it measured, or null: what went wrong has been printed then. */
export async function runChaosTest(file: string, settings: Record<string, string>): Promise<unknown> {
  const folder = makeTemporaryFolder('connect-chaos-run')
  const bank = join(folder, 'bank')
  mkdirSync(bank, { mode: 0o711 })
  try {
    const report = join(folder, 'figures.json')
    const run = spawn(join(installedPrograms, 'vitest'), ['run', '--project', 'unit', file], {
      cwd: root,
      stdio: 'inherit',
      // A group of its own: Ctrl-C ends it once, through this process.
      detached: true,
      env: { ...process.env, ...settings, CHAOS_FOLDER: bank, CHAOS_REPORT: report },
    })
    onStopRequested(() => run.kill('SIGTERM'))
    const [code] = (await once(run, 'exit')) as [number | null]
    return code === 0 ? JSON.parse(readFileSync(report, 'utf8')) : null
  } finally {
    await endBank(bank)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Options = { orders: string; kills: string; faults?: string | undefined; minutes: string }

/** Answers the page of a run with zeros where zeros belong, or null. */
export async function runEmbedded({ orders, kills, faults, minutes }: Options): Promise<string | null> {
  const measured = await runChaosTest('api/test/chaos.test.ts', {
    CHAOS_ORDERS: orders,
    CHAOS_KILLS: kills,
    CHAOS_FAULTS: faults ?? String(Math.ceil(Number(kills) / 5)),
    CHAOS_MINUTES: minutes,
    CHAOS_CREDITOR_FILES: '20',
    CHAOS_INDIVIDUALS: '40',
    CHAOS_COMPANIES: '8',
    CHAOS_FREEZE_MS: String(FREEZE_MS),
  })
  return measured === null ? null : page(measured as Measured)
}
