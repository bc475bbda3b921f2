// Starts the worker.
import { systemClock } from './adapters/clock.ts'
import { startProcess } from './process.ts'
import { startJobs } from './jobs/start-jobs.ts'

await startProcess('worker', (running) => startJobs(running, systemClock))
