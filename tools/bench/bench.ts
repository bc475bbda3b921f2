// Runs `npm run bench`: measures the bank beside pgbench and a minimal server, on one machine and in one run.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { messageOf, PlainProblem } from '../../database/plain-problem.ts'
import { buildServer } from '../lib/build-server.ts'
import { findPostgres, prepareMachine } from '../lib/machine.ts'
import { inProject, root } from '../lib/project.ts'
import { benchCases } from './bench-cases.ts'
import { type BenchDatabase, openBenchDatabase, startIncluded, startServer } from './bench-database.ts'
import { type Before, reachedIn, type Results } from './goals.ts'
import { type LargeRead, readLarge } from './large-bank.ts'
import { type Machine, reportOf } from './report.ts'
import { runCases, type RunOptions, type RunResult } from './run-cases.ts'

const HELP = `npm run bench -- [options]

  --seconds N   how long each measurement lasts, after a warm-up of at most 5 s (5)
  --rounds N    how often each case is measured (3)
  --only NAME   only the cases whose name contains this, as "transfer, 32", "page" or "embedded"; writes no page
  --large       also read a bank of 5 million operations
  --as-before   keep the results as those to compare later runs with`

/** What `--only` calls the cases on the embedded PostgreSQL and the check of statements. */
const INCLUDED = 'embedded: '
const STATEMENTS = 'statements'
const WARM_UP_SECONDS = 5
const report = inProject('docs/benchmarks.md')
const beforeFile = inProject('tools/bench/before.json')

function readOptions() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '5' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', default: '' },
      large: { type: 'boolean', default: false },
      'as-before': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)]
  if (![seconds, rounds].every((count) => Number.isInteger(count) && count > 0))
    throw new PlainProblem('--seconds and --rounds must be whole numbers. See npm run bench -- --help.')
  return { ...values, seconds, rounds, asBefore: values['as-before'] }
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

async function withDatabase<T>(
  start: Parameters<typeof openBenchDatabase>[0],
  run: (database: BenchDatabase) => Promise<T>,
): Promise<T> {
  const database = await openBenchDatabase(start)
  try {
    return await run(database)
  } finally {
    await database.stop()
  }
}

const nothing: RunResult = { cases: [], statements: null }

async function runAll(bin: string, { only, large, seconds, rounds }: ReturnType<typeof readOptions>) {
  const options: RunOptions = {
    rounds,
    seconds,
    warmUpSeconds: Math.min(WARM_UP_SECONDS, seconds),
    countsStatements: STATEMENTS.includes(only),
  }
  const cases = benchCases.filter(({ name }) => name.includes(only))
  const shortCases = benchCases.filter(({ name, isShort }) => isShort && `${INCLUDED}${name}`.includes(only))
  const versions = { server: '', included: '' }
  const [server, reads] = await withDatabase(await startServer(bin), async (database) => {
    versions.server = database.version
    const isRun = cases.length > 0 || options.countsStatements
    const result = isRun ? await runCases(database, bin, cases, options) : nothing
    const largeReads: LargeRead[] = large ? await readLarge(database) : []
    return [result, largeReads] as const
  })
  const included =
    shortCases.length === 0
      ? nothing
      : await withDatabase(await startIncluded(), (database) => {
          versions.included = database.version
          return runCases(database, bin, shortCases, { ...options, countsStatements: false })
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
  if (options.asBefore)
    writeFileSync(
      beforeFile,
      `${JSON.stringify({ commit: machine.commit, reached: reachedIn(results) } satisfies Before, null, 2)}\n`,
    )
  const page = reportOf(results, readBefore(), machine, versions, run)
  console.log(`\n${page}\nMeasured in ${Math.round((performance.now() - startedAt) / 60_000)} minutes.`)
  if (options.only === '') writePage(page)
}

try {
  await bench()
} catch (error) {
  console.error(error instanceof PlainProblem ? messageOf(error) : error)
  process.exitCode = 1
}
