import { expect, it } from 'vitest'
import { pageOf } from './page-of.ts'

it('returns the rows without their count, and the count separately', () => {
  const rows = [
    { id: 'a', total: 12 },
    { id: 'b', total: 12 },
  ]
  expect(pageOf(rows, (row) => row)).toEqual({ total: 12, items: [{ id: 'a' }, { id: 'b' }] })
})

it('returns the count on a page past the end, whose only row contains nulls', () => {
  // Past the last page the database returns nulls, unlike the row type says.
  const rows = [{ id: null as unknown as string, total: 12 }]
  expect(pageOf(rows, (row) => row)).toEqual({ total: 12, items: [] })
})

it('returns an empty page when nothing is found', () => {
  expect(pageOf([], (row) => row)).toEqual({ total: 0, items: [] })
})
