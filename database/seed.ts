// Seeds a database from the command line: node database/seed.ts --help
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { messageOf, PlainProblem } from './plain-problem.ts'
import { kindOfBank, seedDemoBank } from './seeds/demo-bank.ts'

const HELP = `Fills an empty database with the demo bank.

  node database/seed.ts [--password <password>] [--operations <count>]

  --password    the password of every demo customer (default: Teranga-2026!)
  --operations  that many more operations, on 1,000 accounts of user 80000001, for benchmarks (default: 0)
  --help        this text

The database is the one of DATABASE_URL, or else the embedded one in DATA_DIR. It is migrated first.
A database that has a bank already is left as it is.
`

const MAX_OPERATIONS = 100_000_000

function readCount(text: string): number {
  const count = Number(text)
  if (!/^\d+$/.test(text) || count > MAX_OPERATIONS)
    throw new PlainProblem(`--operations must be a whole number up to ${MAX_OPERATIONS}, not "${text}".`)
  return count
}

async function seed(password: string, operations: number): Promise<void> {
  const database = await openDatabase({ purpose: 'the seed' })
  const client = new pg.Client({ connectionString: database.url })
  // When the server is stopped, the failing query reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await migrate(client)
    if ((await kindOfBank(client)) !== 'none')
      throw new PlainProblem(`The database at ${database.location} has a bank already: it is left as it is.`)
    const startedAt = performance.now()
    await seedDemoBank(client, { password, operations })
    const { rows } = await client.query<{ entries: string }>(
      'SELECT count(*) AS entries FROM ledger_entries WHERE seq IS NOT NULL',
    )
    process.stdout.write(
      `Demo bank with ${rows[0]?.entries} operations in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`,
    )
  } finally {
    await client.end()
    await database.close()
  }
}

try {
  const { values } = parseArgs({
    options: {
      password: { type: 'string', default: 'Teranga-2026!' },
      operations: { type: 'string', default: '0' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) process.stdout.write(HELP)
  else await seed(values.password, readCount(values.operations))
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}
