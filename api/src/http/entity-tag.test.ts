import { expect, it } from 'vitest'
import { isKnownTag, tagOf } from './entity-tag.ts'

it('is the same for the same parts, and another one when text moves from one part to the next', () => {
  expect(tagOf('a', 'bc')).toBe(tagOf('a', 'bc'))
  expect(tagOf('a', 'bc')).not.toBe(tagOf('ab', 'c'))
  expect(tagOf('a')).toMatch(/^W\/"[\w-]{22}"$/)
})

it('is found among the tags of a request, weak or strong', () => {
  const tag = tagOf('page')
  expect(isKnownTag(`"x", ${tag}`, tag)).toBe(true)
  expect(isKnownTag(tag.slice(2), tag)).toBe(true)
  expect(isKnownTag('"x"', tag)).toBe(false)
  expect(isKnownTag(undefined, tag)).toBe(false)
})
