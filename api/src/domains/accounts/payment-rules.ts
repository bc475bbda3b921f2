// Rules of every payment from an account: its execution dates, and the rounding of fees and taxes.
import {
  addDays,
  businessDayFrom,
  type DueDate,
  dueDate,
  type Holidays,
  type Series,
} from 'contract/values/calendar.ts'
import type { PlainDate } from 'contract/values/dates.ts'

// A payment without sufficient funds is retried that day and the next business morning, then rejected (decisions.md 5).
const RUN_HOURS = [7, 11, 14] as const
const MAX_TRIES = RUN_HOURS.length + 1

const atHour = (day: PlainDate, hour: number) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)

/** When the worker executes a payment of a day: at once if the day is today, otherwise that morning. */
export const runAt = (day: PlainDate, now: Date): Date =>
  day <= now.toISOString().slice(0, 10) ? now : atHour(day, RUN_HOURS[0])

/** The next retry of a payment without sufficient funds; null after its last attempt. */
export function nextTry(triesBefore: number, now: Date, holidays: Holidays): Date | null {
  if (triesBefore + 1 >= MAX_TRIES) return null
  const today = now.toISOString().slice(0, 10)
  const later = RUN_HOURS.map((hour) => atHour(today, hour)).find((at) => at > now)
  return later ?? atHour(businessDayFrom(addDays(today, 1), holidays), RUN_HOURS[0])
}

/**
 * The first date of a series from occurrence k on that lies after today: dates of a pause or a suspension are not caught up. Null where the
 * series has ended.
 */
export function nextAfter(series: Series, occurrence: number, today: PlainDate, holidays: Holidays): DueDate | null {
  for (let index = occurrence; ; index += 1) {
    const date = dueDate(series, index, holidays)
    if (!date || date.nominal > today) return date
  }
}

const BASIS = 10_000

/** Rounds half away from zero, to one franc; amounts here are positive. */
export const share = (amount: number, basisPoints: number) =>
  Number((BigInt(amount) * BigInt(basisPoints) * 2n + BigInt(BASIS)) / BigInt(BASIS * 2))

/**
 * The percentage that labels a tax on fees: the bank's rate in force, or that of an order which was priced before the rate changed.
 * `roundings`: how many amounts were rounded into the tax.
 */
export function taxRateOf({ fees, tax }: { fees: number; tax: number }, basisPoints: number, roundings = 1): number {
  if (fees === 0 || Math.abs(tax - share(fees, basisPoints)) <= roundings) return basisPoints / 100
  return Math.round((tax * 100) / fees)
}
