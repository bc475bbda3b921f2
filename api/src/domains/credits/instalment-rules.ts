// Attempts, late interest and early repayment of instalments (domain.md 6; decision 0019). Pure.
import type { CreditLine, EarlyRepayment } from 'contract/products/credits.ts'
import { addDays, businessDayFrom, type Holidays } from 'contract/values/calendar.ts'
import { halfUp, percentOf, thousandths } from 'contract/values/rounding.ts'
import { daysBetween } from 'contract/values/deposit-schedule.ts'

/** Two attempts on the due date, then one each business morning until it is paid. Africa/Dakar is UTC. */
const HOURS = [8, 16] as const

const atHour = (day: string, hour: number) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)

/** The first moment at which a line of a day is collected: never before the next business day's morning. */
export const firstTry = (dueDate: string, holidays: Holidays): Date =>
  atHour(businessDayFrom(dueDate, holidays), HOURS[0])

/** The next attempt after an attempt at `now`. */
export function nextTry(now: Date, triesBefore: number, holidays: Holidays): Date {
  const today = now.toISOString().slice(0, 10)
  const later = triesBefore === 0 ? HOURS.map((hour) => atHour(today, hour)).find((at) => at > now) : undefined
  return later ?? atHour(businessDayFrom(addDays(today, 1), holidays), HOURS[0])
}

export type LateTerms = { rate: number; late_points: number; tax_rate: number }

/**
 * The charge of a late instalment on a day: simple interest on all of it from its due date, on 360 days, and the tax on
 * interest. Nothing on the due date, nor where the bank collected it on the next business day, nor at its first attempt: later than that day
 * it was the bank that was late.
 */
export function lateInterest(
  { rate, late_points, tax_rate }: LateTerms,
  line: { instalment: number; due_date: string; tries: number },
  day: string,
  holidays: Holidays,
) {
  const days = daysBetween(line.due_date, day)
  const isOnTime = line.tries === 0 || day <= businessDayFrom(line.due_date, holidays)
  if (isOnTime || line.instalment === 0) return { interest: 0, tax: 0 }
  const interest = halfUp(
    BigInt(line.instalment) * (thousandths(rate) + thousandths(late_points)) * BigInt(days),
    36_000_000n,
  )
  return { interest, tax: percentOf(interest, tax_rate) }
}

type EarlyTerms = { rate: number; tax_rate: number; early_fee_rate: number; setup_date: string }

/**
 * The cost of an early repayment of a whole credit on a day: capital not due yet, simple interest on it since the last due date (360
 * days), the fee, tax on both, and all unpaid lines that are due until that day.
 */
export function earlyRepayment(terms: EarlyTerms, lines: readonly CreditLine[], day: string): EarlyRepayment {
  const sum = (some: readonly CreditLine[], pick: (line: CreditLine) => number) =>
    some.reduce((total, line) => total + pick(line), 0)
  const open = lines.filter(({ state }) => state !== 'paid')
  const due = open.filter(({ due_date }) => due_date <= day)
  const capital = sum(
    open.filter(({ due_date }) => due_date > day),
    ({ principal }) => principal,
  )
  const lastDue = lines.findLast(({ due_date }) => due_date <= day)?.due_date ?? terms.setup_date
  const interest = halfUp(
    BigInt(capital) * thousandths(terms.rate) * BigInt(Math.max(0, daysBetween(lastDue, day))),
    36_000_000n,
  )
  const fee = percentOf(capital, terms.early_fee_rate)
  const unpaid = sum(due, ({ instalment, late_interest }) => instalment + late_interest)
  const [interest_tax, fee_tax] = [percentOf(interest, terms.tax_rate), percentOf(fee, terms.tax_rate)]
  return {
    day,
    capital,
    interest,
    interest_tax,
    fee,
    fee_tax,
    unpaid,
    total: capital + interest + interest_tax + fee + fee_tax + unpaid,
  }
}
