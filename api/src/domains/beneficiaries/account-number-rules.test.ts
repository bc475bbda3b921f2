import { ibanFrom } from 'contract/values/iban.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bankPartsOf, ibanLength, maskName, readAccount } from './account-number-rules.ts'

const ours = ibanFrom('SN', 'SN999', '01003', '100001101001')

describe('an account number', () => {
  it.each([
    ['SN08 SN99 9010 0310 0001 1010 0169', 'SN', null],
    ['CI93 CI99 8010 3420 0700 1020 0154', 'CI', null],
    ['GW04GW1430010181800637601', 'GW', null],
    ['fr14 2004 1010 0505 0001 3m02 606', 'FR', null],
    ['MR13 0002 0001 0100 0012 3456 753', 'MR', null],
    ['FR14 2004 1010 0505 0001 3M02 607', 'FR', 'iban_invalid'],
    ['FR14 2004 1010 0505 0001 3M02 60', 'FR', 'iban_invalid'],
    ['US12 3456 7890 1234', 'US', 'country_unsupported'],
    ['SN999 01003 100001101001 70', 'SN', 'rib_key_invalid'],
    ['Banque', null, 'iban_invalid'],
    ['', null, 'iban_invalid'],
  ])('%s is of %s, with the error %s', (typed, country, error) => {
    expect(readAccount(typed)).toMatchObject({ country, error })
  })

  it('is accepted without IBAN only in countries that have no IBAN', () => {
    expect(readAccount('021 000 021 99', 'US')).toEqual({ iban: '02100002199', country: 'US', error: null })
    expect(readAccount('021 000 021 99').error).toBe('iban_invalid')
    expect(readAccount('021 000 021 99', 'FR').error).toBe('iban_invalid')
    expect(readAccount('021 000 021 99', 'SN').error).toBe('iban_invalid')
    // A reader must never take the number for an IBAN of the UEMOA.
    expect(readAccount('SNABC12345', 'US').error).toBe('iban_invalid')
    expect(readAccount('021-000-021', 'US').error).toBe('iban_invalid')
  })

  it('with any single changed digit is invalid', () => {
    const digits = [...ours].flatMap((char, index) => (/\d/.test(char) ? [index] : []))
    fc.assert(
      fc.property(fc.constantFrom(...digits), fc.integer({ min: 1, max: 9 }), (index, more) => {
        const wrong = ours.slice(0, index) + ((Number(ours[index]) + more) % 10) + ours.slice(index + 1)
        expect(readAccount(wrong).error).not.toBeNull()
      }),
    )
  })

  it('returns the length of an IBAN by country', () => {
    expect(['SN', 'GW', 'FR', 'US'].map(ibanLength)).toEqual([28, 25, 27, null])
  })

  it('names bank and branch in the UEMOA only', () => {
    expect(bankPartsOf(ours)).toEqual({ bank_code: 'SN999', branch_code: '01003' })
    expect(bankPartsOf('FR1420041010050500013M02606')).toBeNull()
  })
})

describe('a masked name', () => {
  it('contains enough for people who know the name to recognise it', () => {
    expect(maskName('Moustapha Thiam')).toBe('Mo•••• T••••')
    expect(maskName('Sine Agro Négoce SA - Salaires')).toBe('Si•••• A•••• N•••• S•••• S••••')
    expect(maskName('Éric')).toBe('Ér••••')
  })

  it('reveals neither the length nor more than three characters of two words', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdefghij'), minLength: 3, maxLength: 20 })
    fc.assert(
      fc.property(word, word, (first, last) => {
        expect(maskName(`${first} ${last}`)).toHaveLength('ab•••• c••••'.length)
      }),
    )
  })
})
