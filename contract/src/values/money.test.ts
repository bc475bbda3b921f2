import { expect, it } from 'vitest'
import { eurosToFrancs, francsToEuros, writtenAmount } from './money.ts'

it.each([
  ['25000', 'XOF', 25_000],
  ['25 000', 'XOF', 25_000],
  ['25\u202F000', 'XOF', 25_000],
  ['25.000', 'XOF', 25_000],
  ['25,50', 'XOF', null],
  ['720', 'EUR', 72_000],
  ['1090,00', 'EUR', 109_000],
  ['1 090.5', 'EUR', 109_050],
  ['1,090.50', 'EUR', 109_050],
  ['1.090', 'EUR', 109_000],
  ['12a', 'EUR', null],
  ['', 'XOF', null],
  ['1234567890123456', 'XOF', null],
] as const)('reads %j in %s as %j', (text, currency, amount) => {
  expect(writtenAmount(text, currency)).toBe(amount)
})

it('rounds half up between francs and euros, at the parity of 655.957', () => {
  expect([francsToEuros(200_000), francsToEuros(1), francsToEuros(656), francsToEuros(0)]).toEqual([30_490, 0, 100, 0])
  expect([eurosToFrancs(30_490), eurosToFrancs(1), eurosToFrancs(100)]).toEqual([200_001, 7, 656])
})
