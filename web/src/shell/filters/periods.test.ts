import { expect, it } from 'vitest'
import { ofYear, periodNamed, periodOf, wholeOf } from './periods.ts'

it.each([
  ['month', '2026-02-14', '2026-02-01', '2026-02-28'],
  ['month', '2024-02-14', '2024-02-01', '2024-02-29'],
  ['last-month', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['three-months', '2026-01-31', '2025-11-01', '2026-01-31'],
  ['year', '2026-11-30', '2026-01-01', '2026-12-31'],
] as const)('%s on %s covers the days from %s to %s', (name, today, from, to) => {
  const now = new Date(`${today}T23:30:00Z`)
  expect(periodOf(name, now)).toEqual({ from, to })
  expect(periodNamed({ from, to }, now)).toBe(name)
})

it('has no name for other days', () => {
  expect(periodNamed({ from: '2026-02-02' }, new Date('2026-02-14T12:00:00Z'))).toBeNull()
})

it('recognises a whole month and a whole year', () => {
  expect(wholeOf({ from: '2026-02-01', to: '2026-02-28' })).toBe('2026-02')
  expect(wholeOf(ofYear(2025))).toBe('2025')
  expect(wholeOf({ from: '2026-02-01', to: '2026-02-27' })).toBeNull()
  expect(wholeOf({ from: '2026-02-01' })).toBeNull()
})
