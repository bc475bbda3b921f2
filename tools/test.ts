// Runs `npm test`: all steps, one line each. With names, only those steps: npm test -- unit browser
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signal } from '../database/embedded/processes.ts'
import { startEmbedded } from '../database/embedded-postgres.ts'
import { makeTemporaryFolder } from '../database/temporary-folder.ts'
import { PlainProblem } from '../database/plain-problem.ts'
import { canDriveEngines, findPostgres, prepareMachine, schemasFolder } from './lib/machine.ts'
import { startPostgres } from './lib/postgres-server.ts'
import { buildServer } from './lib/build-server.ts'
import { buildWeb } from './lib/build-web.ts'
import { prepareDatabase } from './lib/prepare-database.ts'
import { inProject } from './lib/project.ts'
import { endPrograms, type Result, runProgram, runTool } from './lib/run-program.ts'
import { runSteps, type Step } from './lib/steps.ts'
import { onStopRequested } from './lib/stop-signals.ts'

// Every step creates its temporary folders in this one, so that nothing remains afterwards.
const outsideTemporary = tmpdir()
const temporary = mkdtempSync(join(outsideTemporary, 'connect-npm-test-'))
chmodSync(temporary, 0o711)
process.env.TMPDIR = temporary

// Dots for passed tests: the output of a failed step then contains its failures only.
const vitest = (project: string, env: NodeJS.ProcessEnv = {}) =>
  runProgram('vitest', ['run', '--project', project, '--reporter', 'dot'], { env })

async function onServer(run: (url: string) => Promise<Result>): Promise<Result> {
  // The tests kill processes, never the machine: what they commit need not reach the disk.
  const server = await startPostgres(findPostgres() ?? '', { fsync: 'off', full_page_writes: 'off' })
  try {
    return await run(server.url)
  } finally {
    await server.stop()
  }
}

/** The browser journeys, each part with its own bank, about as long as the others. */
const PARTS = ['phone 1/1', 'desktop 1/5', 'desktop 2/5', 'desktop 3/5', 'desktop 4/5', 'desktop 5/5']
/** Parts that run at the same time, on two cores: one of them uses a core and two thirds, and a third part saves no time. */
const PARTS_AT_A_TIME = 2

/** A part with more failures than this is not run again. */
const MAX_RETRIED_FAILURES = 2

/**
 * Runs the journeys of one part. Failed ones run once more, on a new bank: a permanent error fails again, and an occasional
 * one is reported with its trace, to be fixed.
 */
async function runPart(part: string, bank: string): Promise<Result> {
  const [project = '', shard = ''] = part.split(' ')
  const folder = inProject(`test-results/${project}-${shard.replace('/', '-of-')}`)
  const journeys = (...args: string[]) =>
    runTool('tools/e2e.ts', ['--project', project, '--reporter', 'dot', '--output', folder, ...args], {
      env: { E2E_BANK: bank },
    })
  const first = await journeys('--shard', shard)
  if (first.isOk || failedIn(folder) > MAX_RETRIED_FAILURES) return first
  const again = await journeys('--last-failed')
  const output = `${first.output}\n${again.output}`
  if (!again.isOk) return { isOk: false, output }
  const warning = `SOMETIMES FAILS (passed when run again):\n${first.output}`
  // In CI a journey that fails once is a failure: it is fixed before the change lands.
  return process.env.CI ? { isOk: false, output: warning } : { isOk: true, output, warning }
}

function failedIn(folder: string): number {
  try {
    return (JSON.parse(readFileSync(join(folder, '.last-run.json'), 'utf8')) as { failedTests: string[] }).failedTests
      .length
  } catch {
    // The run did not reach its end.
    return Infinity
  }
}

let filled: Promise<string> | null = null
/** The folder of a demo bank, which is filled once: each run of journeys begins with a copy of it. */
const demoBank = () => (filled ??= fillDemoBank())

async function fillDemoBank(): Promise<string> {
  await buildServer()
  const dataDir = makeTemporaryFolder('connect-demo-bank')
  const database = await startEmbedded({ dataDir, purpose: 'the browser tests' })
  if (!('stop' in database)) throw new PlainProblem(`The new folder ${dataDir} is in use.`)
  try {
    await prepareDatabase(database.url, { demo: true, print: () => undefined })
  } finally {
    await database.stop()
  }
  return dataDir
}

