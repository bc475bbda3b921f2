import { expect, it } from 'vitest'
import { toFormData } from './form-data.ts'

it('converts nested objects to bracketed keys and arrays to indexed ones, including files', () => {
  const rib = new File(['%PDF-'], 'rib.pdf')
  const form = toFormData({
    jsonBody: '{"amount":5}',
    beneficiary: { name: 'Awa', list: ['a', 'b'], phone: null, zip: undefined },
    documents: [rib, rib],
    rib,
  })
  expect([...form].map(([key, value]) => [key, value instanceof File ? value.name : value])).toEqual([
    ['jsonBody', '{"amount":5}'],
    ['beneficiary[name]', 'Awa'],
    ['beneficiary[list][0]', 'a'],
    ['beneficiary[list][1]', 'b'],
    ['documents[0]', 'rib.pdf'],
    ['documents[1]', 'rib.pdf'],
    ['rib', 'rib.pdf'],
  ])
})
