// Executes due orders, each exactly once, despite crashes and several workers.
import { dueDate, isBusinessDay } from 'contract/values/calendar.ts'
import { type AuditEvent, byBank, recordEvents } from '../audit/audit-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { findInternalAccounts, lockBalances, post, releaseMany } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { batchesAccount, bookBatches } from './book-batches.ts'
import { findAbroadReference } from '../clearing/correspondent-store.ts'
import { queuePayments } from '../clearing/clearing-store.ts'
import { guaranteeLeft } from '../instant-payments/platform/guarantee-store.ts'
import { listPayers } from '../instant-payments/platform/instant-payment-store.ts'
import { payInstantly } from '../instant-payments/payments/pay-instantly.ts'
import { priceDueTransfers } from './price-due-transfers.ts'
import { outgoingPaymentOf } from './transfer-clearing.ts'
import { batchesOf, notifyOfBatches } from '../batches/notify-batch-authors.ts'
import { type EndedOrder, notifyAuthors } from '../transfers/mails/notify-authors.ts'
import {
  creditValueDate,
  holidaysOnBothSides,
  postponedTo,
  type UnionHolidays,
} from '../transfers/transfer-charges-rules.ts'
import { postingOf } from '../transfers/transfer-posting.ts'
import { nextTry, runAt } from '../accounts/payment-rules.ts'
import { holdCause } from '../transfers/transfer-rules.ts'
import {
  type DueTransfer,
  hasDueTransfers,
  lockDueTransfers,
  markExecuted,
  markPostponed,
  markRejected,
  markRetry,
} from '../transfers/transfer-run-store.ts'
import { insertOccurrence, markNextDate } from '../transfers/transfer-state-store.ts'
import { findSigningRules } from '../transfers/transfer-store.ts'

const AT_ONCE = 500

type Ports = { db: Db; clock: Clock }
type Run = {
  tx: Tx
  now: Date
  today: string
  holidays: UnionHolidays
  ended: (EndedOrder & Pick<DueTransfer, 'batch_id'>)[]
  done: (DueTransfer & { posting_id: string })[]
}

/** The nominal date of the due occurrence; null for an order of one date. */
function nominalOf({ type, periodicity, start_date, end_date, next_occurrence }: DueTransfer): string | null {
  if (type !== 'periodic' || !periodicity || !start_date || next_occurrence === null) return null
  return dueDate({ periodicity, start_date, end_date }, next_occurrence, new Set())?.nominal ?? null
}

const keyOf = (transfer: DueTransfer) => {
  const nominal = nominalOf(transfer)
  return `transfer:${transfer.id}${nominal ? `:${nominal}` : ''}`
}

const eventOf = (
  { account_id, id }: DueTransfer,
  action: AuditEvent['action'],
  at: Date,
  facts: Record<string, unknown>,
): AuditEvent => ({
  at,
  ...byBank,
  account_id,
  action,
  subject_id: id,
  facts,
})

/** After each date of a series, whatever its outcome: schedules the next one, or ends the series. That of a closed account ends. */
async function advance({ tx, now, holidays }: Run, transfer: DueTransfer): Promise<AuditEvent[]> {
  const { periodicity, start_date, end_date, next_occurrence, payer_status } = transfer
  if (!periodicity || !start_date || next_occurrence === null) throw new Error('a series without its dates')
  const closed = holidaysOnBothSides(transfer.beneficiary_iban, holidays)
  const date =
    payer_status === 'closed' ? null : dueDate({ periodicity, start_date, end_date }, next_occurrence + 1, closed)
  await markNextDate(
    tx,
    transfer,
    date && { next_occurrence: date.occurrence, execution_date: date.due, run_at: runAt(date.due, now) },
  )
  return date ? [] : [eventOf(transfer, 'transfer.end', now, {})]
}

async function executed(run: Run, transfer: DueTransfer, postingId: string): Promise<AuditEvent[]> {
  const { tx, now } = run
  const done = eventOf(transfer, 'transfer.execute', now, {
    amount: transfer.amount,
    network: transfer.network,
    posting_id: postingId,
  })
  const nominal_date = nominalOf(transfer)
  if (nominal_date === null) {
    run.done.push({ ...transfer, posting_id: postingId })
    return [done]
  }
  await insertOccurrence(tx, transfer, { nominal_date, outcome: 'executed', posting_id: postingId, at: now })
  return [done, ...(await advance(run, transfer))]
}

type FailureCause = 'funds' | 'payee' | 'payer' | 'guarantee'

async function failed(run: Run, transfer: DueTransfer, cause: FailureCause): Promise<AuditEvent[]> {
  const { tx, now, holidays } = run
  const again = cause === 'funds' ? nextTry(transfer.tries, now, holidays) : null
  if (again) {
    await markRetry(tx, transfer, again)
    return [eventOf(transfer, 'transfer.retry', now, { why: cause, again: again.toISOString() })]
  }
  const lost = eventOf(transfer, 'transfer.fail', now, { why: cause })
  run.ended.push({ ...transfer, cause, reason: null })
  const nominal_date = nominalOf(transfer)
  if (nominal_date === null) {
    await markRejected(tx, transfer, cause)
    return [lost]
  }
  await insertOccurrence(tx, transfer, { nominal_date, outcome: 'rejected', posting_id: null, at: now })
  return [lost, ...(await advance(run, transfer))]
}

function failureReasonOf({ payer_status, network, payee_id, payee_status }: DueTransfer): FailureCause | null {
  if (payer_status !== 'active') return 'payer'
  return network === 'book' && (!payee_id || payee_status === 'closed') ? 'payee' : null
}

/**
 * Why instant payments cannot leave: their message has no identity of the payer, or the bank's guarantee does not cover them after those before
 * them.
 */
