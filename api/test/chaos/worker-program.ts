// Runs the worker with a movable clock, as a process to kill.
import { flushCompileCache } from 'node:module'
import { startProcess } from '../../src/process.ts'
import { startJobs } from '../../src/jobs/start-jobs.ts'
import { movedClock } from './moved-clock.ts'

await startProcess('worker', (running) => startJobs(running, movedClock(process.env['CLOCK_FILE'] ?? '')))
// It is killed before it could store this at its end.
flushCompileCache()
