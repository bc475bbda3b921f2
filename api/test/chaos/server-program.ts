// Runs the server with a movable clock, as a process to kill.
import { flushCompileCache } from 'node:module'
import { listen } from '../../src/listen.ts'
import { startProcess } from '../../src/process.ts'
import { movedClock } from './moved-clock.ts'

await startProcess('server', (running) => listen(running, movedClock(process.env['CLOCK_FILE'] ?? '')))
// It is killed before it could store this at its end.
flushCompileCache()
