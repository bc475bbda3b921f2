// Closes a business day: runs what is due, audits the ledger and the audit log, and sums the day up.
import { addDays } from 'contract/values/calendar.ts'
import { findHead, linkEvents } from '../domains/audit/audit-chain-store.ts'
import { verifyAuditChain } from '../domains/audit/verify-audit-chain.ts'
import { transaction } from '../db/transaction.ts'
import { listScheduledJobs } from '../jobs/scheduled-jobs.ts'
import { closeAndAudit } from '../ledger/ledger-audit.ts'
import { measureYears } from '../ledger/year-store.ts'
import { businessDate } from '../adapters/clock.ts'
import { newId } from '../adapters/ids.ts'
import { readNetworks } from './bank-commands.ts'
import { sumDay } from './bank-store.ts'
import { type OperatorPorts, recordAct, type Result, type Row } from './command.ts'

/** Runs the worker's scheduled jobs. */
async function runDueJobs(ports: OperatorPorts): Promise<Row[]> {
  const { answers, collections } = await readNetworks(ports)
  const rows: Row[] = [
    { step: 'answers of the networks', done: answers },
    { step: 'files of direct debits', done: collections },
  ]
  for (const { name, run } of listScheduledJobs(ports)) rows.push({ step: name, done: await run() })
  return rows
}

/** Closes the current business day, and the ledger up to the day before. A second call finds nothing due and gives the same sums. */
export async function closeDay(ports: OperatorPorts): Promise<Result> {
  const day = businessDate(ports.clock)
  const steps = await runDueJobs(ports)
  const sums = await sumDay(ports.db, day)
  // Customers still act today: the days before it are closed for good.
  const verdicts = await closeAndAudit(ports.db, addDays(day, -1), ports.clock.now())
  await measureYears(ports.db)
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
      { step: `debits of customers’ accounts, ${currency}`, done: debits },
      { step: `credits of customers’ accounts, ${currency}`, done: credits },
    ]),
    { step: 'broken rules of the ledger', done: verdicts.filter(({ errors }) => errors > 0).length },
    { step: 'broken rules of the audit log', done: links.filter(({ errors }) => errors > 0).length },
  ]
  const headText = head ? ` Audit chain head: ${head.seq}:${head.hash}` : ''
  return wrong.length > 0
    ? {
        rows,
        isError: true,
        said: `${day} was closed with errors: ${wrong.map(({ rule }) => rule).join('; ')}.${headText}`,
      }
    : { rows, said: `${day} is closed.${headText}` }
}
