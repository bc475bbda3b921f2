// What falls due by the calendar: done by the worker as time passes, and by whoever closes a day. One list, so that neither forgets one.
import type { Db } from '../db/db.ts'
import { expireTopups, runDueTopup } from '../domains/cards/run-topups.ts'
import { expireChequebooks } from '../domains/chequebooks/run-orders.ts'
import { runInstalments } from '../domains/credits/run-instalments.ts'
import { runCollections } from '../domains/debits/run-collections.ts'
import { payDepositInterest } from '../domains/deposits/pay-interest.ts'
import { endStaleAuthorisations } from '../domains/operations/card-authorisations.ts'
import { produceStatements } from '../domains/statements/produce-statements.ts'
import { settleBatches } from '../domains/transfer-execution/book-batches.ts'
import { expireTransfers } from '../domains/transfer-execution/expire-transfers.ts'
import { runDueTransfers } from '../domains/transfer-execution/run-transfers.ts'
import { expireBatches } from '../domains/batches/sign-batch.ts'
import type { Clock } from '../adapters/clock.ts'

/** `signal`: a work that takes one thing after another ends with the one it is at. Answers how many it did. */
export type ScheduledJob = { name: string; isUrgent: boolean; run: (signal?: AbortSignal) => Promise<number> }

async function untilNone(work: () => Promise<number | boolean>, signal?: AbortSignal): Promise<number> {
  for (let done = 0; ;) {
    const count = signal?.aborted ? 0 : Number(await work())
    if (count === 0) return done
    done += count
  }
}

/** In the order of a day: what comes in, what goes out, what ends, what is written. Customers wait for those that are urgent. */
export function listScheduledJobs(ports: { db: Db; clock: Clock; portalUrl: string }): ScheduledJob[] {
  const calm = (name: string, run: ScheduledJob['run']): ScheduledJob => ({ name, isUrgent: false, run })
  const urgent = (name: string, run: ScheduledJob['run']): ScheduledJob => ({ name, isUrgent: true, run })
  return [
    calm('paying the interest of deposits', (signal) => untilNone(() => payDepositInterest(ports), signal)),
    urgent('running the orders that are due', async (signal) => {
      const done = await untilNone(() => runDueTransfers(ports), signal)
      await settleBatches(ports)
      return done
    }),
    calm('taking the instalments of credits', (signal) => untilNone(() => runInstalments(ports), signal)),
    calm('taking direct debits', (signal) => untilNone(() => runCollections(ports), signal)),
    urgent('running the top-ups that are due', (signal) => untilNone(() => runDueTopup(ports), signal)),
    calm('refusing what nobody signed', () => expireTransfers(ports)),
    calm('ending top-ups that nobody signed', () => expireTopups(ports)),
    calm('ending orders that nobody signed', () => expireChequebooks(ports)),
    calm('refusing batches that nobody signed', () => expireBatches(ports)),
    calm('freeing card payments that nobody presented', (signal) => untilNone(() => endStaleAuthorisations(ports), signal)),
    calm('writing statements', () => produceStatements(ports)),
  ]
}
