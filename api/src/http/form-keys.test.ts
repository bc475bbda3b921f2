import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Refusal } from '../refusal.ts'
import { objectOf } from './form-keys.ts'

const codeOf = (fields: [string, string][]) => {
  try {
    objectOf(fields)
    return null
  } catch (error) {
    return error instanceof Refusal ? error.code : error
  }
}

describe('bracketed keys', () => {
  it('describe objects and arrays', () => {
    expect(
      objectOf([
        ['beneficiary[name]', 'Awa'],
        ['beneficiary[list][1]', 'b'],
        ['beneficiary[list][0]', 'a'],
        ['items[0][amount]', '5'],
        ['label', 'x'],
      ]),
    ).toEqual({ beneficiary: { name: 'Awa', list: ['a', 'b'] }, items: [{ amount: '5' }], label: 'x' })
  })

  it.each([
    ['__proto__', 'malformed'],
    ['a[__proto__]', 'malformed'],
    ['a[__proto__][polluted]', 'malformed'],
    ['constructor[prototype][polluted]', 'malformed'],
    ['a[toString]', 'malformed'],
    ['', 'malformed'],
    ['[a]', 'malformed'],
    ['a[]', 'malformed'],
    ['a[b', 'malformed'],
    ['a]b[', 'malformed'],
    ['a[b]c', 'malformed'],
    ['a b', 'malformed'],
    ['a[b\r\nc]', 'malformed'],
    [`a${'[b]'.repeat(6)}`, 'malformed'],
    [`a${'[0]'.repeat(5000)}`, 'malformed'],
    ['a[1]', 'malformed'],
    ['a[999]', 'malformed'],
  ])('are refused if malformed: "%s"', (key, code) => expect(codeOf([[key, 'x']])).toBe(code))

  it.each([
    [['a', 'a'], 'duplicate_key'],
    [['a[0]', 'a[0]'], 'duplicate_key'],
    [['a', 'a[b]'], 'malformed'],
    [['a[b]', 'a'], 'malformed'],
    [['a[0]', 'a[2]'], 'malformed'],
  ])('are refused together: %j', (keys, code) => expect(codeOf(keys.map((key) => [key, 'x']))).toBe(code))

  it('restore every object from which they were created', () => {
    const name = fc.stringMatching(/^[a-z]{1,8}$/).filter((key) => !(key in Object.prototype))
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.string(),
        fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
        fc.dictionary(name, tie('tree'), { minKeys: 1, maxKeys: 3 }),
      ),
    }))
    const spell = (value: unknown, key: string): [string, string][] =>
      typeof value === 'string'
        ? [[key, value]]
        : Object.entries(value as object).flatMap(([step, inner]) => spell(inner, `${key}[${step}]`))
    fc.assert(
      fc.property(tree, fc.infiniteStream(fc.nat()), (value, order) => {
        const fields = spell({ root: value }, 'x').map(([key, text]): [string, string] => [
          key.replace(/^x\[root\]/, 'root'),
          text,
        ])
        const shuffled = fields
          .map((field) => ({ field, at: order.next().value }))
          .toSorted((one, other) => one.at - other.at)
        expect(objectOf(shuffled.map(({ field }) => field))).toEqual({ root: value })
      }),
    )
  })

  it('are read or refused without another error, whatever they contain', () => {
    const piece = fc.constantFrom(
      'a',
      '[',
      ']',
      '0',
      '1',
      '__proto__',
      'constructor',
      '.',
      '[a]',
      '[0]',
      '%',
      '\0',
      'é',
    )
    const key = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.string()), { maxLength: 8 }), (fields) => {
        expect([null, 'malformed', 'duplicate_key']).toContain(codeOf(fields))
        expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })
})
