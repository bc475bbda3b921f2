// Migrates the database of DATABASE_URL to this release, as its owner: node database/migrate-database.ts
import pg from 'pg'
import { migrate } from './migrate.ts'
import { messageOf, PlainProblem } from './plain-problem.ts'

async function run(): Promise<void> {
  const { DATABASE_URL } = process.env
  if (!DATABASE_URL) throw new PlainProblem('DATABASE_URL is not set: name the database, with its owner as login.')
  const client = new pg.Client({ connectionString: DATABASE_URL })
  client.on('error', () => undefined)
  await client.connect().catch((error: unknown) => {
    throw new PlainProblem(`The database cannot be reached: ${messageOf(error)}.`, { cause: error })
  })
  try {
    const applied = await migrate(client, { print: (sentence) => process.stdout.write(`${sentence}\n`) })
    for (const name of applied) process.stdout.write(`applied  ${name}\n`)
    process.stdout.write(
      applied.length > 0 ? 'The database has the schema of this release.\n' : 'No migration was missing.\n',
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof PlainProblem ? error.message : String(error)}\n`)
  process.exitCode = 1
})
