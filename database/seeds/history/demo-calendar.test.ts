import { expect, it } from 'vitest'
import { demoHolidays, isBusinessDay, islamicDay, plainDate } from './demo-calendar.ts'

const at = (day: string) => new Date(`${day}T00:00:00Z`)
const holidays = demoHolidays({ firstDay: at('2025-01-01'), today: at('2026-11-22') })
const daysCalled = (name: string) => holidays.filter(({ name_fr }) => name_fr === name).map(({ day }) => day)

it('calculates the tabular Islamic calendar correctly', () => {
  const format = new Intl.DateTimeFormat('en-u-ca-islamic-civil-nu-latn', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  })
  for (let year = 1440; year < 1460; year += 1)
    for (let month = 1; month <= 12; month += 1) {
      const parts = Object.fromEntries(
        format.formatToParts(islamicDay(year, month, 10)).map(({ type, value }) => [type, value]),
      )
      expect([parts.year, parts.month, parts.day]).toEqual([String(year), String(month), '10'])
    }
})

it('has every lunar public holiday on the days that Senegal observed in 2025', () => {
  const of2025 = ['Korité', 'Tabaski', 'Tamxarit', 'Grand Magal de Touba', 'Maouloud (Gamou)'].map(
    (name) => daysCalled(name)[0],
  )
  expect(of2025).toEqual(['2025-03-31', '2025-06-07', '2025-07-06', '2025-08-13', '2025-09-05'])
  expect(daysCalled('Tamxarit').slice(1, 3)).toEqual(['2026-06-26', '2027-06-15'])
  expect(daysCalled('Grand Magal de Touba').slice(1, 3)).toEqual(['2026-08-03', '2027-07-23'])
  for (const day of ['2026-06-26', '2026-08-03', '2026-08-26', '2027-06-15', '2027-07-23'])
    expect(isBusinessDay(at(day))).toBe(false)
})

it('marks future lunar holidays as to be confirmed', () => {
  expect(holidays.find(({ day }) => day === '2027-06-15')).toEqual({
    day: '2027-06-15',
    name_fr: 'Tamxarit',
    name_en: 'Tamxarit',
    is_confirmed: false,
  })
  expect(holidays.find(({ day }) => day === '2026-08-26')?.is_confirmed).toBe(true)
  // Gamou falls on Assumption Day, whose date is fixed.
  expect(holidays.find(({ day }) => day === '2027-08-15')).toMatchObject({ name_fr: 'Assomption', is_confirmed: true })
})

it('makes Monday a holiday after a Sunday of Korité or Tabaski, and after no other', () => {
  const sundays = demoHolidays({ firstDay: at('2025-01-01'), today: at('2045-01-01') }).filter(
    ({ day }) => at(day).getUTCDay() === 0,
  )
  const after = (day: string) => plainDate(new Date(at(day).getTime() + 86_400_000))
  const all = new Map(
    demoHolidays({ firstDay: at('2025-01-01'), today: at('2045-01-01') }).map(({ day, name_fr }) => [day, name_fr]),
  )
  const mondays = sundays.map(({ day, name_fr }) => [name_fr, all.get(after(day))?.startsWith('Lendemain') ?? false])
  for (const [name, has] of mondays) expect(has).toBe(name === 'Korité' || name === 'Tabaski')
  expect(mondays.filter(([, has]) => has).length).toBeGreaterThan(1)
})
