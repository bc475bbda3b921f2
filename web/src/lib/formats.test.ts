import { groupByFour } from 'contract/values/iban.ts'
import { expect, it } from 'vitest'
import { formatsFor, fromPlainDate, fromUnix, initialsOf, monthOf } from './formats.ts'

const fr = formatsFor('fr')
const en = formatsFor('en')
/** No-break spaces of both widths, made visible. */
const seen = (text: string) => text.replaceAll('\u202F', '_').replaceAll('\u00A0', '~')

it('writes francs without decimals, thousands apart', () => {
  expect(seen(fr.moneyText(12_450_000, 'XOF'))).toBe('12_450_000~F~CFA')
  expect(seen(en.moneyText(12_450_000, 'XOF'))).toBe('F~CFA~12,450,000')
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

it('writes another currency with its cents and its code', () => {
  expect(seen(fr.moneyText(821_540, 'EUR'))).toBe('8_215,40~EUR')
  expect(seen(en.moneyText(821_540, 'EUR'))).toBe('EUR~8,215.40')
})

it('says an amount in plain digits', () => {
  expect(fr.money(-640_000, 'XOF', 'movement').spoken).toBe('moins 640000 francs CFA')
  expect(en.money(5, 'XOF', 'movement').spoken).toBe('plus 5 CFA francs')
})

it('reads the clock of Dakar, 24 hours in French and 12 in English', () => {
  const moment = fromUnix(Date.UTC(2025, 10, 18, 15, 5) / 1000)
  expect(fr.dateTime(moment)).toBe('18 novembre 2025 à 15:05')
  expect(seen(en.dateTime(moment))).toBe('18 November 2025 at 3:05~pm')
})

it('writes the first of the month as French does', () => {
  expect(fr.longDate(fromPlainDate('2025-11-01'))).toBe('1er novembre 2025')
  expect(fr.longDate(fromPlainDate('2025-11-11'))).toBe('11 novembre 2025')
  expect(fr.longDateWithDay(fromPlainDate('2025-11-18'))).toBe('mardi 18 novembre 2025')
  expect(en.longDateWithDay(fromPlainDate('2025-11-18'))).toBe('Tuesday 18 November 2025')
})

it('gives a row its year only when it is another one', () => {
  const now = fromPlainDate('2025-12-01')
  expect(fr.rowDate(fromPlainDate('2025-11-18'), now)).toBe('18 nov.')
  expect(fr.rowDate(fromPlainDate('2024-11-18'), now)).toBe('18 nov. 2024')
  expect(en.rowDate(fromPlainDate('2025-11-18'), now)).toBe('18 Nov')
})

it('names months', () => {
  expect(fr.month(fromPlainDate('2025-11-18'))).toBe('Novembre 2025')
  expect(monthOf(fromUnix(Date.UTC(2025, 10, 30, 23, 59) / 1000))).toBe('2025-11')
})

it('groups account numbers by four', () => {
  expect(groupByFour('sn08sn9990100310')).toBe('SN08 SN99 9010 0310')
  expect(groupByFour('0012 37048815')).toBe('0012 3704 8815')
})

it('makes two letters of a name', () => {
  expect(initialsOf('Keur Agro Services SARL')).toBe('KA')
  expect(initialsOf('Awa Ndiaye')).toBe('AN')
  expect(initialsOf('Groupement Jappo de Joal')).toBe('GJ')
  expect(initialsOf('DGID')).toBe('DG')
})

it('writes rates of exchange with two decimals at least, and all that they have', () => {
  expect(['745', '399.6', '655.957'].map(fr.rate)).toEqual(['745,00', '399,60', '655,957'])
})