async function instantObstacles(tx: Tx, due: readonly DueTransfer[]): Promise<Map<string, FailureCause>> {
  const instant = due.filter(({ network }) => network === 'instant')
  if (instant.length === 0) return new Map()
  const payers = await listPayers(
    tx,
    instant.map(({ account_id }) => account_id),
  )
  const named = new Set(payers.map(({ account_id }) => account_id))
  let left = await guaranteeLeft(tx)
  const obstacles = new Map<string, FailureCause>()
  for (const { id, account_id, amount } of instant) {
    if (!named.has(account_id)) obstacles.set(id, 'payer')
    else if (amount > left) obstacles.set(id, 'guarantee')
    else left -= amount
  }
  return obstacles
}

/**
 * Runs up to five hundred due orders in one transaction; answers how many. Each succeeds or fails on its
 * own. Workers take different ones; after a crash an order is still due.
 */
export async function runDueTransfers({ db, clock }: Ports): Promise<number> {
  if (!(await hasDueTransfers(db, clock.now()))) return 0
  return transaction(db, async (tx) => {
    const now = clock.now()
    const today = now.toISOString().slice(0, 10)
    const locked = await lockDueTransfers(tx, now, AT_ONCE)
    if (locked.length === 0) return 0
    // A worker that was away computes dates that have passed: it needs the holidays of that time as well.
    const since = locked.map(({ execution_date }) => execution_date).reduce((a, b) => (a < b ? a : b), today)
    const { holidays, tariff } = await findSigningRules(tx, since)
    const internal = await findInternalAccounts(tx)
    const run: Run = { tx, now, today, holidays: new Set(holidays), ended: [], done: [] }
    const events: AuditEvent[] = []
    const due: DueTransfer[] = []
    for (const transfer of locked) {
      const closed = holidaysOnBothSides(transfer.beneficiary_iban, run.holidays)
      const day = postponedTo(transfer, now, tariff, closed)
      if (day) {
        await markPostponed(tx, transfer, { execution_date: day, run_at: runAt(day, now) })
        // Announced on the day itself: an earlier announcement has moved the order before.
        if (!isBusinessDay(today, closed))
          events.push(eventOf(transfer, 'transfer.move', now, { from: today, to: day }))
      } else due.push(transfer)
    }
    await lockBalances(tx, [
      ...new Set(due.flatMap(({ account_id, payee_id }) => (payee_id ? [account_id, payee_id] : [account_id]))),
    ])

    const { booked, unfunded } = await bookBatches(tx, due, {
      internal,
      day: today,
      now,
      taf_basis_points: tariff.taf_basis_points,
    })
    const obstacles = await instantObstacles(tx, due)
    const obstacleOf = (transfer: DueTransfer): FailureCause | null =>
      failureReasonOf(transfer) ??
      (unfunded.has(transfer.batch_id ?? '') ? 'funds' : (obstacles.get(transfer.id) ?? null))
    const payable = await priceDueTransfers(
      tx,
      due.filter((transfer) => !obstacleOf(transfer)),
      { tariff, now },
    )
    // Orders that wait for a rate keep their holds.
    const priced = new Set(payable.map(({ id }) => id))
    const ending = due.filter((transfer) => priced.has(transfer.id) || obstacleOf(transfer) !== null)
    for (const [account, orders] of Map.groupBy(ending, ({ account_id }) => account_id))
      await releaseMany(tx, account, orders.map(holdCause), now)
    for (const transfer of due) {
      const cause = obstacleOf(transfer)
      if (cause) events.push(...(await failed(run, transfer, cause)))
    }
    const movements = payable.map((transfer) => ({
      ...transfer,
      posting_key: keyOf(transfer),
      nominal_date: nominalOf(transfer),
      posting_id: newId(),
      day: today,
      at: now,
      internal,
      taf_basis_points: tariff.taf_basis_points,
      // An amount that batch booking has debited already is spent from there.
      from: booked.has(transfer.batch_id ?? '') ? batchesAccount(internal, transfer.currency) : transfer.account_id,
      credit_value_date: creditValueDate(
        { network: transfer.network, iban: transfer.beneficiary_iban },
        today,
        run.holidays,
      ),
    }))
    const outcomes = movements.length > 0 ? await post(tx, movements.map(postingOf)) : []
    for (const [index, transfer] of payable.entries()) {
      const outcome = outcomes[index]
      // The state and the posting change together: a used key belongs to an order that is not due.
      if (outcome === 'repeated') throw new Error(`the order ${transfer.id} has moved its money already`)
      const posting = movements[index]?.posting_id
      events.push(
        ...(outcome === 'posted' && posting
          ? await executed(run, transfer, posting)
          : await failed(run, transfer, 'funds')),
      )
    }
    if (run.done.length > 0) await markExecuted(tx, run.done, { at: now, day: today })
    const abroad = movements.some(({ network }) => network === 'swift') ? await findAbroadReference(tx) : null
    const items = movements.flatMap((movement, index) => {
      const payment = outcomes[index] === 'posted' ? outgoingPaymentOf(movement, abroad) : null
      return payment ? [{ payment, movement }] : []
    })
    const filed = items.flatMap(({ payment }) => (payment.network === 'instant' ? [] : [payment]))
    if (filed.length > 0) await queuePayments(tx, filed)
    await recordEvents(tx, events)
    await notifyAuthors(
      tx,
      run.ended.filter(({ batch_id }) => batch_id === null),
      now,
    )
    await notifyOfBatches(tx, batchesOf(locked), now)
    await payInstantly(
      tx,
      items.flatMap(({ payment, movement: { lookup_id, batch_id } }) =>
        payment.network === 'instant' && lookup_id ? [{ payment, lookup_id, batch: batch_id }] : [],
      ),
      now,
    )
    return locked.length
  })
}
