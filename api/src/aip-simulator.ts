// Starts the simulator of the instant payment platform for the demo bank, as a process of its own. A real bank never starts it.
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import { logLevelOf } from './config.ts'
import { systemClock } from './adapters/clock.ts'
import { createLog } from './adapters/log.ts'
import { notifyParent, onParentExit } from './adapters/parent-process.ts'
import { certificatePaths, makeCertificates } from './demo/aip/certificates.ts'
import { startSimulator } from './demo/aip/start-simulator.ts'

const { env } = process

/** A whole number of the environment, or its usual value. */
const numberOf = (name: string, usual: number) => Number(env[name] || usual)

const log = createLog('aip-simulator', logLevelOf(env['LOG_LEVEL'] || 'info'))
const folder = join(env['DATA_DIR'] || 'data', 'aip')
const paths = certificatePaths(folder)
await makeCertificates(folder, systemClock.now())
const activity = env['DEMO_ACTIVITY']
const simulator = await startSimulator({
  folder,
  bank: env['AIP_SIMULATOR_MEMBER'] || 'SNB999',
  port: numberOf('AIP_SIMULATOR_PORT', 8443),
  controlPort: numberOf('AIP_SIMULATOR_CONTROL_PORT', 8445),
  callbackUrls: [`https://localhost:${numberOf('AIP_CALLBACK_PORT', 8444)}`],
  tls: {
    ca: await readFile(paths.ca, 'utf8'),
    cert: await readFile(paths.aip.cert, 'utf8'),
    key: await readFile(paths.aip.key, 'utf8'),
  },
  latency: {
    minMs: numberOf('AIP_SIMULATOR_LATENCY_MIN', 200),
    maxMs: numberOf('AIP_SIMULATOR_LATENCY_MAX', 900),
  },
  decisionDelayMs: numberOf('AIP_SIMULATOR_THINKING', 4_000),
  duplicateRate: numberOf('AIP_SIMULATOR_DUPLICATES', 0.05),
  activity: activity === 'usual' || activity === 'busy' ? activity : null,
  clock: systemClock,
  log,
})
log.info({ url: simulator.url, controlUrl: simulator.controlUrl }, 'playing the instant payment platform')
notifyParent({ ready: true })

let isStopping = false
async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  await simulator.close()
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
onParentExit(() => void stop())
