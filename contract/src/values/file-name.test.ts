import { expect, it } from 'vitest'
import { nameOfFile } from './file-name.ts'

it('converts the name of a file to words', () => {
  expect(nameOfFile('salaires_de-novembre.csv')).toBe('Salaires de novembre')
  expect(nameOfFile('.csv')).toBe('.csv')
  expect(nameOfFile('Paie 2026.11.xlsx')).toBe('Paie 2026.11')
})
