import { describe, expect, it } from 'vitest'
import { nextAfter } from '../accounts/payment-rules.ts'
import {
  failureOf,
  quoteOf,
  remainingCaps,
  seriesObjection,
  topupCharges,
  topupObjection,
  type TopupTariff,
} from './topup-rules.ts'

const tariff: TopupTariff = {
  topup_min: 5_000,
  topup_max: 2_000_000,
  card_holding_cap: 2_000_000,
  card_monthly_cap: 10_000_000,
  topup_fee_basis_points: 100,
  topup_fee_min: 500,
  topup_fee_max: 10_000,
  taf_basis_points: 1700,
  pending_order_days: 30,
}
const empty = { balance: 0, held: 0, waiting: 0, loaded_in_month: 0 }

describe('the fee of a top-up', () => {
  it.each([
    [5_000, 500, 85],
    [50_000, 500, 85],
    [50_050, 501, 85],
    [75_000, 750, 128],
    [250_000, 2_500, 425],
    [1_000_000, 10_000, 1_700],
    [2_000_000, 10_000, 1_700],
  ])('of %i francs is %i, with %i of TAF', (amount, fees, tax) =>
    expect(topupCharges(amount, tariff)).toEqual({ fees, tax }),
  )
})

describe('the limits of a card', () => {
  it('accept amounts between the minimum and the maximum, both included', () => {
    expect(topupObjection(5_000, 'active', empty, tariff)).toBeNull()
    expect(topupObjection(2_000_000, 'active', empty, tariff)).toBeNull()
    expect(topupObjection(4_999, 'active', empty, tariff)?.code).toBe('topup_out_of_range')
    // A parameter never exceeds the limits of the specification.
    expect(
      topupObjection(2_000_001, 'active', empty, { ...tariff, topup_max: 9_000_000, card_holding_cap: 9_000_000 })
        ?.code,
    ).toBe('topup_out_of_range')
  })

  it('stop at the maximum balance and the monthly maximum, pending top-ups included', () => {
    const load = { balance: 500_000, held: 1_500_000, waiting: 200_000, loaded_in_month: 9_700_000 }
    expect(remainingCaps(load, tariff)).toEqual({ holding_left: 300_000, monthly_left: 100_000 })
    expect(topupObjection(300_001, 'active', load, tariff)?.code).toBe('holding_cap_exceeded')
    expect(topupObjection(100_001, 'active', load, tariff)?.code).toBe('monthly_cap_exceeded')
    expect(topupObjection(100_000, 'active', load, tariff)).toBeNull()
    expect(topupObjection(300_000, 'active', { ...load, loaded_in_month: 0 }, tariff)).toBeNull()
    const over = { ...load, waiting: 900_000 }
    expect(remainingCaps(over, tariff)).toEqual({ holding_left: 0, monthly_left: 0 })
  })

  it.each(['blocked', 'opposed', 'expired'] as const)('refuse every top-up while the card is %s', (status) =>
    expect(topupObjection(50_000, status, empty, tariff)?.code).toBe('card_not_active'),
  )

  it('names the reason why a date of a series failed', () => {
    const states = { payer_status: 'active', card_status: 'active' } as const
    expect(failureOf(50_000, states, empty, tariff)).toBeNull()
    expect(failureOf(50_000, { ...states, payer_status: 'blocked' }, empty, tariff)).toBe('payer')
    expect(failureOf(50_000, { ...states, card_status: 'expired' }, empty, tariff)).toBe('card_expired')
    expect(failureOf(50_000, { ...states, card_status: 'opposed' }, empty, tariff)).toBe('card_blocked')
    expect(failureOf(50_000, states, { ...empty, held: 1_960_000 }, tariff)).toBe('holding_cap')
    expect(failureOf(50_000, states, { ...empty, held: 1_950_000, loaded_in_month: 9_950_000 }, tariff)).toBeNull()
    expect(failureOf(50_000, states, { ...empty, loaded_in_month: 9_960_000 }, tariff)).toBe('monthly_cap')
  })
})

it('gives another quote id for another amount, fee, tax or card', () => {
  const totals = { card_id: 'a', amount: 50_000, fees: 500, tax: 85 }
  expect(quoteOf(totals)).toBe(quoteOf({ ...totals }))
  for (const other of [{ amount: 50_001 }, { fees: 501 }, { tax: 86 }, { card_id: 'b' }])
    expect(quoteOf({ ...totals, ...other })).not.toBe(quoteOf(totals))
})

describe('a series', () => {
  const monthly = { periodicity: 'monthly', start_date: '2026-01-31', end_date: '2026-04-30' } as const

  it('continues with the first date after today, counted from its start', () => {
    expect(nextAfter(monthly, 0, '2026-02-28', new Set())?.nominal).toBe('2026-03-31')
    expect(nextAfter(monthly, 0, '2026-03-31', new Set())?.nominal).toBe('2026-04-30')
    expect(nextAfter(monthly, 0, '2026-04-30', new Set())).toBeNull()
  })

  it('starts tomorrow at the earliest, within a year, and ends after it starts', () => {
    const objectionTo = (start_date: string, end_date: string | null = null) =>
      seriesObjection({ start_date, end_date }, '2027-03-31', '2026-03-10')?.code
    expect(objectionTo('2026-03-10')).toBe('start_in_the_past')
    expect(objectionTo('2026-03-11', '2026-03-11')).toBeUndefined()
    expect(objectionTo('2027-03-11')).toBeUndefined()
    expect(objectionTo('2027-03-12')).toBe('start_too_far')
    expect(objectionTo('2026-03-12', '2026-03-11')).toBe('end_before_start')
  })

  it('starts while the card can be used', () => {
    const series = { start_date: '2026-04-30', end_date: null }
    expect(seriesObjection(series, '2026-04-30', '2026-03-10')).toBeNull()
    expect(seriesObjection({ ...series, start_date: '2026-05-01' }, '2026-04-30', '2026-03-10')).toEqual({
      code: 'card_expires_before',
      facts: { expiry: { fr: '30 avril 2026', en: '30 April 2026' } },
    })
  })
})
