// The worker by a clock that moves, as a process to kill.
import { startProcess } from '../../src/process.ts'
import { startWorks } from '../../src/works.ts'
import { movedClock } from './moved-clock.ts'

await startProcess('worker', (running) => startWorks(running, movedClock(process.env['CLOCK_FILE'] ?? '')))
