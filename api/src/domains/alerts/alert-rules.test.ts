import { expect, it } from 'vitest'
import { mailTimeOf } from './alert-rules.ts'

const mailTime = (at: string, is_daily: boolean, from?: number, to = 0) =>
  mailTimeOf(new Date(`${at}:00Z`), { is_daily, quiet: from === undefined ? null : { from, to } })
    .toISOString()
    .slice(0, 16)

it.each([
  ['at once', '2026-03-10T09:31', false, undefined, 0, '2026-03-10T09:31'],
  ['the next morning', '2026-03-10T09:31', true, undefined, 0, '2026-03-11T08:00'],
  ['the same morning', '2026-03-10T06:00', true, undefined, 0, '2026-03-10T08:00'],
  ['after eight, the next day', '2026-03-10T08:00', true, undefined, 0, '2026-03-11T08:00'],
  ['after a quiet night', '2026-03-10T23:10', false, 22, 7, '2026-03-11T07:00'],
  ['before a quiet night', '2026-03-10T21:59', false, 22, 7, '2026-03-10T21:59'],
  ['after a quiet afternoon', '2026-03-10T13:00', false, 13, 15, '2026-03-10T15:00'],
  ['at the end of quiet hours that hold eight', '2026-03-10T23:10', true, 20, 10, '2026-03-11T10:00'],
  ['on the last day of a month', '2026-02-28T23:10', true, undefined, 0, '2026-03-01T08:00'],
])('sends the e-mail %s', (_, at, is_daily, from, to, expected) => {
  expect(mailTime(at, is_daily, from, to)).toBe(expected)
})

it('calculates a time in the future for every combination of quiet hours', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const late = hours.flatMap((from) =>
    hours.filter((to) => to !== from && mailTime('2026-03-10T09:31', true, from, to) <= '2026-03-10T09:31'),
  )
  expect(late).toEqual([])
})
