// Migrates a database to the schema of this release. Forward-only: a merged migration is never edited.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { messageOf, PlainProblem } from './plain-problem.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')
const NAME = /^(\d{4})_[a-z0-9_]+\.sql$/
const LOCK = 7_202_601 // any constant works, if no other program of ours uses it

// The first migration before the baseline (docs/decisions/0047-one-baseline.md): no release contains it.
const FIRST_OF_DEVELOPMENT = '0001_roles_and_amounts.sql'

type Migration = { name: string; sql: string; sha256: string }
type Applied = { name: string; sha256: string }

function readMigrations(folder: string): Migration[] {
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

async function apply(client: pg.ClientBase, { name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(sql)
    await client.query('INSERT INTO schema_migrations (name, sha256) VALUES ($1, $2)', [name, sha256])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw new PlainProblem(
      `Migration ${name} failed${whereItFailed(error, sql)} (${messageOf(error)}): nothing of it was kept.`,
      {
        cause: error,
      },
    )
  }
}

/** Applies the missing migrations, each in its own transaction, and answers their names. Simultaneous calls run one after the other. */
export async function migrate(client: pg.ClientBase, folder = migrationsFolder): Promise<string[]> {
  const migrations = readMigrations(folder)
  await client.query('SELECT pg_advisory_lock($1)', [LOCK])
  try {
    await client.query(`
      CREATE TABLE IF NOT EXISTS schema_migrations (
        name text PRIMARY KEY,
        sha256 text NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`)
    const { rows } = await client.query<Applied>('SELECT name, sha256 FROM schema_migrations ORDER BY name')
    const pending = pendingOf(migrations, rows)
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK])
  }
}
