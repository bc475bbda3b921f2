// Runs all processes of a bank, and makes them fail: killed, frozen, stopped with SIGTERM, or with a clock that steps back.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import getPort from 'get-port'
import { postmasterOf, processesOn, signal } from 'database/embedded/processes.ts'
import { migrate } from 'database/migrate.ts'
import { makeTemporaryFolder } from 'database/temporary-folder.ts'
import pg from 'pg'
import { type ChaosCustomer, fillChaosBank } from './chaos-bank.ts'
import { dbOver, openPool } from '../../src/db/sql.ts'
import { waitForDatabase } from '../../src/db/wait-for-database.ts'
import { certificatePaths, AIP_NAME, makeCertificates } from '../../src/demo/aip/certificates.ts'
import { SupervisedProcess } from './supervised-process.ts'

const WORKERS = 2
export const DAY_MS = 86_400_000
// A Thursday before a weekend, a leap day and a holiday.
export const FIRST_DAY = Date.parse('2028-02-24T08:00:00Z')

/** The platform is the simulator of instant payments, where there is one. */
export type KillKind = 'server' | 'worker' | 'postgres' | 'owner' | 'platform'
export const otherFaults = ['frozen server', 'frozen PostgreSQL', 'stopped server', 'stopped worker', 'clock'] as const
export type OtherFault = (typeof otherFaults)[number]

const project = join(import.meta.dirname, '../../..')
const program = (name: string) => join(import.meta.dirname, `${name}-program.ts`)

export const pickRandom = <T>(list: readonly T[]): T => {
  const found = list[Math.floor(Math.random() * list.length)]
  if (found === undefined) throw new Error('there is nothing to choose from')
  return found
}

/** Draws without replacement, so that even a few faults are of every kind. */
function drawWithoutReplacement<T>(kinds: readonly T[]): () => T {
  let left: T[] = []
  return () => {
    if (left.length === 0) left = [...kinds]
    const [drawn] = left.splice(Math.floor(Math.random() * left.length), 1)
    return drawn ?? pickRandom(kinds)
  }
}

/** Stops processes for a time. A separate shell continues them, so that they never stay frozen when this one is killed. */
async function freeze(pids: readonly number[], ms: number): Promise<void> {
  const script = 'time=$1; shift; kill -STOP "$@"; sleep "$time"; kill -CONT "$@"'
  const numbers = pids.map(String)
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(ms / 1000), ...numbers], {
    stdio: 'ignore',
    detached: true,
  })
  await once(shell, 'exit')
}

export class BankUnderFire {
  readonly folder: string
  readonly killed: Record<KillKind, number> = { server: 0, worker: 0, postgres: 0, owner: 0, platform: 0 }
  url = ''
  customers: ChaosCustomer[] = []
  private readonly clockFile: string
  private owner: SupervisedProcess<{ url: string }> | null = null
  private server: SupervisedProcess<{ port: number }> | null = null
  private workers: SupervisedProcess<unknown>[] = []
  private platform: SupervisedProcess<{ control: string }> | null = null
  private today = FIRST_DAY
  private offset = 0
  private quickDeaths = 0
  private readonly drawKill: () => KillKind
  private readonly hasPlatform: boolean
  private readonly drawOtherFault = drawWithoutReplacement(otherFaults)

  constructor(folder: string | null, { hasPlatform = false } = {}) {
    this.hasPlatform = hasPlatform
    const others = ['server', 'server', 'worker', 'worker', 'postgres', 'owner'] as const
    this.drawKill = drawWithoutReplacement<KillKind>(hasPlatform ? [...others, 'platform', 'platform'] : others)
    this.folder = folder ?? makeTemporaryFolder('connect-chaos')
    this.clockFile = join(this.folder, 'clock')
  }

  get clearing() {
    return join(this.folder, 'clearing')
  }

  get now() {
    return new Date(this.today)
  }

  moveTo(moment: number): void {
    this.today = moment
    this.setOffset(moment - Date.now())
  }

  private setOffset(offset: number): void {
    this.offset = offset
    // Complete or absent: a partial number would be another year.
    writeFileSync(`${this.clockFile}.next`, String(offset))
    renameSync(`${this.clockFile}.next`, this.clockFile)
  }

  async open(size: { individuals: number; companies: number }): Promise<void> {
    this.moveTo(this.today)
    // Without it a start takes seconds of work, most of them to strip types.
    const cache = { NODE_COMPILE_CACHE: join(this.folder, 'compiled') }
    this.owner = new SupervisedProcess(join(project, 'database/test/owner-process.ts'), [this.folder], () => cache)
    this.url = (await this.owner.ready()).url
    const client = new pg.Client({ connectionString: this.url })
    await client.connect()
    await migrate(client)
    this.customers = await fillChaosBank(client, size)
    await client.end()
    const env = () => ({
      ...cache,
      DATABASE_URL: this.url,
      DATA_DIR: this.folder,
      CLOCK_FILE: this.clockFile,
      PORT: '0',
      HOST: '127.0.0.1',
      WEB_ROOT: '',
      LOG_LEVEL: process.env['CHAOS_LOG_LEVEL'] || 'silent',
      DEMO: '',
    })
    const settings = this.hasPlatform ? await this.openPlatform(env) : { server: {}, workers: [] }
    this.server = new SupervisedProcess(program('server'), [], () => ({ ...env(), ...settings.server }))
    this.workers = Array.from(
      { length: WORKERS },
      (_, index) => new SupervisedProcess(program('worker'), [], () => ({ ...env(), ...settings.workers[index] })),
    )
    await Promise.all([this.server.ready(), ...this.workers.map((worker) => worker.ready())])
  }

