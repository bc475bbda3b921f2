import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { inspectJson, parseJsonBody } from './json-body.ts'

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
    (text) => expect(inspectJson(text).hasDuplicateKey).toBe(false),
  )

  it('has the depth and the keys of its values, whatever its strings contain', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
    const strange = fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ':', ',', 'a', 'é', '\u2028') })
    fc.assert(
      fc.property(fc.anything({ key: strange, values: [strange, fc.integer()], maxDepth: 4 }), (value) => {
        // Undefined is not JSON.
        const text = JSON.stringify(value) ?? 'null'
        expect(inspectJson(text)).toEqual({ depth: depthOf(JSON.parse(text)), hasDuplicateKey: false })
      }),
    )
  })

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
