// Migrates a database to the schema of this release. Forward-only: a merged migration is never edited.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { messageOf, PlainProblem } from './plain-problem.ts'
import { concurrentIndexOf, isWithoutTransaction, statementsOf } from './statements.ts'

export const migrationsFolder = join(import.meta.dirname, 'migrations')
const NAME = /^(\d{4})_[a-z0-9_]+\.sql$/
const LOCK = 7_202_601 // The key of the advisory lock: any constant that no other program uses on this database.

// The first migration before the baseline (docs/decisions/0047-one-baseline.md): no release contains it.
const FIRST_OF_DEVELOPMENT = '0001_roles_and_amounts.sql'

type Migration = { name: string; sql: string; sha256: string }
type Applied = { name: string; sha256: string }

export function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  names.forEach((name, i) => {
    const number = NAME.exec(name)?.[1]
    if (!number) throw new PlainProblem(`Migration ${name} must be named like 0012_what_it_does.sql.`)
    if (names[i - 1]?.startsWith(`${number}_`))
      throw new PlainProblem(`Migrations ${names[i - 1]} and ${name} bear the same number.`)
  })
  return names.map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n')
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}

/** The migrations to apply, after checking that the applied ones are the first of the list. */
function pendingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  if (applied.some(({ name }) => name === FIRST_OF_DEVELOPMENT))
    throw new PlainProblem(
      'This database was created by a development version, before the first release: no release can migrate it or read its backups. ' +
        'Start on a new data folder (move the old one away, or set DATA_DIR), or set DATABASE_URL to an empty database. ' +
        'The version that created it still opens the old one.',
    )
  applied.forEach((done, i) => {
    const known = migrations.find(({ name }) => name === done.name)
    if (!known)
      throw new PlainProblem(
        `This database has migration ${done.name}, which this release does not know: start a newer release on it.`,
      )
    if (known.sha256 !== done.sha256)
      throw new PlainProblem(
        `Migration ${done.name} was changed after this database applied it: restore the file and write a new migration instead.`,
      )
    if (migrations[i]?.name !== done.name)
      throw new PlainProblem(
        `Migration ${migrations[i]?.name} comes before ${done.name}, which this database has already: give it a later number.`,
      )
  })
  return migrations.slice(applied.length)
}

function whereItFailed(error: unknown, sql: string): string {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN
  return Number.isNaN(position) ? '' : ` at line ${sql.slice(0, position).split('\n').length}`
}

/** How long a migration waits for tables that others use, in milliseconds. */
type LockWait = {
  /** The limit for one lock: queries of customers wait behind it. */
  lock: number
  /** The pause before the next attempt. */
  pause: number
  /** The limit for all attempts together. */
  all: number
}
const LOCK_WAIT: LockWait = { lock: 1_000, pause: 3_000, all: 300_000 }

type Options = { folder?: string; lockWait?: LockWait; print?: (sentence: string) => void }
type Run = Required<Omit<Options, 'folder'>>

// lock_not_available and deadlock_detected: another session held a lock.
const isLockConflict = (error: unknown) =>
  error instanceof pg.DatabaseError && ['55P03', '40P01'].includes(error.code ?? '')

/** Repeats an attempt that the lock of another session prevented, so that customers never wait for it longer than for one lock. */
async function retryOnLockConflict(
  name: string,
  { lockWait, print }: Run,
  attempt: () => Promise<void>,
): Promise<void> {
  const deadline = performance.now() + lockWait.all
  for (let isFirst = true; ; isFirst = false) {
    try {
      await attempt()
      return
    } catch (error) {
      if (!isLockConflict(error) || performance.now() > deadline) throw error
      if (isFirst)
        print(
          `Migration ${name} waits for a table that another session uses, such as a backup or an export; it tries again for up to ${lockWait.all / 1000} s.`,
        )
      await pause(lockWait.pause)
    }
  }
}

const RECORD = 'INSERT INTO schema_migrations (name, sha256) VALUES ($1, $2)'

