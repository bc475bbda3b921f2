// When instalments are tried, and what being late costs (domain.md 6; decision 0019). Pure.
import { addDays, businessDayFrom, type Holidays } from 'contract/values/calendar.ts'
import { halfUp, percentOf, thousandths } from 'contract/values/rounding.ts'
import { daysBetween } from 'contract/values/deposit-schedule.ts'

/** Twice on the day it is due, then each business day in the morning until it is paid. Africa/Dakar is UTC. */
const HOURS = [8, 16] as const

const atHour = (day: string, hour: number) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)

/** The first moment that a line due on a day is taken: never before the next business day's morning. */
export const firstTry = (dueDate: string, holidays: Holidays): Date => atHour(businessDayFrom(dueDate, holidays), HOURS[0])

/** When a line is tried again after a try at `now`. */
export function nextTry(now: Date, triesBefore: number, holidays: Holidays): Date {
  const today = now.toISOString().slice(0, 10)
  const later = triesBefore === 0 ? HOURS.map((hour) => atHour(today, hour)).find((at) => at > now) : undefined
  return later ?? atHour(businessDayFrom(addDays(today, 1), holidays), HOURS[0])
}

export type LateTerms = { rate: number; late_points: number; tax_rate: number }

/**
 * What an instalment owes for being late on a day: simple interest on all of it from its due date, on 360 days, and the tax on
 * interest. Nothing on the due date, nor where the bank took it on the next business day.
 */
export function lateInterest(
  { rate, late_points, tax_rate }: LateTerms,
  line: { instalment: number; due_date: string },
  day: string,
  holidays: Holidays,
) {
  const days = daysBetween(line.due_date, day)
  if (day <= businessDayFrom(line.due_date, holidays) || line.instalment === 0) return { interest: 0, tax: 0 }
  const interest = halfUp(BigInt(line.instalment) * (thousandths(rate) + thousandths(late_points)) * BigInt(days), 36_000_000n)
  return { interest, tax: percentOf(interest, tax_rate) }
}
