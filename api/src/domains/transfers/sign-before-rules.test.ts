import { expect, it } from 'vitest'
import { firstToSignBefore, signBefore } from './sign-before-rules.ts'

const tariff = {
  large_value_threshold: 50_000_000,
  sica_fee: 500,
  sica_regional_fee: 1_000,
  star_fee: 5_000,
  swift_fee_basis_points: 25,
  swift_fee_min: 5_000,
  swift_fee_max: 50_000,
  taf_basis_points: 1_700,
  sica_cut_off: 15 * 60 + 30,
  star_cut_off: 14 * 60,
  swift_cut_off: 11 * 60,
  instant_company_fee: 0,
}
const at = (now: string) => ({ now: new Date(now), tariff, holidays: new Set<string>() })

it('is the cut-off of the date, or of today for an order without a date', () => {
  const friday = at('2026-11-27T09:00:00Z')
  expect(signBefore({ network: 'sica', due_on: null }, friday)).toEqual(new Date('2026-11-27T15:30:00Z'))
  expect(signBefore({ network: 'swift', due_on: '2026-11-30' }, friday)).toEqual(new Date('2026-11-30T11:00:00Z'))
})

it('is absent where no moment decides: inside the bank, after the cut-off, on a closed day, for a late order', () => {
  const friday = at('2026-11-27T16:00:00Z')
  expect(signBefore({ network: 'book', due_on: '2026-11-30' }, friday)).toBeNull()
  expect(signBefore({ network: null, due_on: null }, friday)).toBeNull()
  expect(signBefore({ network: 'sica', due_on: null }, friday)).toBeNull()
  expect(signBefore({ network: 'sica', due_on: '2026-11-26' }, friday)).toBeNull()
  expect(signBefore({ network: 'sica', due_on: null }, at('2026-11-28T09:00:00Z'))).toBeNull()
})

it('is the first of several networks, which an internal transfer does not have', () => {
  const friday = at('2026-11-27T09:00:00Z')
  expect(firstToSignBefore(['book', 'sica', 'star', 'sica'], '2026-11-30', friday)).toEqual(
    new Date('2026-11-30T14:00:00Z'),
  )
  expect(firstToSignBefore(['book'], '2026-11-30', friday)).toBeNull()
})
