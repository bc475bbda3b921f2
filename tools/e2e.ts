// Runs `npm run e2e`: starts a demo bank on a temporary folder and runs the journeys in Chromium, by Playwright; `npm run e2e -- engines`
// runs those in Firefox and WebKit, `npm run page-speed` measures pages.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { openDatabase } from '../database/open-database.ts'
import { PlainProblem } from '../database/plain-problem.ts'
import { makeTemporaryFolder } from '../database/temporary-folder.ts'
import { checkPort, isDemoActivity, openBank } from './lib/bank.ts'
import { buildServer } from './lib/build-server.ts'
import { buildWeb } from './lib/build-web.ts'
import { findChromium, findFirefox, prepareMachine } from './lib/machine.ts'
import { prepareDatabase } from './lib/prepare-database.ts'
import { inProject, installedPrograms, root } from './lib/project.ts'
import { onStopRequested } from './lib/stop-signals.ts'

const closing: (() => Promise<void> | void)[] = []
const close = async () => {
  for (const step of closing.splice(0).toReversed()) await step()
}
const fail = (problem: unknown) => {
  console.error(problem instanceof PlainProblem ? problem.message : problem)
  void close().finally(() => process.exit(1))
}
onStopRequested(() => void close().finally(() => process.exit(130)))

const [first = '', ...others] = process.argv.slice(2)

/** What is run, with its arguments; `isFixed`: in a bank whose clock stands still, so that every run shows the same. */
function chooseRunner(): { runner: string; args: string[]; isFixed: boolean } {
  const inBrowser = (config: string, ...args: string[]) => ['test', '--config', inProject(config), ...args]
  switch (first) {
    case 'engines':
      return { runner: 'vitest', args: ['run', '--project', 'engines', ...others], isFixed: false }
    case 'page-speed':
      return { runner: 'playwright', args: inBrowser('e2e/speed/playwright.config.ts', ...others), isFixed: false }
    case 'screens':
      return {
        runner: 'playwright',
        args: inBrowser('e2e/screens/playwright.config.ts', 'catalogue', ...others),
        isFixed: true,
      }
    case 'pictures':
      return {
        runner: 'playwright',
        args: inBrowser('e2e/screens/playwright.config.ts', 'compare', ...others),
        isFixed: true,
      }
    default:
      return {
        runner: 'playwright',
        args: inBrowser('e2e/playwright.config.ts', ...process.argv.slice(2)),
        isFixed: false,
      }
  }
}

/** The moment at which the clock of a fixed bank stands: the Sunday of the demo bank's design. */
const FIXED_TIME = '2026-11-22T10:20:00Z'

try {
  const { runner, args, isFixed } = chooseRunner()
  await prepareMachine()
  await buildWeb()
  await buildServer()
  // A separate bank, whatever the environment is: the journeys change its data.
  const dataDir = makeTemporaryFolder('connect-e2e')
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }))
  process.env.DATA_DIR = dataDir
  // A demo bank that was filled before, and is stopped. Its files keep the account that PostgreSQL runs under.
  if (process.env.E2E_BANK) execFileSync('cp', ['-a', `${process.env.E2E_BANK}/.`, dataDir])
  if (!process.env.E2E_DATABASE_URL) delete process.env.DATABASE_URL
  else process.env.DATABASE_URL = process.env.E2E_DATABASE_URL
  const database = await openDatabase({ purpose: 'the browser tests', alone: true, onLost: fail })
  closing.push(() => database.close())
  await prepareDatabase(database.url, {
    demo: true,
    print: () => undefined,
    ...(isFixed && { now: new Date(FIXED_TIME) }),
  })
  if (isFixed) {
    process.env.FIXED_TIME = FIXED_TIME
    process.env.NODE_OPTIONS = `--import ${pathToFileURL(inProject('e2e/screens/fixed-clock.mjs')).href}`
  }
  // Journeys count what they find: the demo activity is off by default.
  const requested = process.env.DEMO_ACTIVITY ?? ''
  const demoActivity = isFixed ? 'off' : isDemoActivity(requested) ? requested : 'answers'
  const bank = await openBank({
    database,
    port: await checkPort(0),
    demo: true,
    demoActivity,
    logsHere: false,
    onStarting: (stop) => closing.push(stop),
    onLost: fail,
  })

  delete process.env.NODE_OPTIONS
  const browserTests = spawn(`${installedPrograms}/${runner}`, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      CONNECT_ADDRESS: bank.address,
      CONNECT_CHROMIUM: findChromium() ?? '',
      CONNECT_FIREFOX: findFirefox() ?? '',
      CONNECT_DATABASE: database.url,
      CONNECT_PLATFORM: bank.platformControl ?? '',
    },
  })
  closing.push(() => void browserTests.kill('SIGTERM'))
  const [code] = (await once(browserTests, 'exit')) as [number | null] // The exit code is null when a signal ended the process.
  await close()
  process.exit(code ?? 1)
} catch (error) {
  fail(error)
}
