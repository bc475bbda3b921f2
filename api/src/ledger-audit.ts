// Runs the command `npm run ledger:audit`: one line for each rule of the ledger, and an exit code for scripts. It reads what was booked
// since the last closed day; with --full everything.
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from './config.ts'
import { dbOver, openPool } from './db/sql.ts'
import { auditLedger, auditSinceLastDay } from './ledger/ledger-audit.ts'

async function run(): Promise<boolean> {
  const { databaseUrl } = readConfig(process.env)
  const pool = openPool(databaseUrl, { size: 1, onError: () => undefined })
  try {
    const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
    const verdicts = await (values.full ? auditLedger : auditSinceLastDay)(dbOver(pool))
    for (const { rule, checked, errors, examples } of verdicts) {
      process.stdout.write(`${errors === 0 ? 'ok   ' : 'ERROR'}  ${rule}: ${checked} checked, ${errors} errors\n`)
      for (const example of examples) process.stdout.write(`         ${example}\n`)
    }
    return verdicts.every(({ errors }) => errors === 0)
  } finally {
    await pool.end()
  }
}

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  process.stderr.write(`The ledger could not be audited: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = error instanceof ConfigError ? 1 : 2
}
