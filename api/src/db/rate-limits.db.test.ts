import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestLedger, type TestLedger } from '../../test/test-ledger.ts'
import { newId } from '../adapters/ids.ts'
import { countRequest, findWait, type RateLimit } from './rate-limits.ts'

const NOON = Date.UTC(2026, 10, 26, 12)
const after = (seconds: number) => new Date(NOON + seconds * 1000)
const RATE: RateLimit = { free: 3, first_seconds: 60, most_seconds: 150, quiet_seconds: 600 }

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

/** Counts requests of a new subject; answers how many seconds after noon each wait ends, null where there is none. */
function counter(rate = RATE) {
  const subject = newId()
  const seconds = (wait: Date | null) => wait && (wait.getTime() - NOON) / 1000
  return {
    count: async (at: number) => seconds(await countRequest(ledger.db, subject, rate, after(at))),
    wait: async (at: number) => seconds(await findWait(ledger.db, subject, after(at))),
  }
}

it('lets the free requests pass at one moment, then doubles the wait up to the longest', async () => {
  const { count } = counter()
  expect([await count(0), await count(0), await count(0)]).toEqual([null, null, null])
  // The fourth passes and begins a wait, in which nothing is counted.
  expect([await count(0), await count(0), await count(59)]).toEqual([null, 60, 60])
  expect([await count(60), await count(61), await count(180)]).toEqual([null, 180, null])
  expect([await count(181), await count(330), await count(331)]).toEqual([330, null, 480])
})

it('makes each request wait where none is free', async () => {
  const { count } = counter({ ...RATE, free: 0 })
  expect([await count(0), await count(1), await count(60), await count(61)]).toEqual([null, 60, null, 180])
})

it('counts anew after a quiet time', async () => {
  const { count } = counter()
  for (const _ of [1, 2, 3, 4]) await count(0)
  expect([await count(601), await count(601), await count(601), await count(601), await count(601)]).toEqual([
    null,
    null,
    null,
    null,
    661,
  ])
})

it('refuses no free request when the clock steps back, or that of another server is behind', async () => {
  const { count, wait } = counter()
  expect([await count(0), await wait(-90), await count(-90), await count(-91)]).toEqual([null, null, null, null])
  // What is waited for is still waited for.
  expect([await count(-91), await wait(-92), await count(-92)]).toEqual([null, -31, -31])
})