async function inBrowsers(): Promise<Result> {
  // Once, before the parts that run beside each other would all do it.
  await buildWeb()
  const bank = await demoBank()
  const results: Result[] = []
  const waiting = [...PARTS]
  const runNextPart = async (): Promise<void> => {
    const part = waiting.shift()
    if (part === undefined) return
    results.push(await runPart(part, bank))
    return runNextPart()
  }
  await Promise.all(Array.from({ length: PARTS_AT_A_TIME }, runNextPart))
  // Failures come first, where a truncated log still contains them.
  const inOrder = results.toSorted((one, other) => Number(one.isOk) - Number(other.isOk))
  const warning = results.flatMap((result) => result.warning ?? []).join('\n')
  return { isOk: results.every(({ isOk }) => isOk), output: inOrder.map(({ output }) => output).join('\n'), warning }
}

const steps: (Step & { id: string })[] = [
  { id: 'check', name: 'check', run: () => runTool('tools/check.ts') },
  { id: 'unit', name: 'unit tests', run: () => vitest('unit') },
  { id: 'embedded', name: 'tests on the embedded database', run: () => vitest('database', { TEST_DATABASE_URL: '' }) },
  {
    id: 'server',
    name: 'tests on a PostgreSQL server',
    run: () => onServer((url) => vitest('database', { TEST_DATABASE_URL: url })),
  },
  { id: 'browser', name: 'browser tests, on a desk and on a phone', run: inBrowsers },
  {
    id: 'pictures',
    name: 'pictures of the most important screens',
    run: () => runTool('tools/e2e.ts', ['pictures', '--reporter', 'dot']),
  },
  {
    id: 'browser-server',
    name: 'a transfer in a browser, on a PostgreSQL server',
    run: () =>
      onServer((url) =>
        runTool('tools/e2e.ts', ['send-a-transfer', '--project', 'desktop'], { env: { E2E_DATABASE_URL: url } }),
      ),
  },
  ...(canDriveEngines
    ? [
        {
          id: 'engines',
          name: 'browser tests, in Firefox and WebKit',
          run: async () =>
            runTool('tools/e2e.ts', ['engines', '--reporter', 'dot'], { env: { E2E_BANK: await demoBank() } }),
        },
      ]
    : []),
  { id: 'size', name: 'size', run: () => runTool('tools/size.ts') },
]

/** Processes that work inside our temporary folder: a database or a browser whose parent was killed. */
function listLeftoverProcesses(): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(temporary)
      } catch {
        return false
      }
    })
}

function clean(): void {
  endPrograms()
  for (const pid of listLeftoverProcesses()) signal(pid, 'SIGKILL')
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
}

/** The number of tests in the closing lines of the runners. */
function passed(outputs: string[]): number {
  const counts = outputs.flatMap((output) => [...output.matchAll(/^\s*(?:Tests\s+.*?)?(\d+) passed\b/gm)])
  return counts.reduce((sum, [line, count]) => (line.includes('Test Files') ? sum : sum + Number(count)), 0)
}

const wanted = process.argv.slice(2)
onStopRequested(() => {
  clean()
  process.exit(130)
})
process.on('exit', clean)

try {
  const unknown = wanted.find((id) => !steps.some((step) => step.id === id))
  if (unknown)
    throw new PlainProblem(`There is no step named ${unknown}, only ${steps.map(({ id }) => id).join(', ')}.`)
  await prepareMachine()
  process.env.ISO20022_SCHEMAS = schemasFolder
  if (schemasFolder === '')
    console.log('ISO20022_SCHEMAS is not set: messages are not compared with the official schemas.')
  const outputs = await runSteps(steps.filter(({ id }) => wanted.length === 0 || wanted.includes(id)))
  if (!outputs) process.exit(1)
  console.log(`\n${passed(outputs)} passed, 0 failed`)
} catch (error) {
  console.error(error instanceof PlainProblem ? error.message : error)
  process.exit(1)
}
