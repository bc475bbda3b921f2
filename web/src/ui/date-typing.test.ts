import { expect, it } from 'vitest'
import { readDate, showDate } from './date-typing.ts'

it.each([
  ['0', '0'],
  ['0512', '05/12'],
  ['05/12/', '05/12/'],
  ['05122026', '2026-12-05'],
  ['05/12/2026', '2026-12-05'],
  ['5 décembre', '5'],
  ['2026-12-05', '2026-12-05'],
  ['05/12/20267', '2026-12-05'],
  ['', ''],
])('reads "%s" as "%s"', (typed, held) => expect(readDate(typed)).toBe(held))

it('shows what it holds, day first', () => {
  expect(showDate('2026-12-05')).toBe('05/12/2026')
  expect(showDate('05/1')).toBe('05/1')
})
