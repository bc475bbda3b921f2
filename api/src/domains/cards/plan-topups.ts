import type { NewTopup, RecurringChange, RecurringEdit, RecurringTopup } from 'contract/products/card-topups.ts'
import type { Operation } from 'contract/access/session.ts'
import type { DueDate } from 'contract/values/calendar.ts'
import { maskedCardNumber } from 'contract/values/card-number.ts'
import type { AccountCaller } from '../../caller.ts'
import { type AuditEvent, byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { nextAfter, runAt } from '../accounts/payment-rules.ts'
import { paymentRule } from '../signing/sign-payment.ts'
import { type CardRow, findCards } from './card-store.ts'
import type { LockedRecurring } from './topup-columns.ts'
import {
  insertRecurring,
  listRecurring,
  lockRecurring,
  markEdited,
  markOnDate,
  markStopped,
} from './recurring-store.ts'
import { nextObjection, quoteOf, rangeObjection, seriesObjection, seriesOf, topupCharges } from './topup-rules.ts'
import { findTopupRules } from './topup-store.ts'
import { seriesFacts } from '../signing/operation-summary.ts'

type Ports = { db: Db; clock: Clock }
type Series = NonNullable<NewTopup['series']>
type RequestContext = { caller: AccountCaller; confirmation: Confirmation }

const recorded = (
  tx: Tx,
  { caller }: Pick<RequestContext, 'caller'>,
  id: string,
  action: AuditEvent['action'],
  at: Date,
  facts: Record<string, unknown> = {},
) => {
  return recordEvent(tx, { at, ...byCaller(caller), action, subject_id: id, facts })
}

/** The facts of a recurring top-up in the confirmation dialog. */
const summaryOf = (
  kind: 'recurring-topup.create' | 'recurring-topup.edit' | 'recurring-topup.resume',
  { card, amount, recurrence, ...days }: Series & { card: CardRow; amount: number },
  nextRun: string | null,
): Operation['summary'] => ({
  kind,
  facts: [
    { name: 'card', text: `${maskedCardNumber(card.last_digits)} · ${card.holder}` },
    { name: 'amount', amount, currency: 'XOF' },
    ...seriesFacts({ periodicity: recurrence, ...days }, nextRun),
  ],
})

/** Reads the recurring top-up again as the caller sees it. */
export async function visibleRecurring(
  tx: Tx,
  caller: AccountCaller,
  id: string,
  today: string,
): Promise<RecurringTopup> {
  const { holidays } = await findTopupRules(tx, today)
  const [found] = await listRecurring(tx, caller, id, new Set(holidays))
  if (!found) throw new Error('a recurring top-up has vanished')
  return found
}

/** Stores a recurring top-up. The caller has locked the card. */
export async function planTopups(
  tx: Tx,
  { caller, confirmation, input, series }: RequestContext & { input: NewTopup; series: Series },
  card: CardRow,
  now: Date,
): Promise<RecurringTopup> {
  const today = now.toISOString().slice(0, 10)
  const { account_id, user_id } = caller
  const { amount } = input
  const { recurrence, start_date, end_date } = series
  const { tariff, holidays } = await findTopupRules(tx, today)
  if (card.status !== 'active') throw new Refusal('card_not_active')
  const outside = rangeObjection(amount, tariff)
  if (outside) throw new Refusal(outside.code, outside.facts)
  if (input.quote !== quoteOf({ card_id: card.id, amount, ...topupCharges(amount, tariff) }))
    throw new Refusal('stale_quote')
  const objection = seriesObjection(series, card.expires_on, today)
  if (objection) throw new Refusal(objection.code, objection.facts)
  const details = [card.id, end_date]
  const first = nextAfter(seriesOf(series), 0, today, new Set(holidays))
  // The first date is the start, which lies after today and not after the end.
  if (!first) throw new Error('a series without a date')
  await requireConfirmation(
    tx,
    { caller, account_id, confirmation, details },
    summaryOf('recurring-topup.create', { card, amount, recurrence, start_date, end_date }, first.due),
    now,
  )
  const rule = await paymentRule(tx, caller, amount, now)
  const isSigned = rule.signatures_needed === 0
  const id = newId()
  await insertRecurring(tx, {
    account_id,
    id,
    card_id: card.id,
    amount,
    recurrence,
    start_date,
    end_date,
    next_occurrence: first.occurrence,
    next_date: first.due,
    run_at: isSigned ? runAt(first.due, now) : null,
    status: isSigned ? 'active' : 'pending',
    ...rule,
    created_at: now,
    created_by: user_id,
  })
  await recorded(tx, { caller }, id, 'recurring-topup.create', now, { amount, recurrence, start_date, card: card.id })
  return visibleRecurring(tx, caller, id, today)
}

/** The first date of a recurring top-up after today, from occurrence k of its series on; null where the series has ended. */
export async function nextDateOf(
  tx: Tx,
  recurring: LockedRecurring,
  occurrence: number,
  now: Date,
): Promise<DueDate | null> {
  const today = now.toISOString().slice(0, 10)
  const { holidays } = await findTopupRules(tx, today)
  return nextAfter(seriesOf(recurring), occurrence, today, new Set(holidays))
}

/** Schedules it on its first date after today, from occurrence k of its series on, or ends it. */
export async function continueRecurring(
  tx: Tx,
  recurring: LockedRecurring,
  occurrence: number,
  now: Date,
): Promise<'active' | 'ended'> {
  const next = await nextDateOf(tx, recurring, occurrence, now)
  if (!next) await markStopped(tx, recurring, { status: 'ended' })
  else
    await markOnDate(tx, recurring, {
      next_occurrence: next.occurrence,
      next_date: next.due,
      run_at: runAt(next.due, now),
    })
  return next ? 'active' : 'ended'
}

const sameDates = (one: Series, other: Series) =>
  one.recurrence === other.recurrence && one.start_date === other.start_date

async function edit(
  tx: Tx,
  context: RequestContext,
  recurring: LockedRecurring,
  input: RecurringEdit,
  card: CardRow,
  now: Date,
): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  const { caller, confirmation } = context
  const { version, amount, recurrence, start_date, end_date } = input
  if (recurring.version !== version) throw new Refusal('stale_recurring')
  const { tariff, holidays } = await findTopupRules(tx, today)
  const outside = rangeObjection(amount, tariff)
  if (outside) throw new Refusal(outside.code, outside.facts)
  // An unchanged series that has begun keeps its occurrence index; a changed one is counted from its own start.
  const isSame = sameDates(recurring, input)
  const objection = isSame
    ? end_date !== null && end_date < recurring.next_date
      ? { code: 'end_before_start' as const, facts: {} }
      : null
    : seriesObjection(input, card.expires_on, today)
  if (objection) throw new Refusal(objection.code, objection.facts)
  const next = nextAfter(seriesOf(input), isSame ? recurring.next_occurrence : 0, today, new Set(holidays))
  if (!next) throw new Refusal('end_before_start')
  const late = nextObjection(next, card.expires_on)
  if (late) throw new Refusal(late.code, late.facts)
  await requireConfirmation(
    tx,
    { caller, account_id: caller.account_id, confirmation, details: [recurring.id, version, end_date] },
    summaryOf('recurring-topup.edit', { card, amount, recurrence, start_date, end_date }, next.due),
    now,
  )
  const rule = await paymentRule(tx, caller, amount, now)
  // Approved once: a higher amount needs new signatures (decisions.md 5), and so does a series that waits or was refused.
  const needsSignatures =
    rule.signatures_needed > 0 && (amount > recurring.amount || ['pending', 'refused'].includes(recurring.status))
  const status = needsSignatures ? 'pending' : recurring.status === 'paused' ? 'paused' : 'active'
  await markEdited(tx, recurring, {
    amount,
    recurrence,
    start_date,
    end_date,
    next_occurrence: next.occurrence,
    next_date: next.due,
    run_at: status === 'active' ? runAt(next.due, now) : null,
    status,
    version: version + 1,
    ...(needsSignatures
      ? rule
      : { signing_rule: recurring.signing_rule, signatures_needed: recurring.signatures_needed }),
    edited_by: caller.user_id,
    edited_at: now,
  })
  await recorded(tx, context, recurring.id, 'recurring-topup.edit', now, {
    amount,
    recurrence,
    start_date,
    version: version + 1,
  })
}

