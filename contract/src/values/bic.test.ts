import { expect, it } from 'vitest'
import { Bic, isBic, isBicOf } from './bic.ts'

it('consists of letters, an existing country, a location and an optional branch', () => {
  for (const bic of ['SOGEFRPP', 'SOGEFRPPXXX', 'TERASNDA', 'ECOCSNDA', 'CITIUS33', 'NCBVXKPR'])
    expect(isBic(bic)).toBe(true)
  // The fifth character a digit, no such country, too short, an invalid length, lower case.
  for (const bic of ['ECOC5NDA', 'ECOCZZDA', 'ECOCXXDA', 'SOGEFRP', 'SOGEFRPPX', 'sogefrpp', '', 'SOGEFRPP '])
    expect(isBic(bic)).toBe(false)
  expect(Bic.safeParse('ECOCZZDA').error?.issues.map(({ message }) => message)).toEqual(['bic_invalid'])
})

it('matches the country of the account, or a territory that uses its IBANs', () => {
  expect(isBicOf('SOGEFRPP', 'FR')).toBe(true)
  expect(isBicOf('BREDGPGX', 'FR')).toBe(true)
  expect(isBicOf('BARCGGSP', 'GB')).toBe(true)
  expect(isBicOf('SOGEFRPP', 'DE')).toBe(false)
  expect(isBicOf('SOGEFRPP', 'GP')).toBe(false)
})
