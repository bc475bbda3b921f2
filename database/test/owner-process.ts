// A process for the launcher's tests to kill: it owns the database of a folder until it is stopped.
import { startEmbedded } from '../embedded-postgres.ts'

const started = await startEmbedded({ dataDir: process.argv[2] ?? '', purpose: 'the test of the launcher' })
if ('owner' in started) throw new Error('somebody else owns the folder')
process.send?.({ url: started.url, postmaster: started.pid() })
process.on('SIGTERM', () => void started.stop().then(() => process.exit(0)))
process.on('message', () => undefined)
