// Starts the server.
import { listen } from './listen.ts'
import { systemClock } from './adapters/clock.ts'
import { startProcess } from './process.ts'

await startProcess('server', (running) => listen(running, systemClock))
