// Runs a program that needs the bank's database: `tools/with-database.ts api/src/ledger-audit.ts`. It uses the database of
// DATABASE_URL, or that of a bank that is running on this machine, or the embedded one while the program runs.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openDatabase } from '../database/open-database.ts'
import { PlainProblem } from '../database/plain-problem.ts'
import { inProject } from './lib/project.ts'
import { onStopRequested } from './lib/stop-signals.ts'

const [program = '', ...args] = process.argv.slice(2)

try {
  // `--help` must not start a database.
  const database = args.includes('--help') ? null : await openDatabase({ purpose: program })
  const child = fork(inProject(program), args, {
    execArgv: [],
    env: { ...process.env, ...(database && { DATABASE_URL: database.url }) },
  })
  onStopRequested(() => child.kill('SIGTERM'))
  const [code] = (await once(child, 'exit')) as [number | null] // The exit code is null when a signal ended the process.
  await database?.close()
  process.exit(code ?? 1)
} catch (error) {
  console.error(error instanceof PlainProblem ? error.message : error)
  process.exit(1)
}
