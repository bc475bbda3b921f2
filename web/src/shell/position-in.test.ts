import { expect, it } from 'vitest'
import { positionIn } from './position-in.ts'

const rows = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]
const page = { current: 2, perPage: 20, count: 3, total: 50 }

it('is the place in the whole list, with the neighbours of the page', () => {
  expect(positionIn(rows, 'b', page)).toEqual({ index: 22, total: 50, previous: 'a', next: 'c' })
  expect(positionIn(rows, 'a', page)).toEqual({ index: 21, total: 50, previous: undefined, next: 'b' })
})

it('is absent for a row of another page', () => {
  expect(positionIn(rows, 'z', page)).toBeNull()
  expect(positionIn(rows, 'a', null)).toBeNull()
})
