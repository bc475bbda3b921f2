import { NewCard } from 'contract/products/prepaid-cards.ts'
import { expect, it } from 'vitest'
import { readExpiry, typeExpiry } from './expiry-typing.ts'

it.each([
  ['12/29', '2029-12'],
  ['1229', '2029-12'],
  ['12/2029', '2029-12'],
  ['122029', '2029-12'],
  ['1/28', '2028-01'],
  ['09 / 27', '2027-09'],
])('formats %j as on the card', (typed, month) => expect(readExpiry(typeExpiry(typed))).toBe(month))

it.each(['12', '12/2', '12/202', 'décembre', '12/20290'])('leaves %j unchanged, which is not a month', (typed) =>
  expect(readExpiry(typed)).toBe(typed),
)

it('leaves an invalid month to the validation of the contract', () => {
  expect(NewCard.shape.expiry.safeParse(readExpiry('13/29')).success).toBe(false)
})
