// Limits how many calls of a costly kind run at one moment.
import { TimeLimitExceeded } from './deadline.ts'

/**
 * Runs costly work a few calls at a time: a flood of calls queues instead of taking all memory. `maxWaiting`: more are
 * refused at once.
 */
export function createLimiter(atOnce: number, maxWaiting = Infinity): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) throw new TimeLimitExceeded('too many calls wait for their turn')
      await new Promise<void>((start) => waiting.push(start))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
