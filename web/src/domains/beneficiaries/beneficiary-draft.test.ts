import { NewBeneficiary } from 'contract/transfers/beneficiaries.ts'
import { expect, it } from 'vitest'
import { emptyDraft, phoneOf, inputOf } from './beneficiary-draft.ts'

const filled = { ...emptyDraft, name: ' Sokhna   Diarra ', iban: ' SN08 SN99 ' }

it('sends trimmed values, and null for empty fields', () => {
  expect(NewBeneficiary.parse(inputOf({ ...filled, bic: 'soge frpp', comment: 'Loyer\nde mars' }))).toMatchObject({
    name: 'Sokhna Diarra',
    company_name: null,
    iban: 'SN08 SN99',
    country: null,
    bic: 'SOGEFRPP',
    phone: null,
    email: null,
    comment: 'Loyer de mars',
  })
})

it('sends the company name for a company', () => {
  expect(inputOf({ ...filled, kind: 'company' })).toMatchObject({ name: null, company_name: 'Sokhna Diarra' })
})

it('takes the kind from the name until it is selected', () => {
  expect(inputOf({ ...filled, name: 'Engrais du Fleuve SARL' })).toMatchObject({ name: null })
  expect(inputOf({ ...filled, name: 'Engrais du Fleuve SARL', kind: 'person' })).toMatchObject({ company_name: null })
})

it('sends the country only for an account without IBAN', () => {
  expect(inputOf({ ...filled, country: 'US' }).country).toBeNull()
  expect(inputOf({ ...filled, country: 'US', has_no_iban: true }).country).toBe('US')
})

it.each([
  ['+221', '77 123 45 67', '+221771234567'],
  ['+221', '+33 6 12 34 56 78', '+33612345678'],
  ['+221', '0033612345678', '+33612345678'],
  ['+33', '06 12 34 56 78', '+33612345678'],
  // In Côte d'Ivoire the zero is part of the number.
  ['+225', '07 12 34 56 78', '+2250712345678'],
  ['+221', '  ', null],
])('reads a telephone number with the country %s typed as "%s"', (dial_code, phone, read) => {
  expect(phoneOf({ dial_code, phone })).toBe(read)
})
