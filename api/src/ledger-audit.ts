// The command behind `npm run ledger:audit`: one line for each rule of the ledger, and an exit code for machines.
import { ConfigFault, readConfig } from './config.ts'
import { dbOver, openPool } from './db/sql.ts'
import { auditLedger } from './ledger/ledger-audit.ts'

async function run(): Promise<boolean> {
  const { databaseUrl } = readConfig(process.env)
  const pool = openPool(databaseUrl, { size: 1, onFault: () => undefined })
  try {
    const verdicts = await auditLedger(dbOver(pool))
    for (const { rule, checked, faults, examples } of verdicts) {
      process.stdout.write(`${faults === 0 ? 'ok   ' : 'FAULT'}  ${rule}: ${checked} looked at, ${faults} wrong\n`)
      for (const example of examples) process.stdout.write(`         ${example}\n`)
    }
    return verdicts.every(({ faults }) => faults === 0)
  } finally {
    await pool.end()
  }
}

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (fault) {
  process.stderr.write(`The ledger could not be audited: ${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exitCode = fault instanceof ConfigFault ? 1 : 2
}
