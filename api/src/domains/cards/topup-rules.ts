// Fees, limits and dates of top-ups (domain.md 7.1, 4.2). Pure.
import { createHash } from 'node:crypto'
import { MAX_TOPUP, type RecurringTopup, type TopupReason } from 'contract/products/card-topups.ts'
import type { PrepaidCard } from 'contract/products/prepaid-cards.ts'
import type { RefusalCode } from 'contract/refusals.ts'
import { addDays, type DueDate, type Series } from 'contract/values/calendar.ts'
import type { RefusalValues } from '../../refusal.ts'
import { daySentence } from '../../formats/text.ts'
import { share } from '../accounts/payment-rules.ts'

/** The bank's parameters of top-ups. */
export type TopupTariff = {
  topup_min: number
  topup_max: number
  card_holding_cap: number
  card_monthly_cap: number
  topup_fee_basis_points: number
  topup_fee_min: number
  topup_fee_max: number
  taf_basis_points: number
  pending_order_days: number
}

/** The fee of 1 % between a minimum and a maximum, and the TAF on it. */
export function topupCharges(amount: number, tariff: TopupTariff): { fees: number; tax: number } {
  const fees = Math.min(
    tariff.topup_fee_max,
    Math.max(tariff.topup_fee_min, share(amount, tariff.topup_fee_basis_points)),
  )
  return { fees, tax: share(fees, tariff.taf_basis_points) }
}

/** The balance of a card; and of all cards of its customer the balances, the pending top-ups and the amount loaded this month. */
export type CardLoad = { balance: number; held: number; waiting: number; loaded_in_month: number }

/** What the caps of the bank still allow: the total balance of the customer's cards, and the amount loaded this month. */
export const remainingCaps = (
  { held, waiting, loaded_in_month }: CardLoad,
  { card_holding_cap, card_monthly_cap }: TopupTariff,
) => ({
  holding_left: Math.max(0, card_holding_cap - held - waiting),
  monthly_left: Math.max(0, card_monthly_cap - loaded_in_month - waiting),
})

type Objection = { code: RefusalCode; facts: RefusalValues }
const francs = (amount: number) => ({ amount, currency: 'XOF' })

export function rangeObjection(amount: number, { topup_min, topup_max }: TopupTariff): Objection | null {
  const max = Math.min(topup_max, MAX_TOPUP)
  if (amount >= topup_min && amount <= max) return null
  return { code: 'topup_out_of_range', facts: { least: francs(topup_min), max: francs(max) } }
}

/** Why an amount may not be loaded now, or null when it may. */
export function topupObjection(
  amount: number,
  status: PrepaidCard['status'],
  load: CardLoad,
  tariff: TopupTariff,
): Objection | null {
  if (status !== 'active') return { code: 'card_not_active', facts: {} }
  return rangeObjection(amount, tariff) ?? capObjection(amount, load, tariff)
}

/** Why the caps of the customer do not allow an amount, or null when they do. */
export function capObjection(amount: number, load: CardLoad, tariff: TopupTariff): Objection | null {
  const { holding_left, monthly_left } = remainingCaps(load, tariff)
  if (amount > holding_left) return { code: 'holding_cap_exceeded', facts: { left: francs(holding_left) } }
  if (amount > monthly_left) return { code: 'monthly_cap_exceeded', facts: { left: francs(monthly_left) } }
  return null
}

/** The same for one date of a series, as the failure reason of its top-up. */
export function failureOf(
  amount: number,
  { payer_status, card_status }: { payer_status: string; card_status: PrepaidCard['status'] },
  load: CardLoad,
  tariff: TopupTariff,
): TopupReason | null {
  if (payer_status !== 'active') return 'payer'
  if (card_status === 'expired') return 'card_expired'
  if (card_status !== 'active') return 'card_blocked'
  const { holding_left, monthly_left } = remainingCaps(load, tariff)
  if (amount > holding_left) return 'holding_cap'
  return amount > monthly_left ? 'monthly_cap' : null
}

/** The identifier of a quote: another fee or tax gives another identifier. */
export const quoteOf = (totals: { card_id: string; amount: number; fees: number; tax: number }): string =>
  createHash('sha256')
    .update(JSON.stringify([totals.card_id, totals.amount, totals.fees, totals.tax]))
    .digest('hex')
    .slice(0, 32)

const MAX_DAYS_AHEAD = 366

/** What is wrong with the dates of a new series, or null. `expiry` is the last day of the card: an expired card cannot be topped up. */
export function seriesObjection(
  { start_date, end_date }: Pick<Series, 'start_date' | 'end_date'>,
  expiry: string,
  today: string,
): Objection | null {
  if (start_date <= today) return { code: 'start_in_the_past', facts: {} }
  if (start_date > addDays(today, MAX_DAYS_AHEAD)) return { code: 'start_too_far', facts: {} }
  if (start_date > expiry) return { code: 'card_expires_before', facts: { expiry: daySentence(expiry) } }
  return end_date !== null && end_date < start_date ? { code: 'end_before_start', facts: {} } : null
}

/** Why a series may not continue with this date, or null. */
export const nextObjection = (next: DueDate | null, expiry: string): Objection | null =>
  next && next.due > expiry
    ? { code: 'card_expires_before_next', facts: { expiry: daySentence(expiry), next: daySentence(next.due) } }
    : null

export const seriesOf = ({
  recurrence,
  start_date,
  end_date,
}: Pick<RecurringTopup, 'recurrence' | 'start_date' | 'end_date'>): Series => ({
  periodicity: recurrence,
  start_date,
  end_date,
})
