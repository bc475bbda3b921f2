// Opens the bank's database for a program: the server of DATABASE_URL, or the embedded one, started or joined.
import { join, resolve } from 'node:path'
import { startEmbedded } from './embedded-postgres.ts'
import { codeOf, messageOf, PlainProblem } from './plain-problem.ts'

const OLDEST_MAJOR = 15
const CONNECT_SECONDS = 10

export type OpenDatabase = {
  url: string
  /** `server`: DATABASE_URL. `owned`: we started the embedded one and stop it. `joined`: another of our processes did. */
  kind: 'server' | 'owned' | 'joined'
  /** The location of the data for people, without any password. */
  location: string
  /** Announces the address of the first bank to programs that try to start a second one. */
  announce: (address: string) => void
  close: () => Promise<void>
}

export function dataDirectory(environment: NodeJS.ProcessEnv): string {
  return resolve(environment.DATA_DIR || join(import.meta.dirname, '../data'))
}

/** The address without its password. */
function hostOf(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `${decodeURIComponent(hostname) || 'localhost'}:${port || '5432'}${pathname}`
  } catch {
    throw new PlainProblem('DATABASE_URL must look like postgresql://user:password@host:5432/database.')
  }
}

async function checkServer(url: string): Promise<void> {
  const location = hostOf(url)
  // The driver is read only where it is needed: `npm start` waits beside the bank for as long as it is open.
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_SECONDS * 1000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num')
    const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
    if (major < OLDEST_MAJOR)
      throw new PlainProblem(`The database at ${location} is PostgreSQL ${major}: ${OLDEST_MAJOR} or newer is needed.`)
  } catch (error) {
    if (error instanceof PlainProblem) throw error
    const reason = error instanceof AggregateError ? codeOf(error) || messageOf(error.errors[0]) : messageOf(error)
    throw new PlainProblem(
      `The database of DATABASE_URL at ${location} cannot be reached (${reason}): see that it runs and that the address is right.`,
      {
        cause: error,
      },
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** With `alone`, another process on the same embedded database is an error; without, the database is joined. */
export async function openDatabase({
  purpose,
  alone = false,
  onLost,
}: {
  purpose: string
  alone?: boolean
  onLost?: (problem: Error) => void
}): Promise<OpenDatabase> {
  const url = process.env.DATABASE_URL
  if (url) {
    await checkServer(url)
    return { url, kind: 'server', location: hostOf(url), announce: () => undefined, close: async () => undefined }
  }
  const dataDir = dataDirectory(process.env)
  const started = await startEmbedded({ dataDir, purpose, ...(onLost && { onLost }) })
  if ('stop' in started)
    return {
      url: started.url,
      kind: 'owned',
      location: started.folder,
      announce: started.announce,
      close: () => started.stop(),
    }
  const { owner } = started
  if (alone || owner.url === null)
    throw new PlainProblem(
      `The data folder ${dataDir} is already in use by ${owner.purpose} (process ${owner.pid}${owner.address ? `, at ${owner.address}` : ''}): use that one, stop it, or set DATA_DIR to another folder.`,
    )
  return { url: owner.url, kind: 'joined', location: dataDir, announce: () => undefined, close: async () => undefined }
}
