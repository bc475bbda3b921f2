import type { Transfer } from 'contract/transfers/transfers.ts'
import { dueDate } from 'contract/values/calendar.ts'
import type { AccountCaller } from '../../caller.ts'
import { type AuditEvent, byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { release } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { readerOf } from '../transfers/get-transfer.ts'
import { nextAfter, runAt } from '../accounts/payment-rules.ts'
import { holidaysOnBothSides } from '../transfers/transfer-charges-rules.ts'
import { factsOf } from '../transfers/order-summary.ts'
import { holdCause } from '../transfers/transfer-rules.ts'
import {
  changeComment,
  insertOccurrence,
  type LockedTransfer,
  lockTransfer,
  markCancelled,
  markNextDate,
  markPaused,
  markResumed,
} from '../transfers/transfer-state-store.ts'
import { recordBatchEnds } from '../batches/notify-batch-authors.ts'
import { findSigningRules, findTransfer, isHidden } from '../transfers/transfer-store.ts'

type Ports = { db: Db; clock: Clock }
type RequestContext = { caller: AccountCaller; confirmation: Confirmation; id: string }

async function lockOwn(tx: Tx, { caller, id }: RequestContext): Promise<LockedTransfer> {
  const transfer = await lockTransfer(tx, caller.account_id, id)
  if (!transfer || (await isHidden(tx, caller, id))) throw new Refusal('not_found')
  return transfer
}

const recorded = (
  tx: Tx,
  { caller, id }: RequestContext,
  action: AuditEvent['action'],
  now: Date,
  facts: Record<string, unknown> = {},
) => {
  return recordEvent(tx, { at: now, ...byCaller(caller), action, subject_id: id, facts })
}

/** Cancels an order before it has run and releases its hold. A series ends with it. */
export function cancelTransfer({ db, clock }: Ports, context: RequestContext): Promise<null> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const transfer = await lockOwn(tx, context)
    if (transfer.execution_status !== 'scheduled' && transfer.execution_status !== 'paused')
      throw new Refusal('not_cancellable')
    const { caller, confirmation } = context
    await requireConfirmation(
      tx,
      { caller, account_id: caller.account_id, confirmation },
      { kind: 'transfer.cancel', facts: factsOf(transfer) },
      now,
    )
    await release(tx, caller.account_id, holdCause(transfer), now)
    await markCancelled(tx, transfer)
    await recorded(tx, context, 'transfer.cancel', now)
    await recordBatchEnds(tx, [transfer], now)
    return null
  })
}

/** The dates of a series, or a refusal of an order that is none. */
function datesOfSeries({ type, periodicity, start_date, end_date, next_occurrence }: LockedTransfer) {
  if (type !== 'periodic' || !periodicity || !start_date || next_occurrence === null) throw new Refusal('not_periodic')
  return { periodicity, start_date, end_date, next_occurrence }
}

/** The active series, or a refusal where it has ended. */
function seriesOf(transfer: LockedTransfer) {
  const { validation_status, execution_status, suspended } = transfer
  const isOpen = execution_status === 'scheduled' || execution_status === 'paused'
  if (suspended !== null || validation_status !== 'validated' || !isOpen) throw new Refusal('not_periodic')
  return datesOfSeries(transfer)
}

/**
 * Moves the series to its first date after today from occurrence k on: dates of a pause or a suspension are never caught up. A signed series
 * is scheduled on it, or ends where there is none; one that waits for signatures goes on waiting.
 */
export async function continueFrom(tx: Tx, transfer: LockedTransfer, occurrence: number, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  const { holidays } = await findSigningRules(tx, today)
  const series = datesOfSeries(transfer)
  const isSigned = transfer.validation_status === 'validated'
  const free = holidaysOnBothSides(transfer.beneficiary_iban, new Set(holidays))
  const date = nextAfter(series, occurrence, today, free)
  // Without another date, a series that waits expires with its former one.
  if (!date && !isSigned) return markResumed(tx, transfer, null)
  return markNextDate(
    tx,
    transfer,
    date && {
      next_occurrence: date.occurrence,
      execution_date: date.due,
      run_at: isSigned ? runAt(date.due, now) : null,
    },
  )
}

type Change = { enabled: boolean | null; skip: string | null; comment: string | null | undefined }

/** Changes the personal note of any order; pauses, resumes or skips a series. Resuming needs re-authentication, because money moves again. */
export function changeTransfer(
  { db, clock }: Ports,
  context: RequestContext,
  { enabled, skip, comment }: Change,
): Promise<Transfer> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { caller, confirmation } = context
    const transfer = await lockOwn(tx, context)
    if (comment !== undefined) await changeComment(tx, transfer, comment)
    if (enabled === false && seriesOf(transfer) && transfer.execution_status === 'scheduled') {
      await markPaused(tx, transfer)
      await recorded(tx, context, 'transfer.pause', now)
    }
    if (enabled === true && seriesOf(transfer) && transfer.execution_status === 'paused') {
      if (!caller.is_active) throw new Refusal('account_not_active')
      await requireConfirmation(
        tx,
        { caller, account_id: caller.account_id, confirmation },
        { kind: 'transfer.change', facts: factsOf(transfer) },
        now,
      )
      await continueFrom(tx, transfer, transfer.next_occurrence ?? 0, now)
      await recorded(tx, context, 'transfer.resume', now)
    }
    if (skip !== null) {
      const { next_occurrence, ...series } = seriesOf(transfer)
      const date = dueDate(series, next_occurrence, new Set())
      if (transfer.execution_status !== 'scheduled' || !date) throw new Refusal('not_periodic')
      if (date.nominal !== skip) throw new Refusal('stale_version')
      await insertOccurrence(tx, transfer, {
        nominal_date: date.nominal,
        outcome: 'skipped',
        posting_id: null,
        at: now,
      })
      await continueFrom(tx, transfer, next_occurrence + 1, now)
      await recorded(tx, context, 'transfer.skip', now, { date: date.nominal })
    }
    const found = await findTransfer(tx, readerOf(caller), context.id, now.toISOString().slice(0, 10))
    if (!found) throw new Error('an order has vanished under its lock')
    const { next_occurrence: _next, ...toView } = found
    return toView
  })
}
