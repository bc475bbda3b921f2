import { columnsOf, type RowOf, valuesOf } from '../db/columns.ts'
import type { Sql } from '../db/db.ts'
import { finishedRuns, type JobRun, jobRuns, replacedRuns } from './job-run-columns.ts'

/** Records the last run of a job. Of two workers the later run counts. */
export async function recordRun(db: Sql, run: JobRun): Promise<void> {
  await db`
    INSERT INTO job_runs AS last (${columnsOf(finishedRuns)}) VALUES (${valuesOf(finishedRuns, run)})
    ON CONFLICT (name) DO UPDATE SET (${columnsOf(replacedRuns)}) = ROW(${columnsOf(replacedRuns, 'excluded')})
     WHERE last.finished_at <= excluded.finished_at`
}

/** All jobs that a worker has run, by name, with who waits for a run. */
export function listJobRuns(db: Sql): Promise<RowOf<typeof jobRuns>[]> {
  return db<RowOf<typeof jobRuns>>`SELECT ${columnsOf(jobRuns)} FROM job_runs ORDER BY name`
}

/** Requests an immediate run of a job. False if no worker has ever run a job of that name. */
export async function requestRun(db: Sql, name: string, now: Date): Promise<boolean> {
  const rows = await db`UPDATE job_runs SET requested_at = ${now} WHERE name = ${name} RETURNING 1`
  return rows.length > 0
}

/** Takes the requests; of two workers each request goes to one. */
export async function takeRequestedRuns(db: Sql): Promise<string[]> {
  const rows = await db<{
    name: string
  }>`UPDATE job_runs SET requested_at = NULL WHERE requested_at IS NOT NULL RETURNING name`
  return rows.map(({ name }) => name)
}
