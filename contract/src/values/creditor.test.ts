import { describe, expect, it } from 'vitest'
import { isCreditorId, isMandateReference, tidyCreditorId } from './creditor.ts'

describe('a creditor identifier', () => {
  it('is valid if its check digits match the country and the national part, whatever its business code', () => {
    expect(isCreditorId('DE98ZZZ09999999999')).toBe(true)
    expect(isCreditorId('DE98ABC09999999999')).toBe(true)
    expect(isCreditorId(tidyCreditorId('de98 zzz 0999 9999 999'))).toBe(true)
  })
  it.each([
    'DE97ZZZ09999999999',
    'DE98ZZZ09999999998',
    'FR98ZZZ09999999999',
    'DE98ZZZ',
    'de98zzz09999999999',
    '',
    'DE98ZZZ0999999999\u06669',
  ])('is invalid: %s', (id) => {
    expect(isCreditorId(id)).toBe(false)
  })
})

describe('a mandate reference', () => {
  it.each(['RUM-0042', 'A', "L'EAU (2026) 1/2", 'X'.repeat(35)])('is valid: %s', (umr) => {
    expect(isMandateReference(umr)).toBe(true)
  })
  it.each(['', '/RUM', 'RUM/', 'RUM//1', ' RUM', 'RUM ', 'RÉF', 'X'.repeat(36), 'A\u0000', 'A_B'])(
    'is invalid: %s',
    (umr) => {
      expect(isMandateReference(umr)).toBe(false)
    },
  )
})
