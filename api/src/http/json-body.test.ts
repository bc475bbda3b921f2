import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { hasDuplicateKey, parseJsonBody } from './json-body.ts'

const refused = (text: string) => {
  try {
    parseJsonBody(text)
    return null
  } catch (error) {
    return error instanceof Refusal ? error.code : error
  }
}

describe('a JSON body', () => {
  it('is parsed as JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value)
        expect(parseJsonBody(text)).toEqual(JSON.parse(text))
      }),
    )
  })

  it.each([
    '{"a":1,"a":1}',
    '{"a":{"b":1,"c":2,"b":3}}',
    '[{"a":1},{"a":1,"b":[{}],"a":2}]',
    '{"\\u0061":1,"a":2}',
    '{"a":"}","b":"{","a":0}',
  ])('is refused with a duplicate key: %s', (text) => expect(refused(text)).toBe('duplicate_key'))

  it.each(['{"a":{"a":{"a":1}}}', '[{"a":1},{"a":2}]', '{"a":"a","b":"a\\"a\\":"}', '{"a":["a","a"]}'])(
    'can repeat a key in another object: %s',
    (text) => expect(hasDuplicateKey(text)).toBe(false),
  )

  it.each(['', '{', '{"a":}', '{"a":1,}', "{'a':1}", 'NaN', '{"a":01}', '\u00A0{}'])(
    'is refused when it is not JSON: %j',
    (text) => expect(refused(text)).toBe('malformed'),
  )

  it('is refused when it is nested too deeply', () => {
    expect(refused('['.repeat(21) + ']'.repeat(21))).toBe('malformed')
    expect(refused('['.repeat(20) + ']'.repeat(20))).toBeNull()
  })

  it('cannot set a prototype', () => {
    parseJsonBody('{"__proto__":{"polluted":true}}')
    expect({}).not.toHaveProperty('polluted')
  })
})
