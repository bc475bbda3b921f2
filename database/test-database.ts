// A real database for each test file: one server per run, a migrated template, a clone per file.
// Vitest calls setup() once; the tests call testDatabase().
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { codeOf } from './plain-problem.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

// The test processes read the server's address from their environment, which they inherit from the process of setup().
const SERVER = 'CONNECT_TEST_SERVER'
const TEMPLATE = 'CONNECT_TEST_TEMPLATE'
const CLONE_SECONDS = 20

async function withClient<Result>(url: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  // When the server is stopped, the failing query reports it, not an event without a listener.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

function urlOfDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => undefined }
  const dataDir = makeTemporaryFolder('connect-test')
  const started = await startEmbedded({ dataDir, purpose: 'the tests' })
  if ('owner' in started) throw new Error('a fresh folder cannot have an owner')
  // The tests kill processes, never the machine: what they commit need not reach the disk.
  await withClient(started.url, async (client) => {
    for (const setting of ['fsync', 'full_page_writes']) await client.query(`ALTER SYSTEM SET ${setting} = off`)
    await client.query('SELECT pg_reload_conf()')
  })
  return {
    url: started.url,
    async stop() {
      await started.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Vitest's global setup; it answers the teardown. */
export async function setup(): Promise<() => Promise<void>> {
  const server = await startServer()
  const template = `connect_template_${randomBytes(6).toString('hex')}`
  await withClient(server.url, (client) => client.query(`CREATE DATABASE ${template}`))
  await withClient(urlOfDatabase(server.url, template), (client) => migrate(client))
  process.env[SERVER] = server.url
  process.env[TEMPLATE] = template
  return async () => {
    await withClient(server.url, (client) => client.query(`DROP DATABASE ${template}`))
    await server.stop()
  }
}

function needed(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: a test that needs a database must end in .db.test.ts`)
  return value
}

/** A migrated, empty database for this test file only. */
export async function testDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const serverUrl = needed(SERVER)
  const template = needed(TEMPLATE)
  const name = `connect_${randomBytes(6).toString('hex')}`
  const deadline = Date.now() + CLONE_SECONDS * 1000
  await withClient(serverUrl, async (client) => {
    for (;;) {
      try {
        await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
        return
      } catch (error) {
        // 55006: autovacuum is using the template at the moment.
        if (codeOf(error) !== '55006' || Date.now() > deadline) throw error
        await pause(50)
      }
    }
  })
  return {
    url: urlOfDatabase(serverUrl, name),
    drop: () =>
      withClient(serverUrl, async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
  }
}
