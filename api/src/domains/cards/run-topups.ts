// Runs recurring top-ups whose date has come: each exactly once, despite crashes and several workers.
import type { TopupReason } from 'contract/products/card-topups.ts'
import { businessDayFrom, dueDate, type Holidays } from 'contract/values/calendar.ts'
import { byBank, recordEvent } from '../audit/audit-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { findInternalAccounts, lockBalances, post, release } from '../../ledger/ledger-store.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId, newReference } from '../../adapters/ids.ts'
import { nextTry, runAt } from '../accounts/payment-rules.ts'
import { type CardRow, lockCard } from './card-store.ts'
import { topupHold } from './create-topup.ts'
import { continueRecurring } from './plan-topups.ts'
import {
  type DueRecurring,
  hasDueRecurring,
  lockDueRecurring,
  lockExpiredRecurring,
  markPostponed,
  markStopped,
  markTriedAgain,
} from './recurring-store.ts'
import { notifyOfTopups } from './notify-of-topups.ts'
import { topupPosting } from './topup-posting.ts'
import { failureOf, seriesOf, topupCharges, type TopupTariff } from './topup-rules.ts'
import {
  findCardLoad,
  findTopupRules,
  insertTopup,
  listCardLedgers,
  lockExpiredTopups,
  markTopupFailed,
} from './topup-store.ts'

type Ports = { db: Db; clock: Clock }
type Run = { tx: Tx; now: Date; tariff: TopupTariff; holidays: Holidays }

/** Loads the card, or answers the reason of the failure. */
async function load(
  { tx, now, tariff }: Run,
  recurring: DueRecurring,
  card: CardRow,
  nominal: string,
): Promise<{ code: TopupReason } | { posting_id: string; reference: string }> {
  const { account_id, id, amount } = recurring
  await lockBalances(tx, [account_id, ...(await listCardLedgers(tx, [account_id]))])
  const states = { payer_status: recurring.payer_status, card_status: card.status }
  const code = failureOf(amount, states, await findCardLoad(tx, card, now), tariff)
  if (code) return { code }
  const { last_digits, ledger_account_id: card_ledger_id } = card
  const [posting_id, reference] = [newId(), newReference('R', now)]
  const posting_key = `topup:${id}:${nominal}`
  const facts = {
    account_id,
    card_ledger_id,
    last_digits,
    amount,
    ...topupCharges(amount, tariff),
    reference,
    posting_key,
    posting_id,
    at: now,
    taf_basis_points: tariff.taf_basis_points,
  }
  const [outcome] = await post(tx, [topupPosting(facts, await findInternalAccounts(tx))])
  // The date and the posting change together: a used key belongs to a date that is not due.
  if (outcome === 'repeated') throw new Error(`the recurring top-up ${id} has moved its money already`)
  return outcome === 'posted' ? { posting_id, reference } : { code: 'funds' }
}

/** Plans the next date after one that has run or failed. The series of a closed account ends. */
async function afterDate(tx: Tx, recurring: DueRecurring, now: Date): Promise<'active' | 'ended'> {
  if (recurring.payer_status !== 'closed') return continueRecurring(tx, recurring, recurring.next_occurrence + 1, now)
  await markStopped(tx, recurring, { status: 'ended' })
  return 'ended'
}

