// Runs `npm run e2e`: starts a demo bank on a temporary folder and runs the journeys in Chromium, by Playwright; `npm run e2e -- engines`
// runs those in Firefox and WebKit, `npm run page-speed` measures pages.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
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

try {
  await prepareMachine()
  await buildWeb()
  await buildServer()
  // A separate bank, whatever the environment is: the journeys change its data.
  const dataDir = makeTemporaryFolder('connect-e2e')
  closing.push(() => rmSync(dataDir, { recursive: true, force: true }))
  process.env.DATA_DIR = dataDir
  if (!process.env.E2E_DATABASE_URL) delete process.env.DATABASE_URL
  else process.env.DATABASE_URL = process.env.E2E_DATABASE_URL
  const database = await openDatabase({ purpose: 'the browser tests', alone: true, onLost: fail })
  closing.push(() => database.close())
  await prepareDatabase(database.url, { demo: true, print: () => undefined })
  // Journeys count what they find: the demo activity is off by default.
  const requested = process.env.DEMO_ACTIVITY ?? ''
  const demoActivity = isDemoActivity(requested) ? requested : 'answers'
  const bank = await openBank({
    database,
    port: await checkPort(0),
    demo: true,
    demoActivity,
    logsHere: false,
    onLost: fail,
  })
  closing.push(() => bank.stop())

  const [first, ...others] = process.argv.slice(2)
  const [runner = '', ...args] =
    first === 'engines'
      ? ['vitest', 'run', '--project', 'engines', ...others]
      : first === 'page-speed'
        ? ['playwright', 'test', '--config', inProject('e2e/speed/playwright.config.ts'), ...others]
        : ['playwright', 'test', '--config', inProject('e2e/playwright.config.ts'), ...process.argv.slice(2)]
  const browserTests = spawn(`${installedPrograms}/${runner}`, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      CONNECT_ADDRESS: bank.address,
      CONNECT_CHROMIUM: findChromium() ?? '',
      CONNECT_FIREFOX: findFirefox() ?? '',
      CONNECT_DATABASE: database.url,
    },
  })
  closing.push(() => void browserTests.kill('SIGTERM'))
  const [code] = (await once(browserTests, 'exit')) as [number | null] // null when a signal ended it
  await close()
  process.exit(code ?? 1)
} catch (error) {
  fail(error)
}
