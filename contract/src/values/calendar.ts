// The bank's calendar: plain dates (YYYY-MM-DD), business days, and the dates of series (domain.md 4.2 and 4.3).
import type { PlainDate } from './dates.ts'

const DAY_MS = 86_400_000

const atNoon = (day: PlainDate) => new Date(`${day}T12:00:00Z`)
const plain = (at: Date): PlainDate => at.toISOString().slice(0, 10)

export const addDays = (day: PlainDate, count: number): PlainDate =>
  plain(new Date(atNoon(day).getTime() + count * DAY_MS))

/** The same day a number of months later, or the last day of a shorter month. */
export function addMonths(day: PlainDate, count: number): PlainDate {
  const at = atNoon(day)
  const months = at.getUTCFullYear() * 12 + at.getUTCMonth() + count
  const [year, month] = [Math.floor(months / 12), ((months % 12) + 12) % 12]
  const lastDay = new Date(Date.UTC(year, month + 1, 0, 12)).getUTCDate()
  return plain(new Date(Date.UTC(year, month, Math.min(at.getUTCDate(), lastDay), 12)))
}

export const periodicities = ['weekly', 'monthly', 'quarterly', 'biannual', 'yearly'] as const
export type Periodicity = (typeof periodicities)[number]

const monthsOf = { monthly: 1, quarterly: 3, biannual: 6, yearly: 12 } as const

/** Occurrence number k (0 is the anchor itself). Always counted from the anchor: 31 January, 28 February, 31 March. */
export const occurrenceDate = (anchor: PlainDate, periodicity: Periodicity, occurrence: number): PlainDate =>
  periodicity === 'weekly' ? addDays(anchor, 7 * occurrence) : addMonths(anchor, monthsOf[periodicity] * occurrence)

export type Holidays = ReadonlySet<PlainDate>

/** Monday to Friday, except the holidays in the bank's table. */
export const isBusinessDay = (day: PlainDate, holidays: Holidays): boolean =>
  atNoon(day).getUTCDay() % 6 !== 0 && !holidays.has(day)

/** This day, or the first business day after it. */
export const businessDayFrom = (day: PlainDate, holidays: Holidays): PlainDate =>
  isBusinessDay(day, holidays) ? day : businessDayFrom(addDays(day, 1), holidays)

/** The business day `count` business days after this one. */
export function businessDaysAfter(day: PlainDate, count: number, holidays: Holidays): PlainDate {
  let reached = day
  for (let left = count; left > 0; left -= 1) reached = businessDayFrom(addDays(reached, 1), holidays)
  return reached
}

export type DueDate = {
  /** Its index in the series, from 0. */
  occurrence: number
  /** The nominal date; the series is counted from these. */
  nominal: PlainDate
  /** The execution date: the next business day where the nominal date is none, even after the end of the series. */
  due: PlainDate
}

export type Series = { start_date: PlainDate; end_date: PlainDate | null; periodicity: Periodicity }

/** Occurrence k of a series, or null where the series has ended: an occurrence exists while its nominal date is within the series. */
export function dueDate(
  { start_date, end_date, periodicity }: Series,
  occurrence: number,
  holidays: Holidays,
): DueDate | null {
  const nominal = occurrenceDate(start_date, periodicity, occurrence)
  return end_date !== null && nominal > end_date
    ? null
    : { occurrence, nominal, due: businessDayFrom(nominal, holidays) }
}

/** The first occurrences from index k on, at most `count`. */
export function dueDatesFrom(series: Series, occurrence: number, count: number, holidays: Holidays): DueDate[] {
  const dates: DueDate[] = []
  for (let index = occurrence; dates.length < count; index += 1) {
    const date = dueDate(series, index, holidays)
    if (!date) break
    dates.push(date)
  }
  return dates
}
