// The operators' command line on a test bank.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { dbOver, openPool } from '../src/db/sql.ts'
import type { OperatorPorts } from '../src/operators/command.ts'
import { exitCodes, runConnect, type Said } from '../src/operators/run-connect.ts'
import type { TestBank } from './test-bank.ts'

export type DeskAnswer = { rows: Record<string, string | number | boolean | null>[]; said: string | null }
type Act = { operator: string; account_id: string | null; subject_id: string; facts: Record<string, unknown> }

export type OperatorDesk = {
  /** What a command works with. */
  ports: () => OperatorPorts
  /** A folder of its own, which is removed at the end. */
  folder: string
  connect: (...args: string[]) => Promise<Said>
  /** The answer of a command that must succeed. */
  done: (...args: string[]) => Promise<DeskAnswer>
  /** What a command says that must be refused. */
  refused: (...args: string[]) => Promise<string>
  /** Writes a file with these lines, and answers its path. */
  file: (...lines: string[]) => Promise<string>
  /** The events of an act, the newest first. */
  acts: (action: string) => Promise<Act[]>
  close: () => Promise<void>
}

export const OPERATOR = 'Mariama Faye'

/** Opens the command line with the rights of an operator's database login. */
export async function openDesk(bank: TestBank): Promise<OperatorDesk> {
  const pool = openPool(bank.url, { size: 3, onError: () => undefined, operator: OPERATOR })
  const folder = await mkdtemp(join(tmpdir(), 'connect-desk-'))
  const ports = (): OperatorPorts => ({
    db: dbOver(pool),
    clock: { now: () => bank.clock.at },
    operator: OPERATOR,
    databaseUrl: bank.url,
    portalUrl: 'https://banque.example/connect/',
    clearingFolder: join(folder, 'clearing'),
  })
  const connect = (...args: string[]) => runConnect(args, async () => ports())
  let files = 0
  return {
    ports,
    folder,
    connect,
    done: async (...args) => {
      const { code, out, err } = await connect(...args, '--json')
      expect([code, err]).toEqual([exitCodes.done, ''])
      return JSON.parse(out) as DeskAnswer
    },
    refused: async (...args) => {
      const { code, out, err } = await connect(...args)
      expect([code, out]).toEqual([exitCodes.refused, ''])
      return err
    },
    file: async (...lines) => {
      files += 1
      const path = join(folder, `${files}.csv`)
      await writeFile(path, lines.join('\n'))
      return path
    },
    acts: async (action) => {
      const { rows } = await bank.owner.query<Act>(
        'SELECT operator, account_id, subject_id, facts FROM audit_events WHERE action = $1 ORDER BY at DESC, id DESC',
        [action],
      )
      return rows
    },
    close: async () => {
      await pool.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
