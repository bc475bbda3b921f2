import { expect, it } from 'vitest'
import { taxRateOf } from './payment-rules.ts'

it.each([
  ['the rate in force', { fees: 12_500, tax: 2_125 }, 1700, 17],
  ['a new rate with decimals', { fees: 12_500, tax: 2_188 }, 1750, 17.5],
  ['the rate of an order that was priced before it changed', { fees: 12_500, tax: 2_125 }, 1800, 17],
  ['the rate in force without a fee', { fees: 0, tax: 0 }, 1800, 18],
])('labels a tax with %s', (_, charged, basisPoints, rate) => expect(taxRateOf(charged, basisPoints)).toBe(rate))

it('allows for the roundings of several lines', () => {
  expect(taxRateOf({ fees: 303, tax: 50 }, 1750)).toBe(17)
  expect(taxRateOf({ fees: 303, tax: 50 }, 1750, 3)).toBe(17.5)
})
