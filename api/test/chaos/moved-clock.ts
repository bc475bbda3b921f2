// Defines a clock that a test moves: a number of milliseconds, read from a file, ahead of the real one.
import { readFileSync } from 'node:fs'
import type { Clock } from '../../src/adapters/clock.ts'

const POLL_INTERVAL_MS = 50

export function movedClock(file: string): Clock {
  let offset = 0
  let lookedAt = -Infinity
  return {
    now: () => {
      const real = Date.now()
      if (real - lookedAt > POLL_INTERVAL_MS) {
        offset = Number(readFileSync(file, 'utf8'))
        lookedAt = real
      }
      return new Date(real + offset)
    },
  }
}
