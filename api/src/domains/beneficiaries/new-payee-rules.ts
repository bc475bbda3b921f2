// The limits on payments of individuals to a new payee: a waiting time, and a cap on the first payment. Pure.
import type { PlainDate } from 'contract/values/dates.ts'
import { type Currency, francsToEuros } from 'contract/values/money.ts'
import { formatMoment } from '../../formats/text.ts'
import { Refusal } from '../../refusal.ts'

/** The bank's parameters, in francs; 0: none. */
export type NewPayeeTariff = { new_payee_hours: number; new_payee_free_amount: number; first_payment_cap: number }

export type NewPayee = {
  /** When its account number was entered; null: before these limits existed. */
  numbered_at: Date | null
  /** When the customer marked it as trusted. */
  trusted_at: Date | null
  /** Whether a payment to the account number was executed. */
  is_paid: boolean
}

export type Payer = {
  is_company: boolean
  currency: Currency
}

/** The most that may be ordered in total, in the currency of the account. `until`: the end of the waiting time; null: it has ended. */
export type NewPayeeLimit = { limit: number; until: Date | null }

/** What was ordered to a payee since its account number was entered, and the part of it that runs in the waiting time. */
export type OrderedToPayee = { total: number; while_waiting: number }

export const nothingOrdered: OrderedToPayee = { total: 0, while_waiting: 0 }

const HOUR_MS = 3_600_000

/** The end of the waiting time of a payee; null where it has none. */
export const waitsUntil = (numbered_at: Date | null, { new_payee_hours }: NewPayeeTariff): Date | null =>
  numbered_at === null || new_payee_hours === 0 ? null : new Date(numbered_at.getTime() + new_payee_hours * HOUR_MS)

/** Whether a payment on a day runs in the waiting time: on its last day it may. */
const runsIn = (until: Date, runs_on: PlainDate) => runs_on <= until.toISOString().slice(0, 10)

/** The limit on payments to a payee; null where there is none. `runs_on`: the day of execution. */
export function newPayeeLimit(
  { numbered_at, trusted_at, is_paid }: NewPayee,
  { is_company, currency }: Payer,
  { now, runs_on, tariff }: { now: Date; runs_on: PlainDate; tariff: NewPayeeTariff },
): NewPayeeLimit | null {
  // At companies a second person approves each payee.
  if (is_company || numbered_at === null || trusted_at !== null) return null
  // Accounts are in francs or in euro.
  const inCurrency = (francs: number) => (currency === 'XOF' ? francs : francsToEuros(francs))
  const until = waitsUntil(numbered_at, tariff)
  if (until && now < until && runsIn(until, runs_on)) return { limit: inCurrency(tariff.new_payee_free_amount), until }
  if (is_paid || tariff.first_payment_cap === 0) return null
  return { limit: inCurrency(tariff.first_payment_cap), until: null }
}

/** What is left of a limit. */
export const leftFor = ({ limit, until }: NewPayeeLimit, ordered: OrderedToPayee): number =>
  Math.max(0, limit - (until ? ordered.while_waiting : ordered.total))

/** Why an amount may not be ordered; null where it may. */
export function newPayeeRefusal(
  limited: NewPayeeLimit | null,
  ordered: OrderedToPayee,
  amount: number,
  currency: Currency,
): Refusal | null {
  if (!limited || amount <= leftFor(limited, ordered)) return null
  const remaining = { amount: leftFor(limited, ordered), currency }
  const limit = { amount: limited.limit, currency }
  return limited.until
    ? new Refusal('new_payee_waits', { until: formatMoment(limited.until), limit, remaining })
    : new Refusal('first_payment_capped', { limit, remaining })
}
