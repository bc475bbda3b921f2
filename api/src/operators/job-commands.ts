// Shows operators when each job of the workers last ran, and lets them request a run.
import { transaction } from '../db/transaction.ts'
import { newId } from '../adapters/ids.ts'
import { listJobRuns, requestRun } from '../jobs/job-run-store.ts'
import { type Command, recordAct } from './command.ts'
import { Refused } from '../refused.ts'

export const jobCommands: readonly Command[] = [
  {
    name: 'jobs list',
    summary: 'The jobs of the workers: interval, last run, its error and the next run.',
    run: async ({ db }) => ({
      rows: (await listJobRuns(db)).map(
        ({ name, every_ms, started_at, finished_at, error, next_run_at, requested_at }) => ({
          job: name,
          every_seconds: every_ms / 1000,
          last_run: finished_at.toISOString(),
          took_ms: finished_at.getTime() - started_at.getTime(),
          error,
          next_run: (requested_at ?? next_run_at).toISOString(),
        }),
      ),
      said: 'Jobs that run every few seconds are recorded every fifteen seconds.',
    }),
  },
  {
    name: 'jobs run',
    summary: 'Requests a run of a job: a worker begins it within seconds.',
    operands: ['job'],
    run: async (ports, { operands: [job = ''] }) => {
      await transaction(ports.db, async (tx) => {
        if (!(await requestRun(tx, job, ports.clock.now()))) throw new Refused(`no worker has run a job called ${job}`)
        await recordAct(tx, ports, { action: 'job.run', subject_id: newId(), facts: { job } })
      })
      return { rows: [], said: `A worker runs ${job} within seconds; jobs list shows when.` }
    },
  },
]
