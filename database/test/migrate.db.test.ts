import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../migrate.ts'
import { testDatabase } from '../test-database.ts'

const WITHOUT = '-- without a transaction'

let database: Awaited<ReturnType<typeof testDatabase>>
let client: pg.Client
let folder: string

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(10)
}

async function connected(): Promise<pg.Client> {
  const connection = new pg.Client({ connectionString: database.url })
  await connection.connect()
  return connection
}

beforeEach(async () => {
  database = await testDatabase()
  folder = mkdtempSync(join(tmpdir(), 'connect-migrations-'))
  client = await connected()
  // The clone has the bank's own migrations; these tests use their own list.
  await client.query('TRUNCATE schema_migrations')
  write('0001_first.sql', 'CREATE TABLE first (id integer);')
})
afterEach(async () => {
  await client.end()
  await database.drop()
  rmSync(folder, { recursive: true })
})

it('applies each migration once, in order', async () => {
  write('0002_second.sql', 'ALTER TABLE first ADD COLUMN name text;\nINSERT INTO first VALUES (1, $$one$$);')
  expect(await migrate(client, { folder })).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await migrate(client, { folder })).toEqual([])
  expect((await client.query('SELECT name FROM first')).rows).toEqual([{ name: 'one' }])
})

it('lets two processes migrate at the same time, also with an index that is built beside the running bank', async () => {
  const other = await connected()
  const reader = await connected()
  write('0002_index.sql', `${WITHOUT}\nCREATE INDEX CONCURRENTLY IF NOT EXISTS first_id ON first (id);`)
  // The index is not built before this transaction ends: until then the second process waits for the first.
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1')
  const sentences: string[] = []
  const print = (sentence: string) => void sentences.push(sentence)
  const migrating = [migrate(client, { folder, print }), migrate(other, { folder, print })]
  await until(async () => sentences.includes('Another program migrates this database: waiting until it has ended.'))
  await reader.query('COMMIT')
  const applied = await Promise.all(migrating)
  await Promise.all([other.end(), reader.end()])
  expect(applied.flat()).toEqual(['0001_first.sql', '0002_index.sql'])
})

it('rolls back a failed migration, and reports its file and line', async () => {
  write('0002_broken.sql', 'CREATE TABLE second (id integer);\nSELECT nonsense;')
  await expect(migrate(client, { folder })).rejects.toThrow(/0002_broken\.sql failed at line 2 .*nonsense/)
  expect(
    (
      await client.query(
        `SELECT to_regclass('first') IS NOT NULL AS first, to_regclass('second') IS NOT NULL AS second`,
      )
    ).rows,
  ).toEqual([{ first: true, second: false }])
})

it('refuses a database with a migration that was changed after it was applied', async () => {
  await migrate(client, { folder })
  write('0001_first.sql', 'CREATE TABLE first (id bigint);')
  await expect(migrate(client, { folder })).rejects.toThrow(
    'Migration 0001_first.sql was changed after this database applied it',
  )
})

it('refuses a database that a newer release migrated', async () => {
  write('0002_second.sql', 'SELECT 1;')
  await migrate(client, { folder })
  rmSync(join(folder, '0002_second.sql'))
  await expect(migrate(client, { folder })).rejects.toThrow(
    'This database has migration 0002_second.sql, which this release does not know',
  )
})

it('refuses a database of the development period with instructions, and changes nothing', async () => {
  const applied = 'SELECT name FROM schema_migrations ORDER BY name'
  await client.query(
    "INSERT INTO schema_migrations (name, sha256) VALUES ('0001_roles_and_amounts.sql', ''), ('0002_ledger.sql', '')",
  )
  await expect(migrate(client, { folder })).rejects.toThrow(
    /created by a development version.*Start on a new data folder .*DATA_DIR.*DATABASE_URL to an empty database/,
  )
  // The real migrations have a file of the same name as an old one.
  await expect(migrate(client)).rejects.toThrow('created by a development version')
  expect((await client.query(applied)).rows).toEqual([
    { name: '0001_roles_and_amounts.sql' },
    { name: '0002_ledger.sql' },
  ])
  expect((await client.query("SELECT to_regclass('first') AS first")).rows).toEqual([{ first: null }])
})

it('refuses a migration numbered before an applied one', async () => {
  write('0003_third.sql', 'SELECT 1;')
  await migrate(client, { folder })
  write('0002_second.sql', 'SELECT 1;')
  await expect(migrate(client, { folder })).rejects.toThrow('Migration 0002_second.sql comes before 0003_third.sql')
})

it('refuses two migrations with the same number', async () => {
  write('0001_also.sql', 'SELECT 1;')
  await expect(migrate(client, { folder })).rejects.toThrow('bear the same number')
})

