import { expect, it } from 'vitest'
import { identityOfBatch, nameOfFile } from './batch-identity.ts'

it('names a batch after its file, as people say it', () => {
  expect(nameOfFile('salaires_de-novembre.csv')).toBe('Salaires de novembre')
  expect(nameOfFile('.csv')).toBe('.csv')
  expect(nameOfFile('Paie 2026.11.xlsx')).toBe('Paie 2026.11')
})

it('says how many lines a batch has', () => {
  expect(identityOfBatch({ file_name: 'paie.csv', line_count: 1 }).memo).toEqual({
    fr: 'Lot de 1 virement',
    en: 'Batch of 1 transfer',
  })
  expect(identityOfBatch({ file_name: 'paie.csv', line_count: 34 }).memo).toEqual({
    fr: 'Lot de 34 virements',
    en: 'Batch of 34 transfers',
  })
})
