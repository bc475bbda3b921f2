// What the bank makes known to all of its customers: rates, holidays, branches. Each from a CSV file, checked whole before a line of it
// is written.
import { line } from 'contract/values/text.ts'
import * as z from 'zod/mini'
import type { AuditAction } from 'contract/audit-words.ts'
import { transaction } from '../db/transaction.ts'
import type { Tx } from '../db/db.ts'
import { readRows } from '../domains/transfers/import-csv-rules.ts'
import { newId } from '../outside/ids.ts'
import { type Command, Day, type OperatorPorts, read, recordAct, Refused, WholeNumber } from './command.ts'
import { readNamed } from './operation-commands.ts'
import { insertRates, upsertBranches, upsertHolidays } from './publishing-store.ts'

const decimal = z.string().check(z.regex(/^\d{1,8}(\.\d{1,6})?$/, 'invalid'))
const yes = z.pipe(
  z.enum(['yes', 'no', '']),
  z.transform((word) => word === 'yes'),
)

const Rate = z
  .strictObject({
    currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'invalid')),
    unit: WholeNumber,
    buy: decimal,
    sell: decimal,
    transfer: decimal,
    fixed: yes,
  })
  .check(
    z.refine(({ unit }) => unit > 0, { path: ['unit'], error: 'invalid' }),
    z.refine(({ buy, sell }) => Number(buy) > 0 && Number(buy) <= Number(sell), { path: ['sell'], error: 'invalid' }),
  )
const Holiday = z.strictObject({ day: Day, name_fr: line(1, 80), name_en: line(1, 80), confirmed: yes })
const Branch = z.strictObject({
  code: z.string().check(z.regex(/^\d{5}$/, 'invalid')),
  name: line(1, 80),
  address: line(1, 200),
  phone: line(1, 20),
  opening_hours_fr: line(1, 120),
  opening_hours_en: line(1, 120),
})

/** The rows of a CSV whose first line names these columns. */
async function readTable<Schema extends z.ZodMiniType>(
  path: string,
  columns: readonly string[],
  schema: Schema,
): Promise<z.output<Schema>[]> {
  const rows = readRows(await readNamed(path))
  if (!Array.isArray(rows)) throw new Refused(`the file is not read: ${rows.code.replaceAll('_', ' ')}`)
  const [head, ...rest] = rows
  if (head?.cells.map((cell) => cell.trim().replace(/^\uFEFF/u, '')).join(';') !== columns.join(';'))
    throw new Refused(`the first line of the file must be ${columns.join(';')}`)
  if (rest.length === 0) throw new Refused('the file has no line')
  return rest.map(({ line: at, cells }) => {
    if (cells.length !== columns.length) throw new Refused(`line ${at}: ${columns.length} cells are wanted, there are ${cells.length}`)
    return read(schema, Object.fromEntries(columns.map((name, place) => [name, cells[place]?.trim() ?? ''])), `line ${at}`)
  })
}

/** Writes what was read, and that it was. */
function publish(ports: OperatorPorts, action: AuditAction, count: number, write: (tx: Tx) => Promise<void>) {
  return transaction(ports.db, async (tx) => {
    await write(tx)
    await recordAct(tx, ports, { action, subject_id: newId(), facts: { count } })
  })
}

const rateColumns = ['currency', 'unit', 'buy', 'sell', 'transfer', 'fixed'] as const
const holidayColumns = ['day', 'name_fr', 'name_en', 'confirmed'] as const
const branchColumns = ['code', 'name', 'address', 'phone', 'opening_hours_fr', 'opening_hours_en'] as const

export const publishingCommands: readonly Command[] = [
  {
    name: 'rates publish',
    summary: `Publishes exchange rates, in force from now on. CSV: ${rateColumns.join(';')}`,
    operands: ['file'],
    run: async (ports, { operands: [path = ''] }) => {
      const rates = await readTable(path, rateColumns, Rate)
      await publish(ports, 'rates.publish', rates.length, async (tx) => {
        if ((await insertRates(tx, rates, ports.clock.now())) < rates.length)
          throw new Refused('a currency stands there twice, or was published this very moment')
      })
      return { rows: rates, said: `${rates.length} rates are in force.` }
    },
  },
  {
    name: 'holidays publish',
    summary: `Publishes days without business, or names them anew. CSV: ${holidayColumns.join(';')}`,
    operands: ['file'],
    run: async (ports, { operands: [path = ''] }) => {
      const holidays = (await readTable(path, holidayColumns, Holiday)).map(({ confirmed, ...day }) => ({
        ...day,
        is_confirmed: confirmed,
      }))
      if (new Set(holidays.map(({ day }) => day)).size < holidays.length) throw new Refused('a day stands there twice')
      await publish(ports, 'holidays.publish', holidays.length, (tx) => upsertHolidays(tx, holidays))
      return { rows: holidays, said: `${holidays.length} days are published.` }
    },
  },
  {
    name: 'branches publish',
    summary: `Publishes branches, new ones and changed ones. CSV: ${branchColumns.join(';')}`,
    operands: ['file'],
    run: async (ports, { operands: [path = ''] }) => {
      const branches = await readTable(path, branchColumns, Branch)
      if (new Set(branches.map(({ code }) => code)).size < branches.length) throw new Refused('a branch stands there twice')
      await publish(ports, 'branches.publish', branches.length, (tx) => upsertBranches(tx, branches))
      return { rows: branches, said: `${branches.length} branches are published.` }
    },
  },
]
