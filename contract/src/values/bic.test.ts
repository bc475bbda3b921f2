import { expect, it } from 'vitest'
import { Bic, isBic, isBicOf } from './bic.ts'

it('is letters, a country that exists, a place and perhaps a branch', () => {
  for (const bic of ['SOGEFRPP', 'SOGEFRPPXXX', 'TERASNDA', 'ECOCSNDA', 'CITIUS33', 'NCBVXKPR'])
    expect(isBic(bic)).toBe(true)
  // The fifth character a digit, no such country, too short, an invalid length, lower case.
  for (const bic of ['ECOC5NDA', 'ECOCZZDA', 'ECOCXXDA', 'SOGEFRP', 'SOGEFRPPX', 'sogefrpp', '', 'SOGEFRPP '])
    expect(isBic(bic)).toBe(false)
  expect(Bic.safeParse('ECOCZZDA').error?.issues.map(({ message }) => message)).toEqual(['bic_invalid'])
})

it('is of the country of the account, or of a territory that has its IBANs', () => {
  expect(isBicOf('SOGEFRPP', 'FR')).toBe(true)
  expect(isBicOf('BREDGPGX', 'FR')).toBe(true)
  expect(isBicOf('BARCGGSP', 'GB')).toBe(true)
  expect(isBicOf('SOGEFRPP', 'DE')).toBe(false)
  expect(isBicOf('SOGEFRPP', 'GP')).toBe(false)
})
