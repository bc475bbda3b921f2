import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate } from '../migrate.ts'
import { testDatabase } from '../test-database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let client: pg.Client
let folder: string

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql)

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
  expect(await migrate(client, folder)).toEqual(['0001_first.sql', '0002_second.sql'])
  expect(await migrate(client, folder)).toEqual([])
  expect((await client.query('SELECT name FROM first')).rows).toEqual([{ name: 'one' }])
})

it('lets two processes migrate at the same time', async () => {
  const other = await connected()
  const applied = await Promise.all([migrate(client, folder), migrate(other, folder)])
  await other.end()
  expect(applied.flat()).toEqual(['0001_first.sql'])
})

it('rolls back a failed migration, and reports its file and line', async () => {
  write('0002_broken.sql', 'CREATE TABLE second (id integer);\nSELECT nonsense;')
  await expect(migrate(client, folder)).rejects.toThrow(/0002_broken\.sql failed at line 2 .*nonsense/)
  expect(
    (
      await client.query(
        `SELECT to_regclass('first') IS NOT NULL AS first, to_regclass('second') IS NOT NULL AS second`,
      )
    ).rows,
  ).toEqual([{ first: true, second: false }])
})

it('refuses a database with a migration that was changed after it was applied', async () => {
  await migrate(client, folder)
  write('0001_first.sql', 'CREATE TABLE first (id bigint);')
  await expect(migrate(client, folder)).rejects.toThrow(
    'Migration 0001_first.sql was changed after this database applied it',
  )
})

it('refuses a database that a newer release migrated', async () => {
  write('0002_second.sql', 'SELECT 1;')
  await migrate(client, folder)
  rmSync(join(folder, '0002_second.sql'))
  await expect(migrate(client, folder)).rejects.toThrow(
    'This database has migration 0002_second.sql, which this release does not know',
  )
})

it('refuses a database of the development period with instructions, and changes nothing', async () => {
  const applied = 'SELECT name FROM schema_migrations ORDER BY name'
  await client.query(
    "INSERT INTO schema_migrations (name, sha256) VALUES ('0001_roles_and_amounts.sql', ''), ('0002_ledger.sql', '')",
  )
  await expect(migrate(client, folder)).rejects.toThrow(
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
  await migrate(client, folder)
  write('0002_second.sql', 'SELECT 1;')
  await expect(migrate(client, folder)).rejects.toThrow('Migration 0002_second.sql comes before 0003_third.sql')
})

it('refuses two migrations with the same number', async () => {
  write('0001_also.sql', 'SELECT 1;')
  await expect(migrate(client, folder)).rejects.toThrow('bear the same number')
})