async function runOne(run: Run, recurring: DueRecurring): Promise<void> {
  const { tx, now, tariff, holidays } = run
  const today = now.toISOString().slice(0, 10)
  const { account_id, id, card_id, amount, created_by, next_occurrence } = recurring
  // A holiday may have been announced since the date was chosen.
  const day = businessDayFrom(today, holidays)
  if (day !== today) return markPostponed(tx, recurring, { next_date: day, run_at: runAt(day, now) })
  const nominal = dueDate(seriesOf(recurring), next_occurrence, new Set())?.nominal
  const card = await lockCard(tx, account_id, card_id, today)
  if (!card || !nominal) throw new Error(`the recurring top-up ${id} has no card or no date`)
  const outcome = await load(run, recurring, card, nominal)
  const nobody = { at: now, ...byBank, account_id }
  const again = 'code' in outcome && outcome.code === 'funds' ? nextTry(recurring.tries, now, holidays) : null
  if (again) {
    await markTriedAgain(tx, recurring, again)
    return recordEvent(tx, {
      ...nobody,
      action: 'topup.retry',
      subject_id: id,
      facts: { nominal, again: again.toISOString() },
    })
  }
  const topup = newId()
  const isDone = !('code' in outcome)
  await insertTopup(tx, {
    account_id,
    id: topup,
    card_id,
    amount,
    ...topupCharges(amount, tariff),
    reference: isDone ? outcome.reference : newReference('R', now),
    status: isDone ? 'done' : 'failed',
    reason_code: isDone ? null : outcome.code,
    recurring_id: id,
    nominal_date: nominal,
    signing_rule: 'none',
    signatures_needed: 0,
    created_at: now,
    created_by,
    decided_at: now,
    posting_id: isDone ? outcome.posting_id : null,
  })
  const facts = isDone ? { amount, nominal, posting_id: outcome.posting_id } : { amount, nominal, why: outcome.code }
  await recordEvent(tx, { ...nobody, action: isDone ? 'topup.execute' : 'topup.fail', subject_id: topup, facts })
  // Missed dates are skipped, not caught up: the series continues with its next date after today.
  const state = await afterDate(tx, recurring, now)
  // An expired card is never loaded again: the series pauses with the reason.
  const isOver = 'code' in outcome && outcome.code === 'card_expired' && state === 'active'
  if (isOver) {
    await markStopped(tx, recurring, { status: 'paused' })
    await recordEvent(tx, { ...nobody, action: 'recurring-topup.pause', subject_id: id, facts: { why: outcome.code } })
  }
  if (state === 'ended') await recordEvent(tx, { ...nobody, action: 'recurring-topup.end', subject_id: id, facts: {} })
  if (!isDone)
    await notifyOfTopups(
      tx,
      [{ ...recurring, reference: null, code: outcome.code, reason: null, continues: state === 'active' && !isOver }],
      now,
    )
}

/** Processes the first due date; false where none is due. */
export async function runDueTopup({ db, clock }: Ports): Promise<boolean> {
  if (!(await hasDueRecurring(db, clock.now()))) return false
  return transaction(db, async (tx) => {
    const now = clock.now()
    const recurring = await lockDueRecurring(tx, now)
    if (!recurring) return false
    const { tariff, holidays } = await findTopupRules(tx, now.toISOString().slice(0, 10))
    await runOne({ tx, now, tariff, holidays: new Set(holidays) }, recurring)
    return true
  })
}

const EXPIRED_AT_ONCE = 100
const DAY_MS = 86_400_000

/** Expires top-ups without signatures, single and recurring; their holds are released. */
export function expireTopups({ db, clock }: Ports): Promise<number> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { tariff } = await findTopupRules(tx, now.toISOString().slice(0, 10))
    const before = new Date(now.getTime() - tariff.pending_order_days * DAY_MS)
    const expired = await lockExpiredTopups(tx, before, EXPIRED_AT_ONCE)
    const series = await lockExpiredRecurring(tx, before, EXPIRED_AT_ONCE)
    for (const topup of expired) {
      const { account_id, id } = topup
      await release(tx, account_id, topupHold(id), now)
      await markTopupFailed(tx, topup, { code: 'expired', reason: null }, now)
      const nobody = { at: now, ...byBank, account_id }
      await recordEvent(tx, { ...nobody, action: 'topup.lapse', subject_id: id, facts: {} })
    }
    for (const recurring of series) {
      const { account_id, id } = recurring
      await markStopped(tx, recurring, { status: 'refused' })
      const nobody = { at: now, ...byBank, account_id }
      await recordEvent(tx, { ...nobody, action: 'recurring-topup.lapse', subject_id: id, facts: {} })
    }
    const ended = [...expired, ...series.map((recurring) => ({ ...recurring, reference: null }))]
    await notifyOfTopups(
      tx,
      ended.map((one) => ({ ...one, code: 'expired' as const, reason: null })),
      now,
    )
    return ended.length
  })
}
