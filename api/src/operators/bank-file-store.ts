// Writes the whole bank as one file and reads it back over a plain connection: for the embedded PostgreSQL, which has no pg_dump.
// A file is a gzipped line of JSON for the release, for each table, and for each row as PostgreSQL writes it.
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import pg from 'pg'
import { Refused } from '../refused.ts'

const FORMAT = 'connect-bank-1'
const AT_ONCE = 1_000

type Table = { table: string; columns: string[] }
type Line =
  | { format: string; migrations: { name: string; sha256: string }[] }
  | Table
  | string
  | { sequences: Record<string, string>; rows: number }

const name = pg.escapeIdentifier

async function connected<T>(url: string, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    // The text of a value depends on these settings.
    await client.query(
      "SET timezone = 'UTC'; SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET statement_timeout = 0",
    )
    return await act(client)
  } finally {
    await client.end()
  }
}

/** Restoring rows unchanged requires the permission to disable triggers. */
export const mayRestoreRows = (url: string): Promise<boolean> =>
  connected(url, async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      'SELECT rolsuper AS may FROM pg_roles WHERE rolname = current_user',
    )
    return rows[0]?.may === true
  })

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{ table: string; columns: string }>(`
    SELECT c.relname AS table, json_agg(a.attname ORDER BY a.attnum)::text AS columns
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'schema_migrations'
     GROUP BY c.relname ORDER BY c.relname`)
  return rows.map(({ table, columns }) => ({ table, columns: JSON.parse(columns) as string[] }))
}

const listMigrations = async (client: pg.Client) =>
  (await client.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM schema_migrations ORDER BY name'))
    .rows

async function* linesOf(client: pg.Client): AsyncGenerator<string> {
  const line = (one: Line) => `${JSON.stringify(one)}\n`
  yield line({ format: FORMAT, migrations: await listMigrations(client) })
  let count = 0
  for (const table of await listTables(client)) {
    yield line(table)
    await client.query(`DECLARE rows NO SCROLL CURSOR FOR SELECT t::text AS row FROM ${name(table.table)} t`)
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`FETCH ${AT_ONCE} FROM rows`)
      count += rows.length
      yield rows.map(({ row }) => line(row)).join('')
      if (rows.length < AT_ONCE) break
    }
    await client.query('CLOSE rows')
  }
  const { rows: sequences } = await client.query<{ name: string; last: string | null }>(
    "SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public'",
  )
  const last = sequences.flatMap((one): [string, string][] => (one.last === null ? [] : [[one.name, one.last]]))
  // A file without this line is truncated.
  yield line({ sequences: Object.fromEntries(last), rows: count })
}

async function refuseBare(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ has_tables: boolean }>(
    "SELECT to_regclass('public.schema_migrations') IS NOT NULL AS has_tables",
  )
  if (!rows[0]?.has_tables) throw new Refused('the database has no tables yet: run npm run db:migrate on it first')
}

/** Writes everything that was committed before its start, while the bank keeps running. */
export const writeBank = (url: string, file: string): Promise<void> =>
  connected(url, async (client) => {
    await refuseBare(client)
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await pipeline(linesOf(client), createGzip({ level: 4 }), createWriteStream(file, { mode: 0o600, flush: true }))
    await client.query('COMMIT')
  })

async function insertRows(client: pg.Client, { table, columns }: Table, rows: readonly string[]): Promise<void> {
  if (rows.length === 0) return
  await client.query(
    `INSERT INTO ${name(table)} (${columns.map(name).join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${columns.map((column) => `(r.one).${name(column)}`).join(', ')} FROM (SELECT t::${name(table)} AS one FROM unnest($1::text[]) t OFFSET 0) r`,
    [rows],
  )
}

/** Fills the tables of this release. The caller holds the transaction. */
async function readRows(client: pg.Client, file: string): Promise<void> {
  const unpacked = createGunzip()
  // A file that cannot be decompressed ends the lines with its error.
  const unpacking = pipeline(createReadStream(file), unpacked)
  unpacking.catch(() => undefined)
  let table: Table | null = null
  let waiting: string[] = []
  let [count, isWhole] = [0, false]
  const flush = async () => {
    if (table) await insertRows(client, table, waiting)
    count += waiting.length
    waiting = []
  }
  for await (const text of createInterface({ input: unpacked, crlfDelay: Infinity })) {
    const line = JSON.parse(text) as Line
    if (typeof line === 'string') {
      waiting.push(line)
      if (waiting.length === AT_ONCE) await flush()
    } else if ('table' in line) {
      await flush()
      table = line
    } else if ('migrations' in line) {
      const own = JSON.stringify(await listMigrations(client))
      if (line.format !== FORMAT || JSON.stringify(line.migrations) !== own)
        throw new Refused('this backup was made by another release: restore it with that release, then upgrade')
    } else {
      await flush()
      isWhole = line.rows === count
      for (const [sequence, last] of Object.entries(line.sequences))
        await client.query('SELECT setval($1::regclass, $2)', [name(sequence), last])
    }
  }
  await unpacking
  if (!isWhole) throw new Refused('this backup is truncated: nothing was restored')
}

async function isNewBank(client: pg.Client): Promise<boolean> {
  await refuseBare(client)
  const { rowCount } = await client.query(
    'SELECT FROM customers UNION ALL SELECT FROM users UNION ALL SELECT FROM audit_events LIMIT 1',
  )
  return rowCount === 0
}

/** Whether the file itself is unreadable: its compressed data or one of its lines is truncated or damaged. */
const isDamage = (error: unknown) =>
  error instanceof SyntaxError ||
  (error instanceof Error && 'code' in error && /^Z_[A-Z]+_ERROR$/.test(String(error.code)))

/** Fills the tables of an unused bank with the whole file, or with nothing. */
export const readBank = (url: string, file: string): Promise<void> =>
  connected(url, async (client) => {
    if (!(await isNewBank(client))) throw new Refused('the database is not empty: a backup is restored into a new one')
    try {
      await client.query('BEGIN')
      await client.query('SET LOCAL session_replication_role = replica')
      const tables = await listTables(client)
      await client.query(`TRUNCATE ${tables.map(({ table }) => name(table)).join(', ')}`)
      await readRows(client, file)
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK')
      if (isDamage(error))
        throw new Refused('this backup is truncated or damaged: nothing was restored', { cause: error })
      throw error
    }
    await client.query('ANALYZE')
  })
