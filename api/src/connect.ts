// Starts the process of `npm run connect`, the command line of the bank's operators.
import { userInfo } from 'node:os'
import { ConfigError, readConfig } from './config.ts'
import { closePool } from './db/listen.ts'
import { dbOver, openPool } from './db/sql.ts'
import { exitCodes, operatorOf, runConnect } from './operators/run-connect.ts'
import { systemClock } from './adapters/clock.ts'

const args = process.argv.slice(2)
const closing: (() => Promise<void>)[] = []

async function open() {
  const { databaseUrl, portalUrl, clearingFolder } = readConfig(process.env)
  const operator = operatorOf(args, process.env, userInfo().username)
  const pool = openPool(databaseUrl, { size: 4, onError: () => undefined, operator })
  closing.push(() => closePool(pool))
  return { db: dbOver(pool), clock: systemClock, operator, databaseUrl, portalUrl, clearingFolder }
}

try {
  const { code, out, err } = await runConnect(args, open)
  process.stdout.write(out)
  process.stderr.write(err)
  process.exitCode = code
} catch (error) {
  process.stderr.write(
    error instanceof ConfigError
      ? `${error.message}\n`
      : `Internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  )
  process.exitCode = exitCodes.error
} finally {
  for (const close of closing) await close()
}
