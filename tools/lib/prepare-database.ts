// Migrates a database and fills it with the demo bank.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../database/migrate.ts'
import { finishDemoBank, kindOfBank, removeUnfinishedBank, seedDemoBank } from '../../database/seeds/demo-bank.ts'
import { PlainProblem } from '../../database/plain-problem.ts'
import { DEMO_PASSWORD } from './demo-customers.ts'
import { exitReason } from './exit-reason.mjs'
import { bundles } from './project.ts'

export type Preparation = {
  /** Fill an empty database with the demo bank. */
  demo: boolean
  /** Whether it is the embedded database, which nobody else uses: an interrupted demo bank is removed there and filled again. */
  isEmbedded?: boolean
  /** The number of operations of the demo bank, when not the default. */
  operations?: number
  /** The day of the demo bank, when not today. */
  now?: Date
  print: (sentence: string) => void
}

/** The people of a demo company give orders, as customers do: the bundles of the bank must have been built. */
async function runDemoCompany(url: string, now: Date | undefined): Promise<void> {
  const env = { ...process.env, DATABASE_URL: url, DEMO_PASSWORD, ...(now && { DEMO_NOW: now.toISOString() }) }
  const child = fork(join(bundles, 'demo-company.js'), { env })
  // It ends before the database does.
  const end = () => child.kill('SIGTERM')
  process.once('SIGTERM', end)
  // The exit code is null when a signal ended the process.
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  process.off('SIGTERM', end)
  if (code !== 0) throw new PlainProblem(`The orders of the demo company could not be given: ${exitReason(signal)}.`)
}

/** Migrates, and seeds the demo bank when requested and absent. Answers whether the demo customers can sign in. */
export async function prepareDatabase(
  url: string,
  { demo, isEmbedded = false, operations, now, print }: Preparation,
): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const applied = await migrate(client, { print })
    if (applied.length > 0) print(`The database has ${applied.length} new migrations.`)
    const kind = await kindOfBank(client)
    if (kind === 'unfinished') {
      const sentence = 'The demo bank in this database was interrupted before it was filled'
      // A server may hold tables of others, and another program may be filling this bank at the moment.
      if (!isEmbedded) throw new PlainProblem(`${sentence}. Use another, empty database.`)
      if (!demo) throw new PlainProblem(`${sentence}. Start once with --demo.`)
      print(`${sentence}: it begins again.`)
      await removeUnfinishedBank(client)
      await migrate(client)
    } else if (kind !== 'none' || !demo) return kind === 'demo'
    print('Filling the demo bank, once...')
    await seedDemoBank(client, {
      password: DEMO_PASSWORD,
      isWhole: false,
      ...(now && { now }),
      ...(operations !== undefined && { operations }),
    })
    await runDemoCompany(url, now)
    await finishDemoBank(client)
    return true
  } finally {
    await client.end().catch(() => undefined)
  }
}
