// Checks the invariants of the ledger over all accounts (quality.md 4). It only reads.
import type { Db } from '../db/db.ts'
import { transaction } from '../db/transaction.ts'
import {
  beginReading,
  checkBalances,
  checkBatches,
  checkBooks,
  checkClearing,
  checkHistories,
  checkHolds,
  checkKeys,
  checkPostings,
  checkTopups,
  checkTransfers,
  type Verdict,
} from './ledger-audit-store.ts'

/** One result for each rule; the ledger is consistent if none has a violation. All rules read the same snapshot. */
export function auditLedger(db: Db): Promise<Verdict[]> {
  return transaction(db, async (tx) => {
    await beginReading(tx)
    const verdicts: Verdict[] = []
    for (const check of [
      checkPostings,
      checkBooks,
      checkBalances,
      checkHistories,
      checkHolds,
      checkTransfers,
      checkBatches,
      checkTopups,
      checkClearing,
      checkKeys,
    ])
      verdicts.push(...(await check(tx)))
    return verdicts
  })
}
