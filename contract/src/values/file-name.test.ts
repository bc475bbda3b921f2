import { expect, it } from 'vitest'
import { nameOfFile } from './file-name.ts'

it('names a file as people say it', () => {
  expect(nameOfFile('salaires_de-novembre.csv')).toBe('Salaires de novembre')
  expect(nameOfFile('.csv')).toBe('.csv')
  expect(nameOfFile('Paie 2026.11.xlsx')).toBe('Paie 2026.11')
})
