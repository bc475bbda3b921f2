// Combines concurrent calls into batches: the inputs that arrive while a batch runs are the next batch.
import { millisecondsLeft, TimeLimitExceeded, withDeadline } from '../adapters/deadline.ts'
import type { Sql } from './db.ts'
import { isBlocked, isUnavailable } from './unavailable.ts'

type Waiting<In, Out> = {
  input: In
  since: number
  /** When the caller no longer waits. */
  expires: number
  resolve: (output: Out) => void
  reject: (error: unknown) => void
}

/** The outcome of an input that needs a lock of another transaction: it runs again, apart from the batches. */
export class Busy extends Error {}

type Options<In> = {
  /** The maximum of inputs in one batch. */
  max: number
  /** The maximum of batches that run at the same time. */
  concurrency: number
  /** Inputs with the same key that run apart run together. By default each runs alone. */
  keyOf?: (input: In) => string
}

type RunOptions = {
  /** Whether to wait for locks of other transactions. A batch must not: it answers Busy for inputs that would have to. */
  isApart: boolean
}

export type Batcher<In, Out> = ((input: In) => Promise<Out>) & {
  /** For how many milliseconds the first input has waited for a batch; 0 when none waits. */
  oldestWait: () => number
}

const BATCH_MS = 9_000
const MAX_WAITING = 5_000
const MAX_APART = 3
/** A timer may fire this much before its time: a caller whose deadline is so near has stopped waiting already. */
const TIMER_EARLY_MS = 1

/**
 * Turns a function over many inputs into one over a single input. `run` answers one outcome per input, in their order; an
 * Error as outcome is thrown to its own caller alone. An input whose outcome is Busy, or whose batch failed, runs again
 * apart from the batches: a bad or a blocked input neither fails nor delays its neighbours. An input whose caller's deadline
 * has passed is never begun.
 */
export function createBatcher<In, Out>(
  run: (inputs: readonly In[], options: RunOptions) => Promise<readonly (Out | Error)[]>,
  { max, concurrency, keyOf }: Options<In>,
): Batcher<In, Out> {
  let queue: Waiting<In, Out>[] = []
  const apart = new Map<string, Waiting<In, Out>[]>()
  const runningKeys = new Set<string>()
  let [running, separateRuns] = [0, 0]
  let isScheduled = false

  /** The inputs whose callers still wait; the others are rejected. */
  function withoutExpired(inputs: Waiting<In, Out>[]): Waiting<In, Out>[] {
    const now = performance.now() + TIMER_EARLY_MS
    for (const { expires, reject } of inputs)
      if (expires <= now) reject(new TimeLimitExceeded('the call waited too long for its turn'))
    return inputs.filter(({ expires }) => expires > now)
  }

  function settle({ resolve, reject }: Waiting<In, Out>, outcome: Out | Error | undefined): void {
    if (outcome instanceof Error) reject(outcome)
    // `run` answers an outcome for each input, so an absent one can only be an Out that is undefined.
    else resolve(outcome as Out)
  }

  const outcomesOf = (batch: Waiting<In, Out>[], options: RunOptions) =>
    withDeadline(BATCH_MS, () =>
      run(
        batch.map(({ input }) => input),
        options,
      ),
    )

  async function runApart(batch: Waiting<In, Out>[]): Promise<void> {
    const inputs = withoutExpired(batch)
    if (inputs.length === 0) return
    try {
      const outcomes = await outcomesOf(inputs, { isApart: true })
      inputs.forEach((one, index) => settle(one, outcomes[index]))
    } catch (error) {
      if (inputs.length === 1 || isUnavailable(error)) for (const { reject } of inputs) reject(error)
      else for (const one of inputs) await runApart([one])
    }
  }

  function startApart(): void {
    for (const [key, inputs] of apart) {
      if (runningKeys.size >= MAX_APART) return
      if (runningKeys.has(key)) continue
      runningKeys.add(key)
      apart.delete(key)
      void runApart(inputs).finally(() => {
        runningKeys.delete(key)
        startApart()
      })
    }
  }

  function setApart(one: Waiting<In, Out>): void {
    const key = keyOf ? keyOf(one.input) : String((separateRuns += 1))
    apart.set(key, [...(apart.get(key) ?? []), one])
    startApart()
  }

  async function runBatch(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const outcomes = await outcomesOf(batch, { isApart: false })
      batch.forEach((one, index) => {
        const outcome = outcomes[index]
        if (outcome instanceof Busy) setApart(one)
        else settle(one, outcome)
      })
    } catch (error) {
      if (batch.length === 1 || (isUnavailable(error) && !isBlocked(error)))
        for (const { reject } of batch) reject(error)
      else batch.forEach(setApart)
    }
  }

  function start(): void {
    isScheduled = false
    while (running < concurrency && queue.length > 0) {
      const batch = withoutExpired(queue.slice(0, max))
      queue = queue.slice(max)
      if (batch.length === 0) continue
      running += 1
      void runBatch(batch).finally(() => {
        running -= 1
        start()
      })
    }
  }

  const batched = (input: In) =>
    new Promise<Out>((resolve, reject) => {
      if (queue.length >= MAX_WAITING) throw new TimeLimitExceeded('too many calls wait for their turn')
      const since = performance.now()
      queue.push({ input, since, expires: since + millisecondsLeft(Infinity), resolve, reject })
      if (!isScheduled && running < concurrency) {
        isScheduled = true
        // After the reads of this turn of the event loop: all of their calls are combined.
        setImmediate(start)
      }
    })
  return Object.assign(batched, {
    oldestWait: () => {
      const [first] = queue
      return first ? performance.now() - first.since : 0
    },
  })
}

/** The same for reads, with batches of their own for each database: the primary, and a standby. */
export function batcherOfEach<In, Out>(
  read: (db: Sql, inputs: readonly In[]) => Promise<readonly (Out | Error)[]>,
  options: Options<In>,
): (db: Sql, input: In) => Promise<Out> {
  const batchers = new Map<Sql, Batcher<In, Out>>()
  return (db, input) => {
    const batcher = batchers.get(db) ?? createBatcher<In, Out>((inputs) => read(db, inputs), options)
    batchers.set(db, batcher)
    return batcher(input)
  }
}
