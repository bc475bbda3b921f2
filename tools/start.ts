// Runs `npm start`: starts the bank on this machine and stops it on Ctrl-C. It waits beside the bank, so it loads little.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type OpenDatabase, openDatabase } from '../database/open-database.ts'
import { messageOf, PlainProblem } from '../database/plain-problem.ts'
import { type Bank, checkPort, isDemoActivity, openBank, demoActivities } from './lib/bank.ts'
import { DEMO_PASSWORD, demoCustomers } from './lib/demo-customers.ts'
import { exitReason } from './lib/exit-reason.mjs'
import { bundles } from './lib/project.ts'
import { onStopRequested } from './lib/stop-signals.ts'

const HELP = `npm start -- [options]

  --demo            fill an empty database with the demo bank; without DATABASE_URL this is usual
  --operations N    how many operations the demo bank gets
  --demo-activity R how much the demo simulates: off, answers (to what customers do), usual (also payments of customers), busy
  --logs            show the log of server and worker here instead of writing it to the data folder

  PORT              where the bank answers (8080)
  DATA_DIR          the folder of the embedded database (data)
  DATABASE_URL      a PostgreSQL 15 or newer to use instead of the embedded one`

const print = (sentence: string) => console.log(sentence)

function readOptions() {
  try {
    if (process.env.STREET) throw new Error('STREET is called DEMO_ACTIVITY now')
    if (process.argv.some((arg) => arg.startsWith('--street')))
      throw new Error('--street is called --demo-activity now')
    const { values } = parseArgs({
      options: {
        demo: { type: 'boolean', default: process.env.DEMO === '1' },
        operations: { type: 'string' },
        'demo-activity': { type: 'string', default: process.env.DEMO_ACTIVITY || 'usual' },
        logs: { type: 'boolean', default: process.env.NODE_ENV === 'production' },
        help: { type: 'boolean', default: false },
      },
    })
    const typedPort = process.env.PORT || '8080'
    const port = Number(typedPort)
    if (!/^\d+$/.test(typedPort) || port > 65_535) throw new Error('PORT must be a number up to 65535')
    const operations = values.operations === undefined ? undefined : Number(values.operations)
    if (operations !== undefined && !(Number.isInteger(operations) && operations > 0))
      throw new Error('--operations must be a whole number')
    const demoActivity = values['demo-activity']
    if (!isDemoActivity(demoActivity)) throw new Error(`--demo-activity must be one of ${demoActivities.join(', ')}`)
    return { ...values, demoActivity, port, operations }
  } catch (error) {
    console.error(`${messageOf(error)}. See npm start -- --help.`)
    process.exit(1)
  }
}

function openedMessage(
  bank: Bank,
  { hasDemo, location, seconds }: { hasDemo: boolean; location: string; seconds: number },
): string {
  const customers = demoCustomers.map(({ id, name, shows }) => `  ${id}  ${name.padEnd(26)}${shows}`)
  return [
    '',
    `The bank is open: ${bank.address}`,
    '',
    ...(hasDemo ? ['  Demo customers, all with the password ' + DEMO_PASSWORD, '', ...customers, ''] : []),
    'Access from another machine needs a proxy with TLS: browsers store the session cookie only for https and localhost.',
    `Its data is in ${location}. It started in ${seconds.toFixed(1)} s; Ctrl-C stops it.`,
  ].join('\n')
}

const options = readOptions()
if (options.help) {
  print(HELP)
  process.exit(0)
}

const closing: (() => Promise<void>)[] = []
let exitCode = 0
let isClosing = false

/** Closes what was opened, in reverse order. */
async function close(): Promise<never> {
  if (!isClosing) {
    isClosing = true
    for (const step of closing.toReversed()) await step()
    process.exit(exitCode)
  }
  return new Promise(() => undefined)
}

function fail(problem: unknown): Promise<never> {
  // During shutdown any running part may fail; only the first reason counts.
  if (!isClosing) {
    exitCode = 1
    console.error(problem instanceof PlainProblem ? problem.message : problem)
  }
  return close()
}

/** Migrates the database and fills it where that is requested; answers whether the demo customers can sign in. */
async function prepare(
  { url, kind }: OpenDatabase,
  { demo, operations }: { demo: boolean; operations: number | undefined },
): Promise<boolean> {
  const args = [
    ...(demo ? ['--demo'] : []),
    ...(kind === 'server' ? [] : ['--embedded']),
    ...(operations === undefined ? [] : ['--operations', String(operations)]),
  ]
  const child = fork(join(bundles, 'prepare-database.js'), args, { env: { ...process.env, DATABASE_URL: url } })
  closing.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  child.on('message', ({ hasDemo }: { hasDemo: boolean }) => resolve(hasDemo))
  child.once('exit', (_code, signal) =>
    reject(new PlainProblem(`The database could not be prepared: ${exitReason(signal)}.`)),
  )
  return promise
}

onStopRequested(() => {
  print('\nClosing the bank...')
  void close()
})

try {
  const onLost = (problem: Error) => void fail(problem)
  const database = await openDatabase({ purpose: 'npm start', alone: true, onLost })
  closing.push(() => database.close())
  const port = await checkPort(options.port)
  const isProduction = process.env.NODE_ENV === 'production'
  const demo = options.demo || (database.kind !== 'server' && !isProduction)
  const hasDemo = await prepare(database, { demo, operations: options.operations })
  const bank = await openBank({
    database,
    port,
    demo: hasDemo,
    demoActivity: options.demoActivity,
    logsHere: options.logs,
    onStarting: (stop) => closing.push(stop),
    onLost,
  })
  // Passwords that everybody knows are no sentence for the log of a real bank.
  print(
    openedMessage(bank, {
      hasDemo: hasDemo && !isProduction,
      location: database.location,
      seconds: performance.now() / 1000,
    }),
  )
} catch (error) {
  await fail(error)
}
