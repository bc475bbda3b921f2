// Starts the worker.
import { systemClock } from './outside/clock.ts'
import { startProcess } from './process.ts'
import { startWorks } from './works.ts'

await startProcess('worker', (running) => startWorks(running, systemClock))
