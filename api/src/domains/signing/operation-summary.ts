// Builds the summary of a series of payments for its confirmation dialog.
import type { Operation } from 'contract/access/session.ts'

/**
 * Formats the period of a series, its first and its last day; an open end is named too, and the day of the next payment where
 * it is another than the first day: that one may be closed, or past.
 */
export const seriesFacts = (
  series: { periodicity: string; start_date: string; end_date: string | null },
  nextRun: string | null = null,
): Operation['summary']['facts'] => [
  { name: 'periodicity', text: series.periodicity },
  { name: 'start', text: series.start_date },
  ...(nextRun !== null && nextRun !== series.start_date ? [{ name: 'next_run' as const, text: nextRun }] : []),
  { name: 'end', text: series.end_date ?? 'none' },
]
