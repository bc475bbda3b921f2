import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ibanFault, ibanFrom, isInternational, normaliseAccountNumber, ribKey, ribOf } from './iban.ts'

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
  expect(ibanFault(iban)).toBeNull()
  expect(isInternational(iban)).toBe(false)
})

it.each(['FR1420041010050500013M02606', 'MR1300020001010000123456753'])('accepts %s, from outside the union', (iban) => {
  expect(ibanFault(iban)).toBeNull()
  expect(isInternational(iban)).toBe(true)
})

describe('the key of a RIB', () => {
  it('is the one of the worked example', () => {
    expect(ribKey('SN99901001123456789012')).toBe('95')
    expect(ibanFrom('SN', 'SN999', '01001', '123456789012')).toBe('SN08SN999010011234567890' + '1295')
  })

  it('is checked beside mod 97, which alone would accept a wrong one', () => {
    // The check digits are right for this key, and the key is wrong.
    const bban = 'SN99901001123456789012' + '94'
    const remainder = [...`${bban}SN00`].map((char) => (/\d/.test(char) ? char : String(char.charCodeAt(0) - 55))).join('')
    const digits = String(98n - (BigInt(remainder) % 97n)).padStart(2, '0')
    expect(ibanFault(`SN${digits}${bban}`)).toBe('rib_key_invalid')
  })

  it('makes every Senegalese IBAN begin with SN08', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`))
    fc.assert(
      fc.property(digits(3), digits(5), digits(12), (bank, branch, account) => {
        const iban = ibanFrom('SN', `SN${bank}`, branch, account)
        expect(iban.slice(0, 4)).toBe('SN08')
        expect(ibanFault(iban)).toBeNull()
        expect(ribOf(iban)).toEqual({ bank_code: `SN${bank}`, branch_code: branch, account_number: account, key: iban.slice(26) })
      }),
    )
  })
})

it('refuses any single digit that is mistyped', () => {
  for (const iban of published) {
    for (let place = 4; place < iban.length; place += 1) {
      if (!/\d/.test(iban.charAt(place))) continue
      const typed = iban.slice(0, place) + String((Number(iban.charAt(place)) + 1) % 10) + iban.slice(place + 1)
      expect(ibanFault(typed)).not.toBeNull()
    }
  }
})

it.each(['', 'SN', 'SN08', 'SN08 SN01', 'SN08SN01001520000485000030350', 'XX', '🙂'.repeat(14), 'SN08SN010015200004850000303٥'])(
  'refuses "%s"',
  (typed) => expect(ibanFault(typed)).toBe('iban_invalid'),
)

it('drops every kind of blank and raises the letters', () => {
  expect(normaliseAccountNumber(' sn08\u00A0SN01\u202F0015 2000\t0485 0000 3035\n')).toBe('SN08SN0100152000048500003035')
})
