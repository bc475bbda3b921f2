// Lists the columns of the last runs of jobs.
import { except, integer, nullable, type RowOf, table, text, timestamp } from '../db/columns.ts'

export const jobRuns = table('job_runs', {
  name: text(),
  every_ms: integer(),
  started_at: timestamp(),
  finished_at: timestamp(),
  /** Why the last run failed; empty where it succeeded. */
  error: nullable(text()),
  next_run_at: timestamp(),
  /** The time at which an operator asked for a run. */
  requested_at: nullable(timestamp()),
})
export const finishedRuns = except(jobRuns, 'requested_at')
export type JobRun = RowOf<typeof finishedRuns>
/** The columns that the next run replaces. */
export const replacedRuns = except(finishedRuns, 'name')
