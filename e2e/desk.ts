// Runs operators' commands during a journey, on the bank under test.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

type Row = Record<string, string | number | boolean | null>

/** Runs a command of `npm run connect`; answers its rows. */
export async function desk(...command: string[]): Promise<Row[]> {
  const tool = join(import.meta.dirname, '../api/src/connect.ts')
  const env = { ...process.env, DATABASE_URL: process.env.CONNECT_DATABASE ?? '', CONNECT_OPERATOR: 'Mariama Faye' }
  const { stdout } = await promisify(execFile)(process.execPath, [tool, ...command, '--json'], { env })
  return (JSON.parse(stdout) as { rows: Row[] }).rows
}

/** Changes what no command changes, in the database of the bank under test. */
export async function atTheBank(statement: string, ...values: string[]): Promise<void> {
  const bank = new pg.Client({ connectionString: process.env.CONNECT_DATABASE ?? '' })
  await bank.connect()
  await bank.query(statement, values)
  await bank.end()
}
