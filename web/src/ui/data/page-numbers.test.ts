import { expect, it } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

it.each([
  [1, 1, [1]],
  [2, 6, [1, 2, 3, 4, 5, 6]],
  [1, 14, [1, 2, 3, null, 14]],
  [3, 14, [1, 2, 3, 4, null, 14]],
  [4, 14, [1, 2, 3, 4, 5, null, 14]],
  [7, 14, [1, null, 6, 7, 8, null, 14]],
  [13, 14, [1, null, 12, 13, 14]],
  [14, 14, [1, null, 12, 13, 14]],
])('page %i of %i has the numbers %j', (page, count, visible) => {
  expect(pageNumbers(page, count)).toEqual(visible)
})
