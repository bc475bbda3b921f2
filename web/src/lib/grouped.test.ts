import { expect, it } from 'vitest'
import { grouped } from './grouped.ts'

it('groups items by a key, in the order in which the keys come', () => {
  expect([...grouped([3, 1, 4, 1, 5], (number) => number % 2)]).toEqual([
    [1, [3, 1, 1, 5]],
    [0, [4]],
  ])
})
