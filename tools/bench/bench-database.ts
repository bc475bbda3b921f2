// Opens the PostgreSQL that is measured: the system's server or the embedded one.
import { rmSync } from 'node:fs'
import type pg from 'pg'
import { startEmbedded } from '../../database/embedded-postgres.ts'
import { makeTemporaryFolder } from '../../database/temporary-folder.ts'
import { startPostgres } from '../lib/postgres-server.ts'
import { connectTo } from './bench-bank.ts'
import { cpuOfFamily, cpuOfProcess } from './cpu-time.ts'

export type BenchDatabase = {
  version: string
  /** An administrator's connection to no bank in particular. */
  admin: pg.Client
  /** Creates a database and answers its address. */
  create: (name: string) => Promise<string>
  /** Microseconds of all processes of this PostgreSQL. */
  cpu: () => number
  stop: () => Promise<void>
}

type Started = { url: string; pid: () => number; stop: () => Promise<void> }

// As an administrator would set them: a database of this size in memory, and no checkpoint that nobody has requested.
const SERVER_SETTINGS = {
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '1h',
  shared_preload_libraries: 'pg_stat_statements',
}

export async function startServer(bin: string): Promise<Started> {
  const { url, pid, stop } = await startPostgres(bin, SERVER_SETTINGS)
  return { url, pid: () => pid, stop }
}

export async function startIncluded(): Promise<Started> {
  const dataDir = makeTemporaryFolder('connect-bench')
  const started = await startEmbedded({ dataDir, purpose: 'the benchmark' })
  if ('owner' in started) throw new Error('a fresh folder cannot have an owner')
  const stop = async () => {
    await started.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url: started.url, pid: () => started.pid() ?? 0, stop }
}

export async function openBenchDatabase({ url, pid, stop }: Started): Promise<BenchDatabase> {
  const admin = await connectTo(url)
  const { rows } = await admin.query<{ server_version: string }>('SHOW server_version')
  let stopped: Promise<void> | null = null
  const stopOnce = async () => {
    await admin.end().catch(() => undefined)
    await stop()
  }
  return {
    version: rows[0]?.server_version ?? '',
    admin,
    async create(name) {
      await admin.query(`CREATE DATABASE ${name}`)
      const created = new URL(url)
      created.pathname = `/${name}`
      return created.href
    },
    cpu: () => cpuOfFamily(pid()),
    stop: () => (stopped ??= stopOnce()),
  }
}

export type BackendCpu = {
  /** Finds backends that were started since. */
  refresh: () => Promise<void>
  /** Microseconds of all that were found, also of those that have ended since. */
  read: () => number
}

/** The processor time of the backends of one program, by its application name. */
export function backendCpu(admin: pg.Client, application: string): BackendCpu {
  const known = new Map<number, number>()
  return {
    async refresh() {
      const { rows } = await admin.query<{ pid: number }>(
        'SELECT pid FROM pg_stat_activity WHERE application_name = $1',
        [application],
      )
      for (const { pid } of rows) known.set(pid, Math.max(known.get(pid) ?? 0, cpuOfProcess(pid)))
    },
    read() {
      for (const [pid, cpu] of known) known.set(pid, Math.max(cpu, cpuOfProcess(pid)))
      return [...known.values()].reduce((sum, cpu) => sum + cpu, 0)
    },
  }
}
