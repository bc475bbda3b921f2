import { expect, it } from 'vitest'
import { addSlashes, isDay, readDate, showDate } from './date-typing.ts'

/** The content of a field after these keys. */
const type = (keys: string) => [...keys].reduce((text, key) => addSlashes(text + key), '')

it.each([
  ['05122026', '05/12/2026', '2026-12-05'],
  ['05/12/2026', '05/12/2026', '2026-12-05'],
  ['5/6/2026', '5/6/2026', '2026-06-05'],
  ['5.6.2026', '5.6.2026', '2026-06-05'],
  ['05 06 2026', '05 06 2026', '2026-06-05'],
  ['2026-12-05', '2026-12-05', '2026-12-05'],
])('formats %j as %j with the value %j', (keys, visible, held) => {
  // An ISO date is pasted, not typed.
  const text = keys.startsWith('20') ? keys : type(keys)
  expect(text).toBe(visible)
  expect(readDate(text)).toBe(held)
})

it.each([
  '0',
  '05/12',
  '05/12/',
  '5 décembre',
  '05/12/20267',
  '31/02/2026',
  '29/02/2027',
  '00/01/2026',
  '12/31/2026',
  '',
  '1/1/26',
  '05/2026',
])('leaves %j unchanged, since it is no date', (typed) => {
  expect(readDate(typed)).toBe(typed)
  expect(isDay(typed)).toBe(false)
})

it('completes a two-digit year when the field is left', () => {
  expect(type('1/1/26')).toBe('1/1/26')
  expect(readDate('1/1/26', { isDone: true })).toBe('2026-01-01')
  expect(readDate('29/2/26', { isDone: true })).toBe('29/2/26')
})

it('accepts digits that were filled in by the browser', () => expect(readDate('31052026')).toBe('2026-05-31'))

it('accepts a month in a field for months', () => {
  expect(type('05/2026')).toBe('05/2026')
  expect(readDate('05/2026', { month: 'first' })).toBe('2026-05-01')
  expect(readDate('2/2028', { month: 'last' })).toBe('2028-02-29')
  expect(readDate('13/2026', { month: 'first' })).toBe('13/2026')
})

it('displays its value with the day first', () => {
  expect(showDate('2026-12-05')).toBe('05/12/2026')
  expect(showDate('05/1')).toBe('05/1')
})
