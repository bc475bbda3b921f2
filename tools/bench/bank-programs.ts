// Starts the programs that are measured: server and worker as `npm start` runs them, and the bare server.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { checkPort } from '../lib/bank.ts'
import { bundles, inProject } from '../lib/project.ts'
import { MEMORY_ENVIRONMENT, NODE_ARGUMENTS, supervise } from '../lib/supervise.ts'
import { cpuOfProcess } from './cpu-time.ts'

export type BenchProgram = {
  port: number
  /** Microseconds of its process, without those of its backends. */
  cpu: () => number
  stop: () => Promise<void>
}

/** The name of a program's connections, by which their backends are found. */
function urlFor(url: string, application: string): string {
  const named = new URL(url)
  named.searchParams.set('application_name', application)
  return named.href
}

/** `name` is also the application name of its connections. */
export async function startProgram(
  name: 'server' | 'worker',
  { url, dataDir }: { url: string; dataDir: string },
): Promise<BenchProgram> {
  const port = await checkPort(0)
  const program = supervise({
    name,
    module: join(bundles, `${name}.js`),
    env: {
      ...process.env,
      DATABASE_URL: urlFor(url, name),
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: '',
      WEB_ROOT: '',
      DEMO: '',
      DEMO_ACTIVITY: 'off',
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
    },
    log: null,
    onGivenUp: (problem) => {
      throw problem
    },
  })
  await program.ready
  return { port, cpu: () => cpuOfProcess(program.pid() ?? 0), stop: program.stop }
}

export async function startBareServer(url: string): Promise<BenchProgram> {
  const child = fork(inProject('tools/bench/bare-server.ts'), [], {
    env: { ...process.env, ...MEMORY_ENVIRONMENT, DATABASE_URL: urlFor(url, 'bare') },
    execArgv: [...NODE_ARGUMENTS.server],
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const stop = async () => {
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  }
  return { port, cpu: () => cpuOfProcess(child.pid ?? 0), stop }
}
