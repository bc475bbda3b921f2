import { expect, test } from 'vitest'
import { memoized } from './memoized.ts'

test('a text is computed once, until more texts came than are kept', () => {
  const computed: string[] = []
  const measured = memoized((text) => {
    computed.push(text)
    return text.length
  }, 2)
  expect(['', 'ab', '', 'ab'].map(measured)).toEqual([0, 2, 0, 2])
  expect(computed).toEqual(['', 'ab'])
  expect(['abc', '', 'abc'].map(measured)).toEqual([3, 0, 3])
  expect(computed).toEqual(['', 'ab', 'abc', ''])
})
