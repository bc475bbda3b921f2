// Runs the system's PostgreSQL on a temporary folder, like the server of a production bank.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { accountFor, giveTo } from '../../database/embedded/account.ts'
import { makeTemporaryFolder } from '../../database/temporary-folder.ts'

const START_SECONDS = 60

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_SECONDS * 1000
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) throw error
      await pause(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

export type PostgresServer = { url: string; pid: number; stop: () => Promise<void> }

/** Starts a server with the programs in `bin`; it is empty, and reachable only by a socket. `settings` are added to its own. */
export async function startPostgres(bin: string, settings: Record<string, string> = {}): Promise<PostgresServer> {
  const folder = makeTemporaryFolder('connect-server')
  const [cluster, sockets] = [join(folder, 'cluster'), join(folder, 'sockets')]
  const account = accountFor({ cluster, dataDir: folder })
  for (const path of [cluster, sockets]) {
    mkdirSync(path, { mode: 0o700 })
    giveTo(account, path)
  }
  const run = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, cwd: '/', ...account }
  execFileSync(
    join(bin, 'initdb'),
    ['-D', cluster, '-U', 'connect', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    {
      ...run,
      stdio: 'pipe',
    },
  )
  const server = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      cluster,
      '-k',
      sockets,
      ...Object.entries({ listen_addresses: '', max_connections: '100', ...settings }).flatMap(([name, value]) => [
        '-c',
        `${name}=${value}`,
      ]),
    ],
    {
      ...run,
      stdio: 'ignore',
      detached: true,
    },
  )
  const url = `postgresql://connect@${encodeURIComponent(sockets)}:5432/postgres?sslmode=disable`
  const stop = async () => {
    server.kill('SIGINT')
    if (server.exitCode === null) await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(url, server)
    return { url, pid: server.pid ?? 0, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