  /** Starts the platform of instant payments; answers the settings of those who use it. Each worker listens on a port of its own. */
  private async openPlatform(
    env: () => NodeJS.ProcessEnv,
  ): Promise<{ server: NodeJS.ProcessEnv; workers: NodeJS.ProcessEnv[] }> {
    const folder = join(this.folder, 'aip')
    await makeCertificates(folder, new Date())
    const [port = 0, control = 0, ...callbacks] = await Promise.all(
      Array.from({ length: 2 + WORKERS }, () => getPort({ host: '127.0.0.1' })),
    )
    const { ca, bank } = certificatePaths(folder)
    const shared = {
      AIP_URL: `https://localhost:${port}`,
      AIP_CA: ca,
      AIP_CERT: bank.cert,
      AIP_KEY: bank.key,
      AIP_SUBJECT: AIP_NAME,
      AIP_CALLBACK_HOST: '127.0.0.1',
    }
    const ports = [port, control, ...callbacks].map(String)
    this.platform = new SupervisedProcess(program('platform'), ports, env)
    await this.platform.ready()
    return { server: shared, workers: callbacks.map((own) => ({ ...shared, AIP_CALLBACK_PORT: String(own) })) }
  }

  /** Opens a connection as soon as PostgreSQL accepts one: it may have been killed just before. */
  async connect(): Promise<pg.Client> {
    await this.owner?.ready()
    const pool = openPool(this.url, { size: 1, onError: () => undefined })
    await waitForDatabase(dbOver(pool), { onWait: () => undefined })
    await pool.end()
    const client = new pg.Client({ connectionString: this.url })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }

  /** The address of the control port of the platform's simulator; empty without a platform. */
  control = async () => (await this.platform?.ready())?.control ?? ''

  private address = async () => `http://127.0.0.1:${(await this.server?.ready())?.port}`

  origin = async () => `${await this.address()}/wb-api`

  /** Whether `/readyz` of the server answers 200. A server that does not answer is not ready. */
  async isReady(signal: AbortSignal): Promise<boolean> {
    if (!this.server?.readyMessage) return false
    try {
      const address = `http://127.0.0.1:${this.server.readyMessage.port}/readyz`
      return (await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(2_000)]) })).ok
    } catch {
      return false
    }
  }

  /** The process that the next kill hits. */
  drawKilled(): KillKind {
    const drawn = this.drawKill()
    // The database's owner gives up after five crashes within seconds.
    return drawn === 'postgres' && this.quickDeaths >= 4 ? 'owner' : drawn
  }

  drawFault = (): OtherFault => this.drawOtherFault()

  /** Kills one process with SIGKILL. */
  async kill(kind: KillKind): Promise<void> {
    this.killed[kind] += 1
    if (kind === 'server') await this.server?.kill()
    else if (kind === 'worker') await pickRandom(this.workers).kill()
    else if (kind === 'platform') await this.platform?.kill()
    else if (kind === 'postgres') {
      const postmaster = postmasterOf(this.cluster)
      if (postmaster) signal(postmaster.pid, 'SIGKILL')
      this.quickDeaths += 1
    } else {
      await this.owner?.kill()
      this.quickDeaths = 0
    }
  }

  private get cluster() {
    return join(this.folder, 'postgres/cluster')
  }

  /** Injects a fault other than a kill, of at most `ms` milliseconds. Answers what went wrong, or null. */
  async injectFault(kind: OtherFault, ms: number): Promise<string | null> {
    if (kind === 'clock') {
      // As a time server corrects a clock that is ahead.
      this.setOffset(this.offset - 90_000)
      return null
    }
    if (kind === 'frozen server' || kind === 'frozen PostgreSQL') {
      const pids = kind === 'frozen server' ? [this.server?.pid ?? 0] : processesOn(this.cluster)
      const alive = pids.filter((pid) => pid > 0)
      if (alive.length > 0) await freeze(alive, ms)
      return null
    }
    const target = kind === 'stopped server' ? this.server : pickRandom(this.workers)
    const pid = target?.pid
    const startedAt = performance.now()
    const code = await target?.terminate()
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    // It was not running, or was killed because it did not stop.
    if (code === 0 || (code === null && seconds < 50)) return null
    return `${kind} (${pid}) ended with ${code} after ${seconds} s`
  }

  /** The last kill hits all processes at once; only the database is restarted. */
  async killAll(): Promise<void> {
    await Promise.all([this.server?.stop('SIGKILL'), ...this.workers.map((worker) => worker.stop('SIGKILL'))])
    await this.owner?.kill()
    this.url = (await this.owner?.ready())?.url ?? this.url
  }

  async close(): Promise<void> {
    await Promise.all([this.server?.stop('SIGKILL'), ...this.workers.map((worker) => worker.stop('SIGKILL'))])
    await this.platform?.stop('SIGKILL')
    await this.owner?.stop('SIGTERM')
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
