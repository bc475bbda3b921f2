// A process whose parent disconnects: it reports to it nevertheless, and ends when it is gone.
import { once } from 'node:events'
import { onParentExit, notifyParent } from '../../src/adapters/parent-process.ts'

notifyParent({ started: true })
const [when] = process.argv.slice(2)
// Keeps the process alive, as a server does.
const listening = setInterval(() => undefined, 1_000)
if (when === 'before') await once(process, 'disconnect')
onParentExit(() => {
  process.stdout.write('the parent is gone')
  clearInterval(listening)
})
notifyParent({ ready: true })
