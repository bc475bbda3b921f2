import { expect, it } from 'vitest'
import { shortenIds } from './short-message-ids.ts'

it('shortens each id to a beginning that no other has', () => {
  expect(Object.fromEntries(shortenIds(['abcdef', 'abcdxy', 'abq123', 'zzzzzz', 'zzzzzz']))).toEqual({
    abcdef: 'abcde',
    abcdxy: 'abcdx',
    abq123: 'abq',
    zzzzzz: 'zzz',
  })
})

it('leaves two ids different when one continues the other', () => {
  const short = shortenIds(['abcdef', 'abcdeg', 'abcdfg'])
  expect(new Set(short.values()).size).toBe(3)
})
