import { groupByFour } from 'contract/values/iban.ts'
import { describe, expect, it, vi } from 'vitest'
import { dateText, formatsFor, fromPlainDate, fromUnix, initialsOf, isoMonth, monthOf, timeText } from './formats.ts'

const fr = formatsFor('fr')
const en = formatsFor('en')
/** No-break spaces of both widths, made visible. */
const seen = (text: string) => text.replaceAll('\u202F', '_').replaceAll('\u00A0', '~')

it('formats francs without decimals, with separated thousands', () => {
  expect(seen(fr.moneyText(12_450_000, 'XOF'))).toBe('12_450_000~F~CFA')
  expect(seen(en.moneyText(12_450_000, 'XOF'))).toBe('12,450,000~F~CFA')
})

it('signs movements with a true minus and a thin space', () => {
  expect(seen(fr.moneyText(-640_000, 'XOF', 'movement'))).toBe('−_640_000~F~CFA')
  expect(seen(fr.moneyText(3_450_000, 'XOF', 'movement'))).toBe('+_3_450_000~F~CFA')
  expect(seen(fr.moneyText(0, 'XOF', 'movement'))).toBe('0~F~CFA')
})

it('shows the sign of a balance only when it is overdrawn', () => {
  expect(seen(fr.moneyText(-325_400, 'XOF'))).toBe('−_325_400~F~CFA')
  expect(seen(fr.moneyText(325_400, 'XOF'))).toBe('325_400~F~CFA')
})

it('formats another currency with its cents and its code', () => {
  expect(seen(fr.moneyText(821_540, 'EUR'))).toBe('8_215,40~EUR')
  expect(seen(en.moneyText(821_540, 'EUR'))).toBe('8,215.40~EUR')
})

it('makes one format for all amounts of a currency', () => {
  const make = vi.spyOn(Intl, 'NumberFormat')
  for (let amount = 0; amount < 20; amount += 1) fr.moneyText(amount, 'USD')
  expect(make).toHaveBeenCalledTimes(1)
  make.mockRestore()
})

it('formats an amount in plain digits', () => {
  expect(fr.money(-640_000, 'XOF', 'movement').spoken).toBe('moins 640000 francs CFA')
  expect(en.money(5, 'XOF', 'movement').spoken).toBe('plus 5 CFA francs')
})

it('formats times in the time zone of Dakar, 24 hours in French and 12 in English', () => {
  const moment = fromUnix(Date.UTC(2025, 10, 18, 15, 5) / 1000)
  expect(fr.dateTime(moment)).toBe('18 novembre 2025 à 15:05')
  expect(seen(en.dateTime(moment))).toBe('18 November 2025 at 3:05~pm')
})

it('formats the first of the month in French as « 1er »', () => {
  expect(fr.longDate(fromPlainDate('2025-11-01'))).toBe('1er novembre 2025')
  expect(fr.longDate(fromPlainDate('2025-11-11'))).toBe('11 novembre 2025')
  expect(fr.longDateWithDay(fromPlainDate('2025-11-18'))).toBe('mardi 18 novembre 2025')
  expect(en.longDateWithDay(fromPlainDate('2025-11-18'))).toBe('Tuesday 18 November 2025')
})

it('omits the current year in rows', () => {
  const now = fromPlainDate('2025-12-01')
  expect(fr.rowDate(fromPlainDate('2025-11-18'), now)).toBe('18 nov.')
  expect(fr.rowDate(fromPlainDate('2024-11-18'), now)).toBe('18 nov. 2024')
  expect(en.rowDate(fromPlainDate('2025-11-18'), now)).toBe('18 Nov')
})

it('formats months', () => {
  expect(fr.month(fromPlainDate('2025-11-18'))).toBe('Novembre 2025')
  expect(monthOf(fromUnix(Date.UTC(2025, 10, 30, 23, 59) / 1000))).toBe('2025-11')
})

