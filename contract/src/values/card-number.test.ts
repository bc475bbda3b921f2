import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { CardNumber, groupCardNumber, hasLuhnCheck } from './card-number.ts'

const accepts = (typed: string) => z.safeParse(CardNumber, typed).success

describe('a card number', () => {
  it('consists of four groups of four digits that pass the Luhn check', () => {
    expect(accepts('5071 2600 0000 0004')).toBe(hasLuhnCheck('5071260000000004'))
    expect(accepts('4242 4242 4242 4242')).toBe(true)
    expect(accepts('4242 4242 4242 4241')).toBe(false)
    // A digit that is doubled to more than nine.
    expect(accepts('4000 0000 0000 5001')).toBe(true)
  })

  it.each([
    '4242424242424242',
    '4242 4242 4242',
    '4242  4242 4242 4242',
    ' 4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '',
  ])('is refused as %j', (typed) => expect(accepts(typed)).toBe(false))

  it('is refused with any wrong digit or two swapped neighbouring digits', () => {
    const good = '4539578763621486'
    expect(hasLuhnCheck(good)).toBe(true)
    for (let index = 0; index < 16; index += 1) {
      const wrong = [...good]
      wrong[index] = String((Number(wrong[index]) + 1) % 10)
      expect(hasLuhnCheck(wrong.join(''))).toBe(false)
    }
    expect(hasLuhnCheck('4593578763621486')).toBe(false)
  })

  it('is grouped while typing', () => {
    expect(groupCardNumber('50712')).toBe('5071 2')
    expect(groupCardNumber('5071-2600 00000004999')).toBe('5071 2600 0000 0004')
  })
})
