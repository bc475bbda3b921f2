// Starts a whole bank: migrates the database, starts the server and its worker. `npm start` and the browser tests use it.
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { dataDirectory, type OpenDatabase } from '../../database/open-database.ts'
import { codeOf, messageOf, PlainProblem } from '../../database/plain-problem.ts'
import { bundles, webRoot } from './project.ts'
import { supervise } from './supervise.ts'

/** The demo activity of the worker: see its configuration. */
export const demoActivities = ['off', 'answers', 'usual', 'busy'] as const
export type DemoActivity = (typeof demoActivities)[number]
export const isDemoActivity = (text: string): text is DemoActivity =>
  demoActivities.some((demoActivity) => demoActivity === text)

export type Bank = { address: string; stop: () => Promise<void> }

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

export type Opening = {
  database: OpenDatabase
  port: number
  demo: boolean
  demoActivity: DemoActivity
  /** Write the log of server and worker to our own output instead of files in the data folder. */
  logsHere: boolean
  onLost: (problem: Error) => void
}

export async function openBank({ database, port, demo, demoActivity, logsHere, onLost }: Opening): Promise<Bank> {
  const dataDir = dataDirectory(process.env)
  const logs = join(dataDir, 'logs')
  if (!logsHere) mkdirSync(logs, { recursive: true, mode: 0o700 })
  // The two share an environment here: the worker's metrics port is one above the server's.
  const metricsPort = Number(process.env.METRICS_PORT || 0)
  const program = (name: 'server' | 'worker', index = 0) =>
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
      },
      log: logsHere ? null : join(logs, `${name}.log`),
      onGivenUp: onLost,
    })
  const server = program('server')
  const worker = program('worker', 1)
  const stop = async () => {
    await Promise.all([server.stop(), worker.stop()])
  }
  try {
    await Promise.all([server.ready, worker.ready])
    const address = `http://localhost:${port}/connect/`
    database.announce(address)
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