// Browsers have locale data of different years, which format the same date with other characters in another order.
describe('dates with the locale data of different browsers', () => {
  const at = fromUnix(Date.UTC(2026, 6, 1, 21, 5) / 1000)

  it.each(['en-CA', 'en-US', 'en-GB', 'fr-CA', 'sv', 'hu', 'ja', 'de', 'lt', 'bg'])(
    'finds the month in a date of %s',
    (locale) => {
      const write = (month: 'numeric' | '2-digit') =>
        isoMonth(
          new Intl.DateTimeFormat(locale, { timeZone: 'UTC', year: 'numeric', month, day: 'numeric' }).formatToParts(
            at,
          ),
        )
      expect(write('numeric')).toBe('2026-07')
      expect(write('2-digit')).toBe('2026-07')
    },
  )

  it('finds the month if it is first, unpadded, or between letters', () => {
    expect(
      isoMonth([
        { type: 'month', value: '7' },
        { type: 'literal', value: '/' },
        { type: 'year', value: '2026' },
      ]),
    ).toBe('2026-07')
    expect(
      isoMonth([
        { type: 'year', value: '2026' },
        { type: 'literal', value: '年' },
        { type: 'month', value: '07' },
      ]),
    ).toBe('2026-07')
  })

  it.each([
    ['a comma', ', '],
    ['a space', ' '],
  ])('formats the day of the week uniformly if %s follows it', (_, literal) => {
    const parts: Intl.DateTimeFormatPart[] = [
      { type: 'weekday', value: 'Wednesday' },
      { type: 'literal', value: literal },
      { type: 'day', value: '1' },
      { type: 'literal', value: ' ' },
      { type: 'month', value: 'July' },
    ]
    expect(dateText(parts, 'en')).toBe('Wednesday 1 July')
    expect(dateText(parts, 'fr')).toBe('Wednesday 1er July')
  })

  it.each([
    ['pm', ' '],
    ['PM', '\u202F'],
    ['p.m.', '\u00A0'],
  ])('formats the part of the day written %s uniformly', (dayPeriod, literal) => {
    const parts: Intl.DateTimeFormatPart[] = [
      { type: 'hour', value: '9' },
      { type: 'literal', value: ':' },
      { type: 'minute', value: '05' },
      { type: 'literal', value: literal },
      { type: 'dayPeriod', value: dayPeriod },
    ]
    expect(timeText(parts)).toBe('9:05\u00A0pm')
  })
})

it('writes a month after a noun, in French with its preposition and in lower case', () => {
  const [april, october] = [new Date('2026-04-10T00:00:00Z'), new Date('2026-10-10T00:00:00Z')]
  expect([formatsFor('fr').ofMonth(april), formatsFor('fr').ofMonth(october)]).toEqual([
    'd’avril 2026',
    'd’octobre 2026',
  ])
  expect(formatsFor('fr').ofMonth(new Date('2026-05-10T00:00:00Z'))).toBe('de mai 2026')
  expect(formatsFor('en').ofMonth(october)).toBe('October 2026')
})

it('groups account numbers by four', () => {
  expect(groupByFour('sn08sn9990100310')).toBe('SN08 SN99 9010 0310')
  expect(groupByFour('0012 37048815')).toBe('0012 3704 8815')
})

it('makes initials of a name', () => {
  expect(initialsOf('Keur Agro Services SARL')).toBe('KA')
  expect(initialsOf('Awa Ndiaye')).toBe('AN')
  expect(initialsOf('Groupement Jappo de Joal')).toBe('GJ')
  expect(initialsOf('DGID')).toBe('DG')
})

it('formats exchange rates with at least two decimals, and all their digits', () => {
  expect(['745', '399.6', '655.957'].map(fr.rate)).toEqual(['745,00', '399,60', '655,957'])
})

it('titles a day with the day before today by its word, and another year by its number', () => {
  const now = new Date('2026-11-22T10:20:00Z')
  const titles = (formats: typeof fr) =>
    ['2026-11-22', '2026-11-21', '2026-11-20', '2025-03-03'].map((day) => formats.dayTitle(fromPlainDate(day), now))
  expect(titles(fr)).toEqual([
    'Aujourd’hui, dimanche 22 novembre',
    'Hier, samedi 21 novembre',
    'Vendredi 20 novembre',
    'Lundi 3 mars 2025',
  ])
  expect(titles(formatsFor('en'))[1]).toMatch(/^Yesterday, Saturday.*21/)
})
