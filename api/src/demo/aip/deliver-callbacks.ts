// Does what is due in the AIP simulator: delivers callbacks to the bank until it acknowledges them, and lets people outside decide.
import { randomInt } from 'node:crypto'
import { Agent, request } from 'node:https'
import type { Logger } from 'pino'
import { aipCallbackText } from '../../formats/instant/aip-callbacks.ts'
import { simulateTask } from './simulate-calls.ts'
import { conflict, nowMs, type SimulatorContext } from './simulator-context.ts'
import type { Task } from './simulator-store.ts'

const TIMEOUT_MS = 8_000
const FIRST_PAUSE_MS = 200
const MAX_PAUSE_MS = 5_000
const MAX_DUPLICATE_DELAY_MS = 800
/** The bank has refused the callback itself; a repetition would be refused too. */
const FINAL_REFUSALS: readonly number[] = [400, 404, 405, 413]

type Callback = Extract<Task, { kind: 'callback' }>

export type DeliveryOptions = {
  /** Where the workers of the bank listen, as https://localhost:8444: a callback that one does not take goes to the next. */
  callbackUrls: readonly string[]
  tls: { ca: string; cert: string; key: string }
  /** The share of callbacks that are delivered twice, from 0 to 1. */
  duplicateRate: number
  log: Logger
}

export type Delivery = {
  /** Looks for new tasks. */
  refresh: () => void
  setDuplicateRate: (rate: number) => void
  close: () => void
}

/** Starts with the tasks that an earlier process has left. */
export function startDelivery(
  context: SimulatorContext,
  { callbackUrls, tls, duplicateRate, log }: DeliveryOptions,
): Delivery {
  const agent = new Agent({ ...tls, keepAlive: true, maxSockets: 16 })
  const timers = new Map<string, NodeJS.Timeout>()
  const attempts = new Map<string, number>()
  let rate = duplicateRate
  let isClosed = false

  let posted = 0
  function post({ path, body }: Callback): Promise<number> {
    posted += 1
    const url = callbackUrls[posted % callbackUrls.length]
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const text = aipCallbackText(path, body)
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
    const sending = request(
      new URL(path, url),
      { method: 'POST', agent, headers, signal: AbortSignal.timeout(TIMEOUT_MS) },
      (answer) => {
        answer.resume()
        answer.on('error', reject)
        answer.on('end', () => resolve(answer.statusCode ?? 0))
      },
    )
    sending.on('error', reject)
    sending.end(text)
    return promise
  }

  const isDuplicated = () => randomInt(1_000_000) < rate * 1_000_000

  async function deliver(key: string, task: Callback): Promise<void> {
    const status = await post(task).catch(() => 0)
    if (isClosed) return
    if (status === 202) {
      attempts.delete(key)
      await context.store.commit([{ table: 'tasks', key, row: null }])
      if (isDuplicated()) {
        const again = setTimeout(() => void post(task).catch(() => 0), randomInt(MAX_DUPLICATE_DELAY_MS))
        again.unref()
      }
      return
    }
    if (FINAL_REFUSALS.includes(status)) {
      log.warn({ path: task.path, status }, 'the bank refused a callback')
      await context.store.commit([
        { table: 'tasks', key, row: null },
        conflict(context, `${task.path} was refused with ${status}`),
      ])
      return
    }
    const count = (attempts.get(key) ?? 0) + 1
    attempts.set(key, count)
    schedule(key, Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** count))
  }

  async function run(key: string): Promise<void> {
    timers.delete(key)
    const task = context.store.get('tasks', key)
    if (!task || isClosed) return
    // Only durable changes are delivered: a kill could undo others after the bank has received them.
    await context.store.flushed()
    if (isClosed) return
    if (task.kind === 'callback') return deliver(key, task)
    await context.store.commit([{ table: 'tasks', key, row: null }, ...simulateTask(context, task)])
    refresh()
  }

  function schedule(key: string, afterMs: number): void {
    const timer = setTimeout(() => {
      running.add(key)
      run(key)
        .catch((error: unknown) => log.error({ err: error }, 'a task of the simulator failed'))
        .finally(() => running.delete(key))
    }, afterMs)
    timers.set(key, timer)
  }

  const running = new Set<string>()
  function refresh(): void {
    if (isClosed) return
    const now = nowMs(context)
    for (const [key, { at }] of context.store.rows('tasks'))
      if (!timers.has(key) && !running.has(key)) schedule(key, Math.max(0, at - now))
  }

  refresh()
  return {
    refresh,
    setDuplicateRate: (next) => {
      rate = next
    },
    close() {
      isClosed = true
      for (const timer of timers.values()) clearTimeout(timer)
      agent.destroy()
    },
  }
}