async function enable(
  tx: Tx,
  context: RequestContext,
  recurring: LockedRecurring,
  card: CardRow,
  now: Date,
): Promise<void> {
  const { caller, confirmation } = context
  if (!caller.is_active) throw new Refusal('account_not_active')
  if (card.status !== 'active') throw new Refusal('card_not_active')
  const { amount, recurrence, start_date, end_date, id } = recurring
  const next = await nextDateOf(tx, recurring, recurring.next_occurrence, now)
  const late = nextObjection(next, card.expires_on)
  if (late) throw new Refusal(late.code, late.facts)
  await requireConfirmation(
    tx,
    { caller, account_id: caller.account_id, confirmation, details: id },
    summaryOf('recurring-topup.resume', { card, amount, recurrence, start_date, end_date }, next?.due ?? null),
    now,
  )
  const outcome = await continueRecurring(tx, recurring, recurring.next_occurrence, now)
  await recorded(tx, context, id, 'recurring-topup.resume', now)
  if (outcome === 'ended') throw new Refusal('end_before_start')
}

/** The edit, or enabled. Pausing needs no re-authentication, because it moves no money. */
export function changeRecurring(
  { db, clock }: Ports,
  { caller, confirmation, id, change }: RequestContext & { id: string; change: RecurringChange },
): Promise<RecurringTopup> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const today = now.toISOString().slice(0, 10)
    const context = { caller, confirmation }
    const recurring = await lockRecurring(tx, caller.account_id, id)
    if (!recurring) throw new Refusal('not_found')
    const [card] = await findCards(tx, caller.account_id, recurring.card_id, today)
    if (!card) throw new Error('a recurring top-up without its card')
    const { enabled, version, amount, recurrence, start_date, end_date } = change
    if (enabled === true && recurring.status === 'paused') await enable(tx, context, recurring, card, now)
    if (enabled === false && recurring.status === 'active') {
      await markStopped(tx, recurring, { status: 'paused' })
      await recorded(tx, context, id, 'recurring-topup.pause', now)
    }
    if (
      version !== undefined &&
      amount !== undefined &&
      recurrence !== undefined &&
      start_date !== undefined &&
      end_date !== undefined
    )
      await edit(tx, context, recurring, { version, amount, recurrence, start_date, end_date }, card, now)
    return visibleRecurring(tx, caller, id, today)
  })
}

/** Ends a recurring top-up. Its executed top-ups stay in the history. */
export function removeRecurring(
  { db, clock }: Ports,
  { caller, id }: { caller: AccountCaller; id: string },
): Promise<null> {
  return transaction(db, async (tx) => {
    const recurring = await lockRecurring(tx, caller.account_id, id)
    if (!recurring) throw new Refusal('not_found')
    await markStopped(tx, recurring, { status: 'deleted' })
    await recorded(tx, { caller }, id, 'recurring-topup.remove', clock.now())
    return null
  })
}
