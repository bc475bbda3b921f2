// Builds the summary of a series of payments for its confirmation dialog.
import type { Operation } from 'contract/access/session.ts'
import { occurrenceDate, type Periodicity } from 'contract/values/calendar.ts'

type Series = { periodicity: Periodicity; start_date: string; end_date: string | null }

/** Whether the next payment is one after the first: that one was executed or skipped. A closed first day moves it by some days only. */
const hasBegun = ({ periodicity, start_date }: Series, nextRun: string) =>
  nextRun >= occurrenceDate(start_date, periodicity, 1)

/**
 * Formats the period of a series, its first and its last day; an open end is named too, and the day of the next payment where it is
 * another than the first day: that one may be closed. A series that has begun has only its next payment.
 */
export function seriesFacts(series: Series, nextRun: string | null = null): Operation['summary']['facts'] {
  const { periodicity, start_date, end_date } = series
  return [
    { name: 'periodicity', text: periodicity },
    ...(nextRun !== null && hasBegun(series, nextRun) ? [] : [{ name: 'start' as const, text: start_date }]),
    ...(nextRun !== null && nextRun !== start_date ? [{ name: 'next_run' as const, text: nextRun }] : []),
    { name: 'end', text: end_date ?? 'none' },
  ]
}
