import { expect, it } from 'vitest'
import { evictOldest } from './evict-oldest.ts'

const kept = (sizes: number[], limit: { values: number; size: number }) => {
  const memory = new Map(sizes.map((size, index) => [String(index), size]))
  evictOldest(memory, limit, (size) => size)
  return [...memory.keys()]
}

it('keeps the newest values within their number and their size together', () => {
  expect(kept([1, 1, 1], { values: 3, size: 3 })).toEqual(['0', '1', '2'])
  expect(kept([1, 1, 1], { values: 2, size: 9 })).toEqual(['1', '2'])
  expect(kept([5, 1, 4], { values: 3, size: 9 })).toEqual(['1', '2'])
  expect(kept([1, 9, 1], { values: 3, size: 9 })).toEqual(['2'])
})

it('keeps the newest value alone where it is too large', () => {
  expect(kept([1, 10], { values: 3, size: 9 })).toEqual(['1'])
  expect(kept([10], { values: 3, size: 9 })).toEqual(['0'])
  expect(kept([], { values: 3, size: 9 })).toEqual([])
})
