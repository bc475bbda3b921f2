import { describe, expect, it } from 'vitest'
import { Email, Phone, showPhone, tidyPhone } from './contact.ts'

const isPhone = (typed: string) => Phone.safeParse(tidyPhone(typed)).success

describe('a telephone number', () => {
  it.each([
    ['77 512 34 56', '+221775123456'],
    ['+221 33 800 00 10', '+221338000010'],
    ['00221-70-123-45-67', '+221701234567'],
    ['221781234567', '+221781234567'],
    ['+33 6 12 34 56 78', '+33612345678'],
    ['+225 07 12 34 56 78', '+2250712345678'],
    ['+1 (514) 555-0199', '+15145550199'],
    ['+229 01 97 00 00 00', '+2290197000000'],
  ])('%s is normalised to %s', (typed, phone) => {
    expect(tidyPhone(typed)).toBe(phone)
    expect(isPhone(typed)).toBe(true)
  })

  it.each([
    '12',
    '79 512 34 56',
    '77 512 34 5',
    '77 512 34 567',
    '+221 12 345 67 89',
    '+999 123456789',
    '+33 0 12 34 56 78',
    '+229 97 12 34 56',
    '+229 02 97 12 34 56',
    'abc',
    '+٢٢١٧٧٥١٢٣٤٥٦',
    '+',
  ])('%s is refused', (typed) => expect(isPhone(typed)).toBe(false))

  it('is displayed in groups', () => {
    expect(showPhone('+221775123456')).toBe('+221 77 512 34 56')
    expect(showPhone('+221 77 000 00 01')).toBe('+221 77 000 00 01')
    expect(showPhone('+33612345678')).toBe('+33 6 12 34 56 78')
    expect(showPhone('poste 12')).toBe('poste 12')
  })
})

describe('an e-mail address', () => {
  it.each(['awa.ndiaye@courrier.example', "o'neil+bank@sub.domain.sn", 'A@b.co'])('%s is accepted', (email) => {
    expect(Email.safeParse(email).success).toBe(true)
  })

  it.each([
    '',
    'awa',
    'awa@courrier',
    'awa@@courrier.sn',
    'a b@courrier.sn',
    '.awa@courrier.sn',
    'awa.@courrier.sn',
    'awa@-courrier.sn',
    'awa@courrier.sn\r\nBcc: tous@courrier.sn',
    'awa@courrier.sn\n',
    '"awa ndiaye"@courrier.sn',
    'awa@courrier.sn, fatou@courrier.sn',
    'awa@courrier.sn>',
    `${'a'.repeat(250)}@courrier.sn`,
    'awa@cоurrier.sn\u200b',
  ])('%j is refused', (email) => {
    expect(Email.safeParse(email).success).toBe(false)
  })

  it('is validated quickly, whatever its length', () => {
    const start = Date.now()
    for (const text of [
      `${'a.'.repeat(20_000)}@${'b-'.repeat(20_000)}`,
      'a@' + 'b.'.repeat(60_000),
      'a'.repeat(100_000),
    ])
      expect(Email.safeParse(text).success).toBe(false)
    expect(Date.now() - start).toBeLessThan(500)
  })
})
