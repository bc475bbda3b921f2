// Starts the AIP simulator: its state, the port for the bank's calls, the delivery of callbacks and the control port.
import { mkdir } from 'node:fs/promises'
import type { Server } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '../../adapters/clock.ts'
import { openAipPort } from './aip-port.ts'
import { openControlPort } from './control-port.ts'
import { startDelivery } from './deliver-callbacks.ts'
import { type Activity, simulateOutside } from './simulate-outside.ts'
import type { Latency, SimulatorContext } from './simulator-context.ts'
import { type Change, openStore } from './simulator-store.ts'

const GUARANTEE = 2_000_000_000

export type SimulatorOptions = {
  /** The folder of its state. */
  folder: string
  bank: string
  port: number
  controlPort: number
  callbackUrls: readonly string[]
  tls: { ca: string; cert: string; key: string }
  latency: Latency
  decisionDelayMs: number
  duplicateRate: number
  activity: Activity | null
  clock: Clock
  log: Logger
}

const DAY_MS = 86_400_000
/** For how long a message is recognised when it comes again. */
const MESSAGE_DAYS = 7

/** Removes rows that a simulator that runs for months would accumulate: proofs of availability, which come every five minutes, and old messages. */
function outdated({ store, clock }: SimulatorContext): Change[] {
  const now = clock.now().getTime()
  const proofs = [...store.rows('transfers').values()].filter(
    ({ order, decidedAt }) => order?.typeTransaction === 'DISP' && decidedAt < now - DAY_MS,
  )
  const messages = [...store.rows('messages')].filter(([, { at }]) => at < now - MESSAGE_DAYS * DAY_MS)
  return [
    ...proofs.map(({ endToEndId }): Change => ({ table: 'transfers', key: endToEndId, row: null })),
    ...messages.map(([key]): Change => ({ table: 'messages', key, row: null })),
  ]
}

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

const closed = (server: Server & { closeAllConnections: () => void }) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Answers the addresses for the bank and for those who control it, and the function that stops it. */
export async function startSimulator(
  options: SimulatorOptions,
): Promise<{ url: string; controlUrl: string; close: () => Promise<void> }> {
  const { folder, bank, clock, latency, decisionDelayMs, tls, callbackUrls, duplicateRate, log } = options
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const store = await openStore(join(folder, 'state.jsonl'))
  const context: SimulatorContext = {
    store,
    clock,
    bank,
    latency: { ...latency },
    decisionDelayMs,
    guarantee: GUARANTEE,
  }
  await store.commit(outdated(context))
  const delivery = startDelivery(context, { callbackUrls, tls, duplicateRate, log })
  const calls = await openAipPort(context, { port: options.port, tls, onChange: delivery.refresh })
  const control = await openControlPort(context, options.controlPort, {
    setDuplicateRate: delivery.setDuplicateRate,
    onChange: delivery.refresh,
  })
  const stopActivity = options.activity ? simulateOutside(context, options.activity, delivery.refresh) : () => undefined
  return {
    url: `https://localhost:${portOf(calls)}`,
    controlUrl: `http://127.0.0.1:${portOf(control)}`,
    async close() {
      stopActivity()
      delivery.close()
      await Promise.all([closed(calls), closed(control)])
      await store.close()
    },
  }
}
