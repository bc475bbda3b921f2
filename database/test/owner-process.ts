// A process for the launcher's tests to kill: it owns the database of a folder until it is stopped.
import { startEmbedded } from '../embedded-postgres.ts'

const started = await startEmbedded({ dataDir: process.argv[2] ?? '', purpose: 'the test of the launcher' })
if ('owner' in started) throw new Error('somebody else owns the folder')
const stop = () => void started.stop().then(() => process.exit(0))
process.on('SIGTERM', stop)
// The test that started it has died: nobody else would stop PostgreSQL.
process.on('disconnect', stop)
if (process.connected)
  process.send?.({ url: started.url, postmaster: started.pid() }, undefined, undefined, () => undefined)
else stop()
process.on('message', () => undefined)
