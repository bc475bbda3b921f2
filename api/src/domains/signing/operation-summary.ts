// Builds the summary of a series of payments for its confirmation dialog.
import type { Operation } from 'contract/access/session.ts'

/** Formats the period of a series, its first and its last day; an open end is named too. */
export const seriesFacts = (series: {
  periodicity: string
  start_date: string
  end_date: string | null
}): Operation['summary']['facts'] => [
  { name: 'periodicity', text: series.periodicity },
  { name: 'start', text: series.start_date },
  { name: 'end', text: series.end_date ?? 'none' },
]
