// Reads the schema of the migrations from a temporary database.
import { rmSync } from 'node:fs'
import pg from 'pg'
import { dumpSchema } from '../../database/dump-schema.ts'
import { startEmbedded } from '../../database/embedded-postgres.ts'
import { migrate } from '../../database/migrate.ts'
import { makeTemporaryFolder } from '../../database/temporary-folder.ts'
import { inProject } from './project.ts'

export const schemaFile = inProject('database/schema.sql')

export async function schemaOfMigrations(): Promise<string> {
  const dataDir = makeTemporaryFolder('connect-schema')
  const started = await startEmbedded({ dataDir, purpose: 'the schema' })
  if ('owner' in started) throw new Error('a fresh folder cannot have an owner')
  try {
    const client = new pg.Client({ connectionString: started.url })
    await client.connect()
    try {
      await migrate(client)
      return await dumpSchema(client)
    } finally {
      await client.end()
    }
  } finally {
    await started.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
