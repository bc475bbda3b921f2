import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ibanCheckDigits,
  ibanError,
  ibanFrom,
  isInternational,
  normaliseAccountNumber,
  readAccountNumber,
  ribKey,
  ribOf,
  groupByFour,
} from './iban.ts'

// Published examples of each country (domain.md 1.2).
const published = [
  'BJ66BJ0610100100144390000769',
  'BF42BF0840101300463574000390',
  'CI93CI0080111301134291200589',
  'GW04GW1430010181800637601',
  'ML13ML0160120102600100668497',
  'NE58NE0380100100130305000268',
  'SN08SN0100152000048500003035',
  'TG53TG0090604310346500400070',
]

it.each(published)('accepts the published example %s', (iban) => {
  expect(ibanError(iban)).toBeNull()
  expect(isInternational(iban)).toBe(false)
})

it.each(['FR1420041010050500013M02606', 'MR1300020001010000123456753'])(
  'accepts %s, from outside the UEMOA',
  (iban) => {
    expect(ibanError(iban)).toBeNull()
    expect(isInternational(iban)).toBe(true)
  },
)

describe('the key of a RIB', () => {
  it('equals the worked example', () => {
    expect(ribKey('SN99901001123456789012')).toBe('95')
    expect(ibanFrom('SN', 'SN999', '01001', '123456789012')).toBe('SN08SN999010011234567890' + '1295')
  })

  it('is checked in addition to mod 97, which alone would accept a wrong key', () => {
    // The check digits are valid for this key, but the key is not.
    const bban = 'SN99901001123456789012' + '94'
    const remainder = [...`${bban}SN00`]
      .map((char) => (/\d/.test(char) ? char : String(char.charCodeAt(0) - 55)))
      .join('')
    const digits = String(98n - (BigInt(remainder) % 97n)).padStart(2, '0')
    expect(ibanError(`SN${digits}${bban}`)).toBe('rib_key_invalid')
  })

  it('gives every Senegalese IBAN the check digits 08', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
    fc.assert(
      fc.property(digits(3), digits(5), digits(12), (bank, branch, account) => {
        const iban = ibanFrom('SN', `SN${bank}`, branch, account)
        expect(iban.slice(0, 4)).toBe('SN08')
        expect(ibanError(iban)).toBeNull()
        expect(ribOf(iban)).toEqual({
          bank_code: `SN${bank}`,
          branch_code: branch,
          account_number: account,
          key: iban.slice(26),
        })
      }),
    )
  })
})

it('refuses an IBAN with any single digit changed', () => {
  for (const iban of published) {
    for (let index = 4; index < iban.length; index += 1) {
      if (!/\d/.test(iban.charAt(index))) continue
      const typed = iban.slice(0, index) + String((Number(iban.charAt(index)) + 1) % 10) + iban.slice(index + 1)
      expect(ibanError(typed)).not.toBeNull()
    }
  }
})

it.each([
  '',
  'SN',
  'SN08',
  'SN08 SN01',
  'SN08SN01001520000485000030350',
  'XX',
  '🙂'.repeat(14),
  'SN08SN010015200004850000303٥',
])('refuses "%s"', (typed) => expect(ibanError(typed)).toBe('iban_invalid'))

it('refuses a number of another length than its country has, whatever its check digits', () => {
  const short = '12345678901234567890123'
  expect(ibanError(`SN${ibanCheckDigits('SN', short)}${short}`)).toBe('iban_invalid')
})

it('removes every kind of space and converts to upper case', () => {
  expect(normaliseAccountNumber(' sn08\u00A0SN01\u202F0015 2000\t0485 0000 3035\n')).toBe(
    'SN08SN0100152000048500003035',
  )
})

describe('a pasted account number', () => {
  const blanks = fc.constantFrom('', '', ' ', '\u00A0', '\u202F', '\t', '\n')
  const digits = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
  const aRib = fc
    .tuple(fc.constantFrom('SN', 'CI', 'ML', 'TG'), digits(3), digits(5), digits(12))
    .map(([country, bank, branch, account]) => ibanFrom(country, `${country}${bank}`, branch, account))
  const fanOut = (text: string) =>
    fc
      .array(blanks, { minLength: text.length + 1, maxLength: text.length + 1 })
      .map((gaps) => [...text].map((char, i) => gaps[i] + char).join('') + gaps.at(-1))

  it('is the same IBAN with any spacing, in lower case, with the IBAN or only its RIB', () => {
    fc.assert(
      fc.property(
        aRib.chain((iban) => fc.tuple(fc.constant(iban), fanOut(iban), fanOut(iban.slice(4)), fc.boolean())),
        ([iban, spaced, rib, isSmall]) => {
          for (const typed of [spaced, rib]) expect(readAccountNumber(isSmall ? typed.toLowerCase() : typed)).toBe(iban)
        },
      ),
    )
  })

  it('keeps a wrong RIB key, so that the error names the key', () => {
    const iban = readAccountNumber('SN999 01001 123456789012 96')
    expect(ibanError(iban)).toBe('rib_key_invalid')
  })

  it('accepts older bank codes with one letter', () => {
    const rib = 'K001001520000048500003'
    const read = readAccountNumber(`${rib}${ribKey(rib)}`)
    expect(read.slice(0, 2)).toBe('SN')
    expect(ibanError(read)).toBeNull()
  })

  it('stays unchanged if it is of another country', () => {
    expect(readAccountNumber('021 000021 123456789')).toBe('021000021123456789')
    expect(readAccountNumber('FR14 2004 1010 0505 0001 3M02 606')).toBe('FR1420041010050500013M02606')
  })
})

describe('the number of an account of e-money', () => {
  it('is a telephone number in pairs', () => {
    expect(groupByFour('+2250700000101')).toBe('+225 07 00 00 01 01')
    expect(groupByFour('+221771234567')).toBe('+221 77 123 45 67')
  })
})
