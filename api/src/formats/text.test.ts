import { expect, it } from 'vitest'
import { formatAccount, formatPercent } from './text.ts'

it('writes a rate as its language does', () => {
  expect(formatPercent(12.07, 'fr')).toBe('12,07\u00A0%')
  expect(formatPercent(12.07, 'en')).toBe('12.07%')
})

it('names an account by its kind in the language of the reader, and by the label of the customer otherwise', () => {
  expect(formatAccount('Compte de chèques', 'fr')).toBe('Compte de chèques')
  expect(formatAccount('Compte de chèques', 'en')).toBe('Cheque account')
  expect(formatAccount('Caisse de Thiès', 'en')).toBe('Caisse de Thiès')
})
