import { UEMOA_COUNTRIES } from 'contract/values/iban.ts'
import { expect, it } from 'vitest'
import { foreignHolidays } from './foreign-holidays.ts'

const rows = foreignHolidays(new Date('2026-11-23T00:00:00Z'))
const named = (country: string, name: string) =>
  rows.filter((row) => row.country === country && row.name_fr === name).map(({ day }) => day)

it('has every other country of the union, each day once', () => {
  expect([...new Set(rows.map(({ country }) => country)), 'SN'].toSorted()).toEqual(UEMOA_COUNTRIES.toSorted())
  expect(new Set(rows.map(({ country, day }) => `${country} ${day}`)).size).toBe(rows.length)
})

it('has national days and the days that move with Easter', () => {
  expect(named('CI', 'Fête nationale')).toEqual(['2026-08-07', '2027-08-07', '2028-08-07', '2029-08-07', '2030-08-07'])
  expect(named('TG', 'Ascension').slice(0, 2)).toEqual(['2026-05-14', '2027-05-06'])
  expect(named('ML', 'Assomption')).toEqual([])
})

it('expects lunar feasts to come', () => {
  expect(named('ML', 'Tabaski').slice(0, 2)).toEqual(['2026-05-27', '2027-05-17'])
  const tabaski = rows.filter(({ country, name_fr }) => country === 'ML' && name_fr === 'Tabaski')
  expect(tabaski.map(({ is_confirmed }) => is_confirmed).slice(0, 2)).toEqual([true, false])
  expect(rows.filter(({ name_fr }) => name_fr === 'Fête nationale').every(({ is_confirmed }) => is_confirmed)).toBe(
    true,
  )
})
