// Starts the worker.
import { systemClock } from './outside/clock.ts'
import { startProcess } from './process.ts'
import { startJobs } from './works.ts'

await startProcess('worker', (running) => startJobs(running, systemClock))
