import { expect, it } from 'vitest'
import { searchOf } from './transfer-search.ts'

it('reads the amount of a search in the currency of the account', () => {
  const amountIn = (currency: 'XOF' | 'EUR', search?: string) => searchOf({ search }, { currency }).amount
  expect(['39 900', '39,900', '39.900', '12,5', 'loyer'].map((search) => amountIn('XOF', search))).toEqual([
    39_900,
    39_900,
    39_900,
    null,
    null,
  ])
  expect(['1250', '12,50', '1 250.5'].map((search) => amountIn('EUR', search))).toEqual([125_000, 1_250, 125_050])
  expect(amountIn('XOF')).toBeNull()
})
