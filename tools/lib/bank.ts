// Starts a whole bank: migrates the database, starts the server and its worker. `npm start` and the browser tests use it.
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import getPort from 'get-port'
import { dataDirectory, type OpenDatabase } from '../../database/open-database.ts'
import { codeOf, messageOf, PlainProblem } from '../../database/plain-problem.ts'
import { bundles, webRoot } from './project.ts'
import { type Supervised, supervise } from './supervise.ts'

/** The demo activity of the worker: see its configuration. */
export const demoActivities = ['off', 'answers', 'usual', 'busy'] as const
export type DemoActivity = (typeof demoActivities)[number]
export const isDemoActivity = (text: string): text is DemoActivity =>
  demoActivities.some((demoActivity) => demoActivity === text)

export type Bank = {
  address: string
  /** Where the simulator of instant payments is controlled; null without it. */
  platformControl: string | null
}

/** The port to listen on; 0 selects a free one. Fails at once when it is taken, not after a minute of building and seeding. */
export async function checkPort(port: number): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, exclusive: true }, resolve)
  }).catch((error: unknown) => {
    const reason = { EADDRINUSE: 'is taken by another program', EACCES: 'is not for ordinary users' }[codeOf(error)]
    throw new PlainProblem(
      `Port ${port} ${reason ?? `cannot be used (${messageOf(error)})`}: set PORT to another one.`,
      { cause: error },
    )
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : port
}

type Platform = {
  /** The settings of the simulator, and of server and worker, which find its certificates in the data folder. */
  simulatorEnv: NodeJS.ProcessEnv
  bankEnv: NodeJS.ProcessEnv
  control: string
}

const loopback = { host: '127.0.0.1' }

/** How the simulator of the instant payment platform and the programs of the bank find each other. */
async function planPlatform(dataDir: string): Promise<Platform> {
  const [aip, callbacks, control] = await Promise.all([getPort(loopback), getPort(loopback), getPort(loopback)])
  const inFolder = (name: string) => join(dataDir, 'aip', name)
  const AIP_CALLBACK_PORT = String(callbacks)
  return {
    simulatorEnv: {
      AIP_SIMULATOR_PORT: String(aip),
      AIP_SIMULATOR_CONTROL_PORT: String(control),
      AIP_CALLBACK_PORT,
    },
    bankEnv: {
      AIP_URL: `https://localhost:${aip}`,
      AIP_CA: inFolder('ca.pem'),
      AIP_CERT: inFolder('bank.pem'),
      AIP_KEY: inFolder('bank.key'),
      AIP_SUBJECT: 'aip.simulator',
      AIP_CALLBACK_PORT,
      AIP_CALLBACK_HOST: '127.0.0.1',
    },
    control: `http://127.0.0.1:${control}`,
  }
}

export type Opening = {
  database: OpenDatabase
  port: number
  demo: boolean
  demoActivity: DemoActivity
  /** Write the log of server and worker to our own output instead of files in the data folder. */
  logsHere: boolean
  /** Receives the function that stops the programs, while the first of them starts. */
  onStarting: (stop: () => Promise<void>) => void
  onLost: (problem: Error) => void
}

export async function openBank({
  database,
  port,
  demo,
  demoActivity,
  logsHere,
  onStarting,
  onLost,
}: Opening): Promise<Bank> {
  const dataDir = dataDirectory(process.env)
  const logs = join(dataDir, 'logs')
  if (!logsHere) mkdirSync(logs, { recursive: true, mode: 0o700 })
  // The two share an environment here: the worker's metrics port is one above the server's.
  const metricsPort = Number(process.env.METRICS_PORT || 0)
  // A demo bank has the platform of instant payments beside it; another bank has its own, or none.
  const isSimulated = demo && demoActivity !== 'off' && !process.env.AIP_URL
  const platform = isSimulated ? await planPlatform(dataDir) : null
  const program = (name: 'server' | 'worker' | 'aip-simulator', index = 0) =>
    supervise({
      name,
      module: join(bundles, `${name}.js`),
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        PORT: String(port),
        WEB_ROOT: webRoot,
        DEMO_ACTIVITY: demoActivity,
        ...(metricsPort > 0 && { METRICS_PORT: String(metricsPort + index) }),
        ...(demo && { DEMO: '1' }),
        ...(name === 'aip-simulator' ? platform?.simulatorEnv : platform?.bankEnv),
      },
      log: logsHere ? null : join(logs, `${name}.log`),
      onGivenUp: onLost,
    })
  const simulator = platform ? program('aip-simulator') : null
  const programs: Supervised[] = simulator ? [simulator] : []
  const stop = async () => {
    // The simulator ends last: server and worker may still wait for its answers.
    await Promise.all(programs.filter((one) => one !== simulator).map((one) => one.stop()))
    await simulator?.stop()
  }
  onStarting(stop)
  try {
    // It makes the certificates that server and worker read at their start.
    await simulator?.ready
    programs.push(program('server'), program('worker', 1))
    await Promise.all(programs.map(({ ready }) => ready))
    const address = `http://localhost:${port}/connect/`
    database.announce(address)
    return { address, platformControl: platform?.control ?? null }
  } catch (error) {
    await stop()
    throw error
  }
}
