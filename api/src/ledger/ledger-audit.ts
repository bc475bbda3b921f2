// Checks the invariants of the ledger over all accounts: on everything, or on what was booked since the last audited day.
import type { Db } from '../db/db.ts'
import { transaction } from '../db/transaction.ts'
import {
  beginReading,
  checkBalances,
  checkBatches,
  checkBooks,
  checkClearing,
  checkClosedDays,
  checkHistories,
  checkHolds,
  checkKeys,
  checkPostings,
  checkTopups,
  checkTransfers,
  closeDays,
  findFirstStart,
  findLastStart,
  recordAudit,
  type Start,
  type Verdict,
} from './ledger-audit-store.ts'
import { checkIncoming } from './incoming-audit-store.ts'

const checks = [
  checkPostings,
  checkBooks,
  checkBalances,
  checkHistories,
  checkHolds,
  checkTransfers,
  checkBatches,
  checkTopups,
  checkClearing,
  checkIncoming,
  checkKeys,
]

/** The verdicts of one snapshot, and the day after which it was read. */
function audit(db: Db, isWhole: boolean): Promise<{ verdicts: Verdict[]; start: Start }> {
  return transaction(db, async (tx) => {
    await beginReading(tx)
    const start = await (isWhole ? findFirstStart : findLastStart)(tx)
    const verdicts: Verdict[] = []
    for (const check of isWhole ? [...checks, checkClosedDays] : checks) verdicts.push(...(await check(tx, start)))
    return { verdicts, start }
  })
}

/** One result for each rule; the ledger is consistent if none has a violation. Archived years are left out. */
export const auditLedger = async (db: Db): Promise<Verdict[]> => (await audit(db, true)).verdicts

/** The same for what was booked since the last day that was closed and audited. */
export const auditSinceLastDay = async (db: Db): Promise<Verdict[]> => (await audit(db, false)).verdicts

/** Closes the days up to one, and audits what was booked since the last audit. What is sound is kept: the next audit begins there. */
export async function closeAndAudit(db: Db, day: string, now: Date): Promise<Verdict[]> {
  await closeDays(db, day, now)
  const { verdicts, start } = await audit(db, false)
  // Closed days do not change: what is recorded now is what was audited.
  if (verdicts.every(({ errors }) => errors === 0)) await transaction(db, (tx) => recordAudit(tx, start, now))
  return verdicts
}