describe('beside a session that reads, such as a backup', () => {
  const lockWait = { lock: 100, pause: 20, all: 60_000 }
  const said: string[] = []
  const print = (sentence: string) => void said.push(sentence)
  let backup: pg.Client
  beforeEach(async () => {
    said.length = 0
    await migrate(client, { folder })
    await client.query('INSERT INTO first SELECT generate_series(1, 100)')
    backup = await connected()
    await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ; LOCK TABLE first IN ACCESS SHARE MODE')
    await backup.query('SELECT count(*) FROM first')
  })
  afterEach(() => backup.end())

  it('waits for a lock in short attempts: pages are answered meanwhile, and it succeeds afterwards', async () => {
    write('0002_second.sql', 'ALTER TABLE first ADD COLUMN name text;')
    const page = await connected()
    const migrating = migrate(client, { folder, lockWait, print })
    await until(async () => said.length > 0)
    // Behind a migration that waits for its lock without a limit, each of these would wait as long as the backup.
    await page.query("SET statement_timeout = '2s'")
    for (let pages = 0; pages < 20; pages += 1) await page.query('SELECT count(*) FROM first')
    await page.end()
    await backup.query('COMMIT')
    expect(await migrating).toEqual(['0002_second.sql'])
    expect(said).toEqual([
      'Migration 0002_second.sql waits for a table that another session uses, such as a backup or an export; it tries again for up to 60 s.',
    ])
  })

  it('gives up in the end, and says what to do', async () => {
    write('0002_second.sql', 'CREATE TABLE second (id integer);\nALTER TABLE first ADD COLUMN name text;')
    await expect(migrate(client, { folder, lockWait: { ...lockWait, all: 0 } })).rejects.toThrow(
      /0002_second\.sql failed .*lock timeout.*nothing of it was kept\. Migrate again when the backup or the export has ended\./,
    )
    expect((await client.query("SELECT to_regclass('second') AS second")).rows).toEqual([{ second: null }])
    await backup.query('COMMIT')
    expect(await migrate(client, { folder })).toEqual(['0002_second.sql'])
  })

  it('builds an index while rows are inserted', async () => {
    write('0002_index.sql', `${WITHOUT}\nCREATE INDEX CONCURRENTLY IF NOT EXISTS first_id ON first (id);`)
    const customer = await connected()
    const migrating = migrate(client, { folder, lockWait, print })
    // It waits for the backup's snapshot now, and nobody waits for it.
    await until(async () => {
      const { rows } = await customer.query(
        "SELECT FROM pg_stat_activity WHERE wait_event = 'virtualxid' AND query LIKE 'CREATE INDEX CONCURRENTLY%'",
      )
      return rows.length === 1
    })
    await customer.query("SET statement_timeout = '2s'")
    await customer.query('INSERT INTO first VALUES (101)')
    await customer.end()
    await backup.query('COMMIT')
    expect(await migrating).toEqual(['0002_index.sql'])
  })
})

describe('without a transaction', () => {
  const isValid = async (index: string) =>
    (
      await client.query<{ valid: boolean }>(
        'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
        [index],
      )
    ).rows[0]?.valid

  it('is repeated after a failure half way, and drops the index that was not completed', async () => {
    write(
      '0002_indexes.sql',
      [
        WITHOUT,
        'CREATE INDEX CONCURRENTLY IF NOT EXISTS first_id ON first (id);',
        'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS first_once ON first (id); -- fails; while two rows are equal',
        'CREATE TABLE third (id integer);',
      ].join('\n'),
    )
    write('0001_first.sql', 'CREATE TABLE first (id integer);\nINSERT INTO first VALUES (1), (1);')
    await expect(migrate(client, { folder })).rejects.toThrow(
      /0002_indexes\.sql failed in statement 2 of 3 .*first_once.*migrate again to continue/,
    )
    expect([await isValid('first_id'), await isValid('first_once')]).toEqual([true, false])
    expect((await client.query("SELECT to_regclass('third') AS third")).rows).toEqual([{ third: null }])

    await client.query('DELETE FROM first')
    expect(await migrate(client, { folder })).toEqual(['0002_indexes.sql'])
    expect(await isValid('first_once')).toBe(true)
    expect(await migrate(client, { folder })).toEqual([])
    expect((await client.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '0' }])
  })

  it('fills a column in batches that are committed one by one', async () => {
    write(
      '0001_first.sql',
      'CREATE TABLE first (id integer, name text);\nINSERT INTO first SELECT generate_series(1, 250);',
    )
    write(
      '0002_fill.sql',
      `${WITHOUT}
DO $$
BEGIN
  LOOP
    UPDATE first SET name = 'one; two' WHERE id IN (SELECT id FROM first WHERE name IS NULL LIMIT 100);
    EXIT WHEN NOT FOUND;
    COMMIT;
  END LOOP;
END
$$;`,
    )
    expect(await migrate(client, { folder })).toEqual(['0001_first.sql', '0002_fill.sql'])
    expect(
      (
        await client.query(
          'SELECT count(*)::int AS count, count(DISTINCT xmin::text)::int AS batches FROM first WHERE name IS NOT NULL',
        )
      ).rows,
    ).toEqual([{ count: 250, batches: 3 }])
  })
})
