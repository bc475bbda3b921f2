import { expect, it } from 'vitest'
import { identityOfBatch } from './batch-identity.ts'

it('counts the lines of a batch', () => {
  expect(identityOfBatch({ file_name: 'paie.csv', line_count: 1 }).memo).toEqual({
    fr: 'Lot de 1 virement',
    en: 'Batch of 1 transfer',
  })
  expect(identityOfBatch({ file_name: 'paie.csv', line_count: 34 }).memo).toEqual({
    fr: 'Lot de 34 virements',
    en: 'Batch of 34 transfers',
  })
})
