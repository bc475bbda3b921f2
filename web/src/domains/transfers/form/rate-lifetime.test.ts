import { expect, it } from 'vitest'
import { rateLifetime } from './rate-lifetime.ts'

const until = Date.parse('2026-03-02T10:05:00Z') / 1_000
const answeredAt = (date: string) => new Headers({ Date: date })

it('replaces a rate when it ends by the clock of the bank, whatever the device says', () => {
  expect(rateLifetime(until, answeredAt('Mon, 02 Mar 2026 10:00:00 GMT'))).toBe(300_000)
})

it('asks again at once, but not without a pause, for a rate that has ended', () => {
  expect(rateLifetime(until, answeredAt('Mon, 02 Mar 2026 11:00:00 GMT'))).toBe(1_000)
})

it('never replaces a fixed rate', () => expect(rateLifetime(null, new Headers())).toBe(false))
