// Runs `npm run bench`: measures the bank beside pgbench and a minimal server, on one machine and in one run.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { messageOf, PlainProblem } from '../../database/plain-problem.ts'
import { buildServer } from '../lib/build-server.ts'
import { findPostgres, prepareMachine } from '../lib/machine.ts'
import { inProject, root } from '../lib/project.ts'
import { onStopRequested } from '../lib/stop-signals.ts'
import { benchCases } from './bench-cases.ts'
import { type BenchDatabase, openBenchDatabase, startIncluded, startServer } from './bench-database.ts'
import { type Before, reachedIn, type Results } from './goals.ts'
import { type LargeRead, readLarge } from './large-bank.ts'
import { type Machine, reportOf } from './report.ts'
import { runCases, type RunOptions, type RunResult } from './run-cases.ts'

const HELP = `npm run bench -- [options]

  --seconds N        how long each measurement lasts, after a warm-up of 5 s, or of N where N is 1 or 2 (4)
  --rounds N         how often each case is measured (3)
  --only NAME        only the cases whose name contains this, as "transfer, 32", "embedded", "statements", "audit chain", or several as "TPC-B|page 1";
                     writes no page
  --large            also read a bank of 5 million operations
  --as-before NAME   keep the results, of the edition with this name, as those to compare later runs with`

/** What `--only` calls the cases on the embedded PostgreSQL, the check of statements and that of the audit chain. */
const INCLUDED = 'embedded: '
const STATEMENTS = 'statements'
const CHAIN = 'audit chain'
/** A short run, which only shows that everything works, is warmed up for as long as it measures. */
const warmUpFor = (seconds: number) => (seconds < 3 ? seconds : 5)
const report = inProject('docs/benchmarks.md')
const beforeFile = inProject('tools/bench/before.json')

function readOptions() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', default: '' },
      large: { type: 'boolean', default: false },
      'as-before': { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  })
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
  if (![seconds, rounds].every((count) => Number.isInteger(count) && count > 0))
    throw new PlainProblem('--seconds and --rounds must be whole numbers. See npm run bench -- --help.')
  if (values['as-before'] !== '' && values.only !== '')
    throw new PlainProblem('--as-before keeps all results: it goes without --only.')
  const names = values.only.split('|')
  const isWanted = (name: string) => names.some((part) => name.includes(part))
  return { ...values, seconds, rounds, isWanted, asBefore: values['as-before'] }
}

function machineOf(load: number): Machine {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  return {
    node: process.version,
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? '',
    load,
    commit: git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '-uno') === '' ? '' : ', changed'),
  }
}

const readBefore = (): Before | null =>
  // Only this program writes it.
  existsSync(beforeFile) ? (JSON.parse(readFileSync(beforeFile, 'utf8')) as Before) : null

let openNow: BenchDatabase | null = null

async function withDatabase<T>(
  start: Parameters<typeof openBenchDatabase>[0],
  run: (database: BenchDatabase) => Promise<T>,
): Promise<T> {
  const database = await openBenchDatabase(start)
  openNow = database
  try {
    return await run(database)
  } finally {
    openNow = null
    await database.stop()
  }
}

const nothing: RunResult = { cases: [], statements: null, chain: null }

async function runAll(bin: string, { isWanted, large, seconds, rounds }: ReturnType<typeof readOptions>) {
  const options: RunOptions = {
    rounds,
    seconds,
    warmUpSeconds: warmUpFor(seconds),
    countsStatements: isWanted(STATEMENTS),
    measuresChain: isWanted(CHAIN),
  }
  const cases = benchCases.filter(({ name }) => isWanted(name))
  const shortCases = benchCases.filter(({ name, isShort }) => isShort && isWanted(`${INCLUDED}${name}`))
  const versions = { server: '', included: '' }
  const [server, reads] = await withDatabase(await startServer(bin), async (database) => {
    versions.server = database.version
    const isRun = cases.length > 0 || options.countsStatements || options.measuresChain
    const result = isRun ? await runCases(database, bin, cases, options) : nothing
    const largeReads: LargeRead[] = large ? await readLarge(database) : []
    return [result, largeReads] as const
  })
  const included =
    shortCases.length === 0
      ? nothing
      : await withDatabase(await startIncluded(), (database) => {
          versions.included = database.version
          return runCases(database, bin, shortCases, { ...options, countsStatements: false, measuresChain: false })
        })
  const results: Results = { server, included, large: reads }
  return { results, versions, options }
}

/** The parts of the page that tests and people write stay below. */
function writePage(page: string): void {
  const kept = /\n## Many transfers[^]*/.exec(readFileSync(report, 'utf8'))?.[0] ?? ''
  writeFileSync(report, page + kept)
}

async function bench(): Promise<void> {
  const options = readOptions()
  if (options.help) return console.log(HELP)
  await prepareMachine()
  await buildServer()
  const bin = findPostgres()
  if (!bin) throw new PlainProblem('No PostgreSQL server programs were found: install PostgreSQL 15 or newer.')
  const machine = machineOf(loadavg()[0] ?? 0)
  const startedAt = performance.now()
  const { results, versions, options: run } = await runAll(bin, options)
  if (options.asBefore !== '')
    writeFileSync(
      beforeFile,
      `${JSON.stringify({ name: options.asBefore, reached: reachedIn(results) } satisfies Before, null, 2)}\n`,
    )
  const page = reportOf(results, readBefore(), machine, versions, run)
  console.log(`\n${page}\nMeasured in ${Math.round((performance.now() - startedAt) / 60_000)} minutes.`)
  if (options.only === '') writePage(page)
}

let isStopping = false
const running = bench().catch((error: unknown) => {
  process.exitCode = 1
  // Without PostgreSQL whatever is measured fails.
  if (!isStopping) console.error(error instanceof PlainProblem ? messageOf(error) : error)
})
async function stop(): Promise<void> {
  isStopping = true
  await openNow?.stop()
  await running
  process.exit(130)
}
onStopRequested(() => void stop())
await running
