// Gives a call one deadline, which everything that the call awaits can read.
import { AsyncLocalStorage } from 'node:async_hooks'

/** When the call under way must have its answer, on the clock of `performance.now()`. */
const deadlines = new AsyncLocalStorage<number>()

/** No answer in time: from the database, from a queue before it, or by the deadline of the call. */
export class TimeLimitExceeded extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Milliseconds that are left to the call under way, at most `limit`; `limit` outside of a call with a deadline. */
export function millisecondsLeft(limit: number): number {
  const deadline = deadlines.getStore()
  return deadline === undefined ? limit : Math.max(0, Math.min(limit, deadline - performance.now()))
}

/**
 * Runs a function with a deadline of its own, which replaces that of the caller. Throws TimeLimitExceeded when it has not
 * answered by then. It is not cancelled: it fails at the next statement that it would run.
 */
export async function withDeadline<T>(milliseconds: number, run: () => Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new TimeLimitExceeded('the call had no answer in time')), milliseconds)
  try {
    return await deadlines.run(performance.now() + milliseconds, () => Promise.race([run(), promise]))
  } finally {
    clearTimeout(timer)
  }
}

/** Runs a function without the deadline of its caller: for work that goes on after the call has its answer. */
export const withoutDeadline = <T>(run: () => T): T => deadlines.exit(run)
