// Reads a CSV file that operators publish, and publishes it: the whole file is checked before a line is written; its last line holds the number
// of lines, so that a truncated file is refused.
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import * as z from 'zod/mini'
import { newId } from '../adapters/ids.ts'
import type { Tx } from '../db/db.ts'
import { transaction } from '../db/transaction.ts'
import type { RecordedAction } from '../domains/audit/bank-acts.ts'
import { readRows } from '../formats/csv-reader.ts'
import { Refused } from '../refused.ts'
import { type OperatorPorts, recordAct } from './command.ts'
import { readNamed } from './operation-commands.ts'

const END = 'END'

/** More lines than any list of the bank has. */
const MAX_LINES = 5_002

/** A cell with `yes` or `no`. */
export const yes = z.pipe(
  z.enum(['yes', 'no']),
  z.transform((cell) => cell === 'yes'),
)

/** The lines of a file, and the file itself for the audit log. */
export type Table<Line> = { lines: Line[]; file_name: string; digest: string }

/** The rows of a CSV whose first line names the columns, as one of `heads` does, and whose last line counts the rows. */
export async function readTable<Schema extends z.ZodMiniType>(
  path: string,
  heads: readonly (readonly string[])[],
  schema: Schema,
): Promise<Table<z.output<Schema>>> {
  const bytes = await readNamed(path)
  const rows = readRows(bytes, MAX_LINES)
  if (!Array.isArray(rows)) throw new Refused(`the file cannot be read: ${rows.code.replaceAll('_', ' ')}`)
  const [head, ...rest] = rows
  const names = head?.cells.map((cell) => cell.trim().replace(/^\uFEFF/u, '')) ?? []
  const columns = heads.find((one) => one.join(';') === names.join(';'))
  if (!columns)
    throw new Refused(`the first line of the file must be ${heads.map((one) => one.join(';')).join(' or ')}`)
  const last = rest.pop()
  if (last?.cells[0] !== END) throw new Refused(`the file is truncated: its last line must be ${END};<number of lines>`)
  if (last.cells[1]?.trim() !== String(rest.length))
    throw new Refused('the number in the last line is wrong: lines are missing, or were added')
  if (rest.length === 0) throw new Refused('the file has no lines')
  const lines = rest.map(({ line: at, cells }) => {
    if (cells.length !== columns.length)
      throw new Refused(`line ${at}: ${columns.length} cells are required, there are ${cells.length}`)
    const result = schema.safeParse(
      Object.fromEntries(columns.map((name, index) => [name, cells[index]?.trim() ?? ''])),
    )
    if (!result.success)
      throw new Refused(
        `line ${at}: ${result.error.issues[0]?.path.join('.')} is not valid; no line of the file is published`,
      )
    return result.data
  })
  return { lines, file_name: basename(path).slice(0, 255), digest: createHash('sha256').update(bytes).digest('hex') }
}

/** Refuses a file that names something twice. */
export function refuseTwice(keys: readonly string[], what: string): void {
  if (new Set(keys).size < keys.length) throw new Refused(`${what} appears twice`)
}

/** Writes what was read; the audit log keeps what is published now, and the former names of days and branches. */
export function publish<Line>(
  ports: OperatorPorts,
  action: RecordedAction,
  { lines, ...file }: Table<Line>,
  write: (tx: Tx) => Promise<readonly object[] | undefined>,
) {
  return transaction(ports.db, async (tx) => {
    const before = await write(tx)
    await recordAct(tx, ports, {
      action,
      subject_id: newId(),
      facts: { ...file, count: lines.length, ...(before && { before }), after: lines },
    })
  })
}
