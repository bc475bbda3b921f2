import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { dumpSchema } from '../dump-schema.ts'
import { testDatabase } from '../test-database.ts'

it('writes the same schema on every PostgreSQL server: database/schema.sql', async () => {
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const schema = await dumpSchema(client)
  await client.end()
  await database.drop()
  expect(schema).toBe(readFileSync(join(import.meta.dirname, '../schema.sql'), 'utf8'))
})
