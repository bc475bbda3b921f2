// Lists the jobs that depend on the calendar. The workers run them continuously, `day close` runs them once: both use
// this list.
import { beginYear } from '../ledger/year-store.ts'
import type { Db } from '../db/db.ts'
import { applyDelayedAccess } from '../domains/access/apply-delayed-access.ts'
import { expireTopups, runDueTopup } from '../domains/cards/run-topups.ts'
import { expireChequebooks } from '../domains/chequebooks/expire-chequebooks.ts'
import { runInstalments } from '../domains/credits/run-instalments.ts'
import { runCollections } from '../domains/debits/run-collections.ts'
import { payDepositInterest } from '../domains/deposits/pay-interest.ts'
import { endStaleAuthorisations } from '../domains/operations/card-authorisations.ts'
import { releaseValuedCheques } from '../domains/operations/cheques-in-collection.ts'
import { debitOverdraftCharges, planOverdraftCharges } from '../domains/overdrafts/charge-overdrafts.ts'
import { applyDelayedRules } from '../domains/signing/apply-waiting.ts'
import { produceStatements } from '../domains/statements/produce-statements.ts'
import { moveDates } from '../domains/closed-days/move-dates.ts'
import { settleBatches } from '../domains/transfer-execution/book-batches.ts'
import { expireTransfers } from '../domains/transfer-execution/expire-transfers.ts'
import { runDueTransfers } from '../domains/transfer-execution/run-transfers.ts'
import { expireBatches } from '../domains/batches/sign-batch.ts'
import type { Clock } from '../adapters/clock.ts'

/**
 * `signal` stops a job that processes item after item, after the current item. `run` answers how many items it
 * completed.
 */
export type ScheduledJob = { name: string; isUrgent: boolean; run: (signal?: AbortSignal) => Promise<number> }

async function untilNone(runOne: () => Promise<number | boolean>, signal?: AbortSignal): Promise<number> {
  for (let done = 0; ;) {
    const count = signal?.aborted ? 0 : Number(await runOne())
    if (count === 0) return done
    done += count
  }
}

/**
 * In the order of a day: credits, debits, expiry, documents. Customers wait for the urgent ones: these run every
 * second.
 */
export function listScheduledJobs(ports: { db: Db; clock: Clock; portalUrl: string }): ScheduledJob[] {
  const regular = (name: string, run: ScheduledJob['run']): ScheduledJob => ({ name, isUrgent: false, run })
  const urgent = (name: string, run: ScheduledJob['run']): ScheduledJob => ({ name, isUrgent: true, run })
  return [
    // Before the jobs that run what is due today.
    regular('move-dates-of-holidays', (signal) => untilNone(() => moveDates(ports), signal)),
    regular('charge-overdrafts', async (signal) => {
      await planOverdraftCharges(ports)
      return untilNone(() => debitOverdraftCharges(ports), signal)
    }),
    regular('pay-deposit-interest', (signal) => untilNone(() => payDepositInterest(ports), signal)),
    urgent('run-due-transfers', async (signal) => {
      const done = await untilNone(() => runDueTransfers(ports), signal)
      await settleBatches(ports)
      return done
    }),
    regular('collect-instalments', (signal) => untilNone(() => runInstalments(ports), signal)),
    regular('collect-direct-debits', (signal) => untilNone(() => runCollections(ports), signal)),
    urgent('run-due-topups', (signal) => untilNone(() => runDueTopup(ports), signal)),
    regular('apply-delayed-access', (signal) => untilNone(() => applyDelayedAccess(ports), signal)),
    regular('apply-delayed-rules', (signal) => untilNone(() => applyDelayedRules(ports), signal)),
    regular('expire-transfers', () => expireTransfers(ports)),
    regular('expire-topups', () => expireTopups(ports)),
    regular('expire-chequebooks', () => expireChequebooks(ports)),
    regular('expire-batches', () => expireBatches(ports)),
    regular('release-card-authorisations', (signal) => untilNone(() => endStaleAuthorisations(ports), signal)),
    regular('release-valued-cheques', (signal) => untilNone(() => releaseValuedCheques(ports), signal)),
    regular('produce-statements', () => produceStatements(ports)),
    // The year before: nothing is booked in the next one yet.
    regular('begin-next-year', async () => Number(await beginYear(ports.db, ports.clock.now().getUTCFullYear() + 1))),
  ]
}
