import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  amount,
  chequeNumber,
  day,
  oneOf,
  pageNumber,
  searchOf,
  ignoredParameters,
  uuid,
  uuids,
  searchText,
} from './search-params.ts'

const read = searchOf({
  page: pageNumber,
  from: day,
  to: day,
  min: amount,
  max: amount,
  search: searchText,
  sign: oneOf('credit', 'debit'),
  id: uuid,
})

it('returns typed values of the known parameters', () => {
  const id = '0190a0b0-1111-7222-8333-444455556666'
  expect(read({ page: 2, from: '2026-02-28', min: 0, max: '500', search: 12_500, sign: 'debit', id })).toEqual({
    page: 2,
    from: '2026-02-28',
    min: 0,
    max: 500,
    search: '12500',
    sign: 'debit',
    id,
  })
})

it.each([
  { utm_source: 'mail' },
  { page: 0 },
  { page: -2 },
  { page: 'abc' },
  { page: 1.5 },
  { page: [1, 2] },
  { from: 'x' },
  { from: '2026-02-30' },
  { to: '2026-99-99' },
  { to: '0000-01-01' },
  { from: '2026-03-02', to: '2026-03-01' },
  { min: 'abc' },
  { min: -1 },
  { min: 2, max: 1 },
  { search: '' },
  { search: ' ' },
  { search: 'a\u0000' },
  { search: 'x'.repeat(65) },
  { search: { a: 1 } },
  { sign: 'zzz' },
  { id: '1' },
  { page: null },
])('drops %j', (search) => expect(read(search)).toEqual({}))

it('keeps leading zeros of a cheque number, and reads a list of ids', () => {
  const id = '0190a0b0-1111-7222-8333-444455556666'
  expect(searchOf({ cheque: chequeNumber, categories: uuids })({ cheque: 12, categories: `${id},${id}` })).toEqual({
    cheque: '0000012',
    categories: `${id},${id}`,
  })
})

it('never throws, and reads its own result unchanged', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('page', 'from', 'to', 'min', 'max', 'search', 'sign', 'id', 'zzz'), fc.anything()),
      (search) => {
        let once: Record<string, unknown> = {}
        // Values in an address are strings, numbers, booleans and JSON: each of them can be converted to text.
        try {
          JSON.stringify(search)
        } catch {
          return
        }
        once = read(search)
        expect(read(once)).toEqual(once)
      },
    ),
  )
})

it('lists the parameters to remove from an address', () => {
  expect(ignoredParameters({ page: 2, utm: 'x', from: 'x' }, { page: 2 })).toEqual(['utm', 'from'])
  expect(ignoredParameters({ page: '2', search: 7 }, { page: 2, search: '7' })).toEqual([])
})
