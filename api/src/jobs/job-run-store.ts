import type { Sql } from '../db/db.ts'

export type JobRun = {
  name: string
  every_ms: number
  started_at: Date
  finished_at: Date
  /** Why the last run failed; null if it succeeded. */
  error: string | null
  next_run_at: Date
}

/** Records the last run of a job. Of two workers the later run counts. */
export async function recordRun(
  db: Sql,
  { name, every_ms, started_at, finished_at, error, next_run_at }: JobRun,
): Promise<void> {
  await db`
    INSERT INTO job_runs AS last (name, every_ms, started_at, finished_at, error, next_run_at)
    VALUES (${name}, ${every_ms}, ${started_at}, ${finished_at}, ${error}, ${next_run_at})
    ON CONFLICT (name) DO UPDATE
       SET every_ms = excluded.every_ms, started_at = excluded.started_at, finished_at = excluded.finished_at, error = excluded.error,
           next_run_at = excluded.next_run_at
     WHERE last.finished_at <= excluded.finished_at`
}

/** All jobs that a worker has run, by name, with pending requests for a run. */
export function listJobRuns(db: Sql): Promise<(JobRun & { requested_at: Date | null })[]> {
  return db<JobRun & { requested_at: Date | null }>`
    SELECT name, every_ms, started_at, finished_at, error, next_run_at, requested_at FROM job_runs ORDER BY name`
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
