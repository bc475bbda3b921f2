import { expect, it } from 'vitest'
import { yearOf, yearsUpTo } from './years.ts'

it('offers this year and the two before it', () => {
  expect(yearsUpTo(new Date('2026-11-21T10:00:00Z'))).toEqual(['2026', '2025', '2024'])
})

it('distinguishes a whole year from other periods', () => {
  expect(yearOf({ from: '2025-01-01', to: '2025-12-31' })).toBe('2025')
  expect(yearOf({ from: '2025-01-01', to: '2026-12-31' })).toBeNull()
  expect(yearOf({ from: '2025-02-01', to: '2025-12-31' })).toBeNull()
  expect(yearOf({})).toBe('')
})
