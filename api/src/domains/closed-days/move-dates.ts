// Moves what is due on a day that has become a holiday to the next business day, and records each move: customers are alerted.
import type { AuditAction } from 'contract/access/audit-labels.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { type AuditEvent, byBank, recordEvents } from '../audit/audit-store.ts'
import { listUnionHolidaysFrom } from '../bank/holiday-store.ts'
import { closedDaysOf } from './closed-day-rules.ts'
import {
  followMovedLines,
  moveCollections,
  moveDepositPayments,
  type Moved,
  moveInstalments,
  moveScheduledTransfers,
  moveTopups,
  moveUnsignedLines,
  moveUnsignedTransfers,
} from './move-store.ts'

const AT_ONCE = 500

/** Moves up to five hundred dates of each kind in one transaction; answers how many. A moved date is not found again. */
export async function moveDates({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const at = clock.now()
  const today = at.toISOString().slice(0, 10)
  const all = closedDaysOf(new Set(await listUnionHolidaysFrom(db, today)))
  const closed = all.filter(({ country }) => country === null)
  if (all.length === 0) return 0
  return transaction(db, async (tx) => {
    const transfers = [
      ...(await moveScheduledTransfers(tx, all, AT_ONCE)),
      ...(await moveUnsignedTransfers(tx, all, AT_ONCE)),
    ]
    // The people of a batch are alerted once, and its lines keep their own history.
    const lines = [
      ...transfers.flatMap(({ batch_id, ...line }) => (batch_id === null ? [] : { ...line, id: batch_id })),
      ...(await moveUnsignedLines(tx, all, AT_ONCE)),
    ]
    const ofBatches = [...new Map(lines.map((line) => [line.id, line])).values()]
    if (ofBatches.length > 0) await followMovedLines(tx, ofBatches)
    const moved: [AuditAction, Moved[]][] = [
      ['transfer.move', transfers],
      ['batch.move', ofBatches],
      ['recurring-topup.move', await moveTopups(tx, closed, AT_ONCE)],
      ['debit.move', await moveCollections(tx, closed, AT_ONCE)],
      ['credit.move', await moveInstalments(tx, closed, AT_ONCE)],
      ['deposit.move', await moveDepositPayments(tx, closed, AT_ONCE)],
    ]
    const events = moved.flatMap(([action, rows]) => rows.map((row) => eventOf(action, row, at)))
    if (events.length > 0) await recordEvents(tx, events)
    return events.length
  })
}

const eventOf = (action: AuditAction, { account_id, id, place, day, next }: Moved, at: Date): AuditEvent => ({
  at,
  ...byBank,
  account_id,
  action,
  subject_id: id,
  facts: { from: day, to: next, ...(place !== null && { place }) },
})
