// Closes a business day: runs what is due, audits the ledger and the audit log, and sums the day up.
import { findHead, linkEvents, verifyAuditChain } from '../domains/audit/audit-chain-store.ts'
import { transaction } from '../db/transaction.ts'
import { listScheduledJobs } from '../jobs/scheduled-jobs.ts'
import { auditLedger } from '../ledger/ledger-audit.ts'
import { businessDate } from '../adapters/clock.ts'
import { newId } from '../adapters/ids.ts'
import { readNetworks } from './bank-commands.ts'
import { sumDay } from './bank-store.ts'
import { type OperatorPorts, recordAct, type Result, type Row } from './command.ts'

/** What the worker does by itself. */
async function runWhatIsDue(ports: OperatorPorts): Promise<Row[]> {
  const { answers, collections } = await readNetworks(ports)
  const rows: Row[] = [
    { step: 'answers of the networks', done: answers },
    { step: 'files of direct debits', done: collections },
  ]
  for (const { name, run } of listScheduledJobs(ports)) rows.push({ step: name, done: await run() })
  return rows
}

/** Closes the business day of the clock. Done twice, the second finds nothing due and says the same sums. */
export async function closeDay(ports: OperatorPorts): Promise<Result> {
  const day = businessDate(ports.clock)
  const steps = await runWhatIsDue(ports)
  const sums = await sumDay(ports.db, day)
  const verdicts = await auditLedger(ports.db)
  await linkEvents(ports.db, ports.clock.now())
  const links = await verifyAuditChain(ports.db)
  const wrong = [...verdicts, ...links].filter(({ errors }) => errors > 0)
  const head = await findHead(ports.db)
  await transaction(ports.db, (tx) =>
    recordAct(tx, ports, {
      action: 'day.close',
      subject_id: newId(),
      facts: { day, steps, sums, head, wrong: wrong.map(({ rule, errors }) => ({ rule, errors })) },
    }),
  )
  const rows: Row[] = [
    ...steps,
    ...sums.flatMap(({ currency, postings, debits, credits }): Row[] => [
      { step: `postings in ${currency}`, done: postings },
      { step: `out of customers’ accounts, ${currency}`, done: debits },
      { step: `into customers’ accounts, ${currency}`, done: credits },
    ]),
    { step: 'rules of the ledger that are broken', done: verdicts.filter(({ errors }) => errors > 0).length },
    { step: 'promises of the journal that are broken', done: links.filter(({ errors }) => errors > 0).length },
  ]
  const headSaid = head ? ` Head of the journal: ${head.seq}:${head.hash}` : ''
  return wrong.length > 0
    ? { rows, isError: true, said: `${day} is not closed as it should be: ${wrong.map(({ rule }) => rule).join('; ')}.${headSaid}` }
    : { rows, said: `${day} is closed.${headSaid}` }
}
