// Commands that audit the ledger and the audit log, close a day, and back up and restore the bank.
import { linkEvents, type Head } from '../domains/audit/audit-chain-store.ts'
import { verifyAuditChain } from '../domains/audit/verify-audit-chain.ts'
import type { RecordedAction } from '../domains/audit/bank-acts.ts'
import { transaction } from '../db/transaction.ts'
import { auditLedger, auditSinceLastDay } from '../ledger/ledger-audit.ts'
import { newId } from '../adapters/ids.ts'
import { backUp, restore } from './backup.ts'
import { closeDay } from './close-day.ts'
import { archiveYears } from '../ledger/year-store.ts'
import { listActs } from './bank-store.ts'
import {
  type Command,
  Day,
  type OperatorPorts,
  read,
  recordAct,
  type Result,
  UsageError,
  type Values,
} from './command.ts'

const MAX = 200

type Verdict = { rule: string; checked: number; errors: number; examples: string[] }

/** Verdicts as rows. The check itself is recorded in the audit log. */
async function report(
  ports: OperatorPorts,
  action: RecordedAction,
  verdicts: readonly Verdict[],
  well: string,
): Promise<Result> {
  const wrong = verdicts.filter(({ errors }) => errors > 0)
  const facts = { errors: wrong.map(({ rule, errors, examples }) => ({ rule, errors, examples })) }
  await transaction(ports.db, (tx) => recordAct(tx, ports, { action, subject_id: newId(), facts }))
  const rows = verdicts.map(({ rule, checked, errors, examples }) => ({
    rule,
    checked,
    errors,
    examples: examples.join('; '),
  }))
  return wrong.length > 0 ? { rows, isError: true, said: 'Errors were found: see the table.' } : { rows, said: well }
}

function headOf({ head }: Values): Head | null {
  if (typeof head !== 'string') return null
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(head) ?? []
  if (seq === undefined || hash === undefined)
    throw new UsageError('--head is <number>:<hash>, as in the worker’s log and in the output of day close')
  return { seq: Number(seq), hash }
}

export const auditCommands: readonly Command[] = [
  {
    name: 'day close',
    summary: 'Runs all due jobs, audits the ledger, verifies the audit log and summarises the day.',
    run: (ports) => closeDay(ports),
  },
  {
    name: 'ledger audit',
    summary: 'Checks the rules of the ledger on what was booked since the last closed day; with --full, on everything.',
    options: { full: { hint: '', type: 'boolean', isOptional: true } },
    run: async (ports, { values }) =>
      report(
        ports,
        'ledger.audit',
        await (values['full'] === true ? auditLedger : auditSinceLastDay)(ports.db),
        'The ledger is correct.',
      ),
  },
  {
    name: 'years archive',
    summary:
      'Detaches all years before one from the ledger and the audit log, and names the tables to write to a file and drop.',
    operands: ['year'],
    run: async (ports, { operands: [year = ''] }) => {
      if (!/^2\d{3}$/.test(year)) throw new UsageError('<year> is the first one that stays, as 2027')
      const names = await archiveYears(ports.db, Number(year), ports.clock.now())
      await transaction(ports.db, (tx) =>
        recordAct(tx, ports, {
          action: 'years.archive',
          subject_id: newId(),
          facts: { year: Number(year), tables: names },
        }),
      )
      return { rows: names.map((table) => ({ table })), said: `All years before ${year} are detached.` }
    },
  },
  {
    name: 'audit-log list',
    summary: 'Lists the operators’ actions, the newest first, 200 at most.',
    options: { operator: { hint: '<name>', isOptional: true }, day: { hint: '<day>', isOptional: true } },
    run: async ({ db }, { values }) => {
      const operator = typeof values['operator'] === 'string' ? values['operator'] : null
      const day = values['day'] === undefined ? null : read(Day, values['day'], '--day')
      return { rows: await listActs(db, { operator, day, max: MAX }) }
    },
  },
  {
    name: 'audit-log verify',
    summary: 'Verifies the chain of the audit log; with --head, the chain must still contain that link.',
    options: { head: { hint: '<number>:<hash>', isOptional: true } },
    run: async (ports, { values }) => {
      const known = headOf(values)
      await linkEvents(ports.db, ports.clock.now())
      return report(
        ports,
        'journal.verify',
        await verifyAuditChain(ports.db, known),
        'The audit log is complete and unchanged.',
      )
    },
  },
  {
    name: 'bank backup',
    summary:
      'Writes the whole bank into one file: with pg_dump from a server, with our own format from the embedded PostgreSQL.',
    operands: ['file'],
    run: async (ports, { operands: [file = ''] }) => {
      await backUp(ports.databaseUrl, file)
      await transaction(ports.db, (tx) =>
        recordAct(tx, ports, { action: 'bank.backup', subject_id: newId(), facts: { file_name: file } }),
      )
      return { rows: [], said: `The backup is in ${file}. It contains customers’ data: protect it like the database.` }
    },
  },
  {
    name: 'bank restore',
    summary: 'Restores a backup into an empty database, and verifies the ledger and the audit log.',
    operands: ['file'],
    run: async (ports, { operands: [file = ''] }) => {
      await restore(ports.databaseUrl, file)
      await transaction(ports.db, (tx) =>
        recordAct(tx, ports, { action: 'bank.restore', subject_id: newId(), facts: { file_name: file } }),
      )
      await linkEvents(ports.db, ports.clock.now())
      return report(
        ports,
        'journal.verify',
        [...(await auditLedger(ports.db)), ...(await verifyAuditChain(ports.db))],
        'The bank was restored; the ledger and the audit log are correct.',
      )
    },
  },
]
