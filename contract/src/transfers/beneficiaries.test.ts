import { expect, it } from 'vitest'
import { BeneficiaryChange, NewBeneficiary } from './beneficiaries.ts'

const SENEGAL = 'SN08 SN99 9020 0110 0045 1010 0165'
const FRANCE = 'FR14 2004 1010 0505 0001 3M02 606'

it('a postcode of Senegal has five digits, one of another country 3 to 10 characters', () => {
  const errors = (
    zip: string | null,
    account: { iban: string; country?: string; address_country?: string },
    name: string | null = 'Awa',
  ) =>
    NewBeneficiary.safeParse({ name, zip, ...account }).error?.issues.map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    ) ?? []
  const rib = SENEGAL.replaceAll(' ', '').slice(4)
  for (const iban of [SENEGAL, rib]) {
    expect(errors('12500', { iban })).toEqual([])
    expect(errors(null, { iban })).toEqual([])
    for (const zip of ['1250', '125000', '1250A', '12 50', '１２５００'])
      expect(errors(zip, { iban })).toEqual(['zip: invalid'])
  }
  for (const account of [{ iban: FRANCE }, { iban: '02100002199', country: 'US' }]) {
    for (const zip of ['101', 'SW1A 1AA', '1000-260', '1234567890']) expect(errors(zip, account)).toEqual([])
    for (const zip of ['12', '12345678901', '-12', '7501_']) expect(errors(zip, account)).toEqual(['zip: invalid'])
  }
  // Of the address, where it is in another country than the account.
  expect(errors('75005', { iban: SENEGAL, address_country: 'FR' })).toEqual([])
  expect(errors('SW1A 1AA', { iban: SENEGAL, address_country: 'GB' })).toEqual([])
  expect(errors('1250', { iban: FRANCE, address_country: 'SN' })).toEqual(['zip: invalid'])
  // While the form is not complete, too.
  expect(errors('1250', { iban: SENEGAL }, null)).toEqual(['name: required', 'zip: invalid'])
  expect(errors('1250', { iban: '' })).toEqual(['iban: required'])
  expect(BeneficiaryChange.safeParse({ name: 'Awa', zip: '1250', iban: SENEGAL, version: 1 }).success).toBe(false)
})
