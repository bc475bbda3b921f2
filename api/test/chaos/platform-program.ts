// Runs the simulator of the instant payment platform with a movable clock, as a process to kill. Arguments: its port, that of its control,
// and those of the workers' callbacks.
import { readFile } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { createLog } from '../../src/adapters/log.ts'
import { notifyParent, onParentExit } from '../../src/adapters/parent-process.ts'
import { certificatePaths } from '../../src/demo/aip/certificates.ts'
import { startSimulator } from '../../src/demo/aip/start-simulator.ts'
import { movedClock } from './moved-clock.ts'

const folder = join(process.env['DATA_DIR'] ?? '', 'aip')
const paths = certificatePaths(folder)
const [port = 0, controlPort = 0, ...callbacks] = process.argv.slice(2).map(Number)
const simulator = await startSimulator({
  folder,
  bank: 'SNB999',
  port,
  controlPort,
  callbackUrls: callbacks.map((callback) => `https://localhost:${callback}`),
  tls: {
    ca: await readFile(paths.ca, 'utf8'),
    cert: await readFile(paths.aip.cert, 'utf8'),
    key: await readFile(paths.aip.key, 'utf8'),
  },
  latency: { minMs: 5, maxMs: 120 },
  decisionDelayMs: 500,
  // Many more than a real platform repeats.
  duplicateRate: 0.1,
  activity: null,
  clock: movedClock(process.env['CLOCK_FILE'] ?? ''),
  log: createLog('platform', process.env['CHAOS_LOG_LEVEL'] || 'silent'),
})
notifyParent({ control: simulator.controlUrl })
onParentExit(() => process.exit(1))
// It is killed before it could store this at its end.
flushCompileCache()
