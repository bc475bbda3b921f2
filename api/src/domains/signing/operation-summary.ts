// Builds the summary of a series of payments for its confirmation dialog.
import type { Operation } from 'contract/access/session.ts'

/** The rhythm of a series, its first day and its last one, which is said too where there is none. */
export const seriesFacts = (series: {
  periodicity: string
  start_date: string
  end_date: string | null
}): Operation['summary']['facts'] => [
  { name: 'periodicity', text: series.periodicity },
  { name: 'start', text: series.start_date },
  { name: 'end', text: series.end_date ?? 'none' },
]