async function applyAsOne(client: pg.ClientBase, { name, sql, sha256 }: Migration, run: Run): Promise<void> {
  try {
    await retryOnLockConflict(name, run, async () => {
      try {
        await client.query(`BEGIN; SET LOCAL lock_timeout = ${run.lockWait.lock}`)
        await client.query(sql)
        await client.query(RECORD, [name, sha256])
        await client.query('COMMIT')
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined)
        throw error
      }
    })
  } catch (error) {
    const advice = isLockConflict(error) ? ' Migrate again when the backup or the export has ended.' : ''
    throw new PlainProblem(
      `Migration ${name} failed${whereItFailed(error, sql)} (${messageOf(error)}): nothing of it was kept.${advice}`,
      { cause: error },
    )
  }
}

/** Drops an index whose building was interrupted: it is not used by queries, but by each change of the table. */
async function dropInvalidIndex(client: pg.ClientBase, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [index],
  )
  if (rowCount) await client.query(`DROP INDEX CONCURRENTLY ${pg.escapeIdentifier(index)}`)
}

/** Applies statement by statement: each is kept, and the whole can be repeated. */
async function applyStepByStep(client: pg.ClientBase, { name, sql, sha256 }: Migration, run: Run): Promise<void> {
  run.print(
    `Migration ${name} works beside the running bank; it waits for transactions that began before it, such as a backup.`,
  )
  const statements = statementsOf(sql)
  for (const [index, statement] of statements.entries()) {
    try {
      await retryOnLockConflict(name, run, async () => {
        const built = concurrentIndexOf(statement)
        // Nobody waits behind what is built concurrently: it may wait for old transactions as long as they last.
        await client.query(`SET lock_timeout = ${/\bCONCURRENTLY\b/i.test(statement) ? 0 : run.lockWait.lock}`)
        if (built !== null) await dropInvalidIndex(client, built)
        await client.query(statement)
      })
    } catch (error) {
      throw new PlainProblem(
        `Migration ${name} failed in statement ${index + 1} of ${statements.length} (${messageOf(error)}): migrate again to continue it.`,
        { cause: error },
      )
    } finally {
      await client.query('RESET lock_timeout').catch(() => undefined)
    }
  }
  await client.query(RECORD, [name, sha256])
}

const TURN_PAUSE_MS = 200

/**
 * Waits until no other session migrates. Each look is a statement of its own: an index that the other session builds CONCURRENTLY waits for
 * statements that began before it, so a statement that waited here would end one of the two with a deadlock.
 */
async function waitForTurn(client: pg.ClientBase, print: (sentence: string) => void): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [LOCK])
    if (rows[0]?.ours) return
    if (isFirst) print('Another program migrates this database: waiting until it has ended.')
    await pause(TURN_PAUSE_MS)
  }
}

/**
 * Applies the missing migrations and answers their names: each in its own transaction, unless its first line says otherwise.
 * Simultaneous calls run one after the other. `print` receives a sentence when a migration has to wait.
 */
export async function migrate(
  client: pg.ClientBase,
  { folder = migrationsFolder, lockWait = LOCK_WAIT, print = () => undefined }: Options = {},
): Promise<string[]> {
  const migrations = readMigrations(folder)
  // Whatever an operator has set for the database or the role.
  await client.query(
    `SET search_path = public; SET timezone = 'UTC'; SET datestyle = 'ISO'; SET standard_conforming_strings = on; SET statement_timeout = 0;
     SET default_transaction_isolation = 'read committed'`,
  )
  await waitForTurn(client, print)
  try {
    await client.query(`
      CREATE TABLE IF NOT EXISTS schema_migrations (
        name text PRIMARY KEY,
        sha256 text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`)
    const { rows } = await client.query<Applied>('SELECT name, sha256 FROM schema_migrations ORDER BY name')
    const pending = pendingOf(migrations, rows)
    for (const migration of pending)
      await (isWithoutTransaction(migration.sql) ? applyStepByStep : applyAsOne)(client, migration, { lockWait, print })
    return pending.map(({ name }) => name)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK])
  }
}
