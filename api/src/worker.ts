// Starts the worker: what the bank does without being asked.
import { sweep } from './db/sweep.ts'
import { systemClock } from './outside/clock.ts'
import { startProcess } from './process.ts'

const SWEEP_EVERY_MS = 60_000

await startProcess('worker', async ({ log, db }) => {
  const round = async () => {
    const swept = await sweep(db, systemClock.now())
    log.debug(swept, 'swept')
  }
  await round()
  const timer = setInterval(() => void round().catch((fault: unknown) => log.error({ err: fault }, 'the sweep failed')), SWEEP_EVERY_MS)
  process.send?.({ ready: true })
  log.info('working')
  return async () => {
    clearInterval(timer)
  }
})
