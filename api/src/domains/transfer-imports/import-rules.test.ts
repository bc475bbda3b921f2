import { expect, it } from 'vitest'
import { readAmount, readCurrency, repairedAmount } from './import-amount-rules.ts'

it.each([
  ['60 O00', '60000'],
  ['13oooo', '130000'],
  ['75.000', '75000'],
  ['1,250,000', '1250000'],
  ['75 000,00', '75000'],
  ['+5 000', '5000'],
  ['175 000 F CFA', '175000'],
  ['175\u00A0000\u202FF\u00A0CFA', '175000'],
  ['175.000 F', '175000'],
  ['175 000 XOF', '175000'],
  ['FCFA 175 000', '175000'],
  ['60 O00F', '60000'],
  ['175 000,00 fcfa.', '175000'],
  // Anything else is typed by a person.
  ['175 000,50 F CFA', null],
  ['175 000 €', null],
  ['F 175 000 F', null],
  ['175 000 sacs', null],
  ['75 000,50', null],
  ['-5000', null],
  ['1e5', null],
  ['soixante', null],
  ['', null],
  ['OOO', null],
  ['60000', null],
])('repairs the amount %j as %j', (typed, amount) => expect(repairedAmount(typed)).toBe(amount))

it.each([
  ['1 250,50 €', '1 250,50'],
  ['EUR 1250', '1250'],
  ['1250 F CFA', null],
  ['1,250.50', null],
])('repairs the amount %j in euro as %j', (typed, amount) => expect(repairedAmount(typed, 'EUR')).toBe(amount))

it.each([
  ['175 000 F CFA', 'amount_unit'],
  ['XOF175000', 'amount_unit'],
  ['175 000 EUR', 'amount_currency'],
  ['$ 175', 'amount_unreadable'],
  ['175 000,50 F CFA', 'amount_point'],
  ['175 000 sacs', 'amount_unreadable'],
  ['1e5', 'amount_unreadable'],
])('reads %j in francs as %j', (typed, error) => expect(readAmount(typed)).toBe(error))

it('reads a long cell without trying each of its letters as the last one', () => {
  expect(readAmount(`${'o'.repeat(300_000)}!`)).toBe('amount_unreadable')
})

it.each([
  ['', 'XOF'],
  ['F CFA', 'XOF'],
  ['eur', 'EUR'],
  [' USD ', 'USD'],
  ['JPY', null],
  ['€', null],
])('reads the currency %j as %j', (typed, currency) => expect(readCurrency(typed)).toBe(currency))

it.each([
  ['1250', 125_000],
  ['1 250,5', 125_050],
  ['1250.50', 125_050],
  ['1250.50000', 125_050],
  ['0.01', 1],
  ['1250.505', 'amount_decimals'],
  ['1,250.50', 'amount_decimals'],
  ['1.2.3', 'amount_decimals'],
  ['0.00', 'amount_zero'],
  ['-5', 'amount_sign'],
  ['99999999999999999', 'amount_too_large'],
])('reads %j in euro as %j', (typed, amount) => expect(readAmount(typed, 'EUR')).toBe(amount))
