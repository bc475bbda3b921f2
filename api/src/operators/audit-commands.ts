// Commands that audit the ledger and the audit log, close a day, and back up and restore the bank.
import { linkEvents, type Head, verifyAuditChain } from '../domains/audit/audit-chain-store.ts'
import type { AuditAction } from 'contract/access/audit-labels.ts'
import { transaction } from '../db/transaction.ts'
import { auditLedger } from '../ledger/ledger-audit.ts'
import { newId } from '../adapters/ids.ts'
import { backUp, restore } from './backup.ts'
import { closeDay } from './close-day.ts'
import { listActs } from './bank-store.ts'
import { type Command, Day, type OperatorPorts, read, recordAct, type Result, UsageError, type Values } from './command.ts'

const MAX = 200

type Verdict = { rule: string; checked: number; errors: number; examples: string[] }

/** Verdicts as rows. The check itself is recorded in the audit log. */
async function notified(ports: OperatorPorts, action: AuditAction, verdicts: readonly Verdict[], well: string): Promise<Result> {
  const wrong = verdicts.filter(({ errors }) => errors > 0)
  const facts = { errors: wrong.map(({ rule, errors, examples }) => ({ rule, errors, examples })) }
  await transaction(ports.db, (tx) => recordAct(tx, ports, { action, subject_id: newId(), facts }))
  const rows = verdicts.map(({ rule, checked, errors, examples }) => ({ rule, checked, errors, examples: examples.join('; ') }))
  return wrong.length > 0 ? { rows, isError: true, said: 'Something is wrong: see the faults.' } : { rows, said: well }
}

function headOf({ head }: Values): Head | null {
  if (typeof head !== 'string') return null
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(head) ?? []
  if (seq === undefined || hash === undefined)
    throw new UsageError('--head is <number>:<hash>, as the worker’s log and the end of a day say it')
  return { seq: Number(seq), hash }
}

export const auditCommands: readonly Command[] = [
  {
    name: 'day close',
    summary: 'Runs what is still due today, audits the ledger, verifies the journal and sums the day up.',
    run: (ports) => closeDay(ports),
  },
  {
    name: 'ledger audit',
    summary: 'Walks all accounts and checks the rules of the ledger.',
    run: async (ports) => notified(ports, 'ledger.audit', await auditLedger(ports.db), 'The ledger is sound.'),
  },
  {
    name: 'journal list',
    summary: 'What operators did, the newest first, 200 at most.',
    options: { operator: { hint: '<name>', isOptional: true }, day: { hint: '<day>', isOptional: true } },
    run: async ({ db }, { values }) => {
      const operator = typeof values['operator'] === 'string' ? values['operator'] : null
      const day = values['day'] === undefined ? null : read(Day, values['day'], '--day')
      return { rows: await listActs(db, { operator, day, max: MAX }) }
    },
  },
  {
    name: 'journal verify',
    summary: 'Walks the chain of the audit journal; with a head noted before, the chain must still contain it.',
    options: { head: { hint: '<number>:<hash>', isOptional: true } },
    run: async (ports, { values }) => {
      const known = headOf(values)
      await linkEvents(ports.db, ports.clock.now())
      return notified(ports, 'journal.verify', await verifyAuditChain(ports.db, known), 'The journal is whole.')
    },
  },
  {
    name: 'bank backup',
    summary: 'Writes the whole bank into one file: by pg_dump from a server, by ourselves from the embedded PostgreSQL.',
    operands: ['file'],
    run: async (ports, { operands: [file = ''] }) => {
      await backUp(ports.databaseUrl, file)
      await transaction(ports.db, (tx) => recordAct(tx, ports, { action: 'bank.backup', subject_id: newId(), facts: { file_name: file } }))
      return { rows: [], said: `The backup is in ${file}. It holds customers’ data: keep it as the bank itself.` }
    },
  },
  {
    name: 'bank restore',
    summary: 'Fills an empty database from a backup, and verifies what it then holds.',
    operands: ['file'],
    run: async (ports, { operands: [file = ''] }) => {
      await restore(ports.databaseUrl, file)
      await transaction(ports.db, (tx) => recordAct(tx, ports, { action: 'bank.restore', subject_id: newId(), facts: { file_name: file } }))
      await linkEvents(ports.db, ports.clock.now())
      return notified(
        ports,
        'journal.verify',
        [...(await auditLedger(ports.db)), ...(await verifyAuditChain(ports.db))],
        'The bank is restored and sound.',
      )
    },
  },
]
