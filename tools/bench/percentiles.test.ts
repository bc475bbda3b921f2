import { expect, it } from 'vitest'
import { latenciesOf, median, percentile } from './percentiles.ts'

it('answers the nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  expect([0.5, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([50, 99, 100])
  expect(percentile([7], 0.99)).toBe(7)
  expect(percentile([], 0.5)).toBe(0)
})

it('answers the middle, or the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([10, 2, 9, 1])).toBe(5.5)
  expect(median([])).toBe(0)
})

it('sorts latencies by their size and not as text', () => {
  expect(latenciesOf([100.04, 9, 20])).toEqual({ p50_ms: 20, p99_ms: 100 })
})
