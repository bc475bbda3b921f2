-- The last run of each job of the workers, for operators to read. A worker records a job at most every fifteen seconds, and at once
-- when a run failed. An operator requests a run by requested_at; a worker takes the request within seconds.
CREATE TABLE job_runs (
  name text PRIMARY KEY,
  every_ms integer NOT NULL CHECK (every_ms > 0),
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  error text,
  next_run_at timestamptz NOT NULL,
  requested_at timestamptz,
  CONSTRAINT job_runs_finish_after_they_start CHECK (finished_at >= started_at)
);

GRANT SELECT, INSERT, UPDATE ON job_runs TO connect_app;
