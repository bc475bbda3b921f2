import { describe, expect, it } from 'vitest'
import { lastDayOf, quarterBefore, quarterOf, scaleOf } from './overdraft-scale.ts'

const terms = { authorised: 100_000, rate: 1_200, excess_rate: 1_450, tax_rate: 1_700 }

describe('the scale of a quarter', () => {
  it('counts each balance for the days that it lasts, and the excess apart', () => {
    const scale = scaleOf(
      '2026-07-01',
      50_000,
      [
        { day: '2026-07-11', amount: -110_000 },
        { day: '2026-07-31', amount: -90_000 },
        { day: '2026-08-10', amount: 200_000 },
      ],
      terms,
    )
    expect(scale.lines).toEqual([
      { day: '2026-07-01', balance: 50_000, days: 10, numbers: 0, excess_numbers: 0 },
      { day: '2026-07-11', balance: -60_000, days: 20, numbers: 1_200_000, excess_numbers: 0 },
      { day: '2026-07-31', balance: -150_000, days: 10, numbers: 1_000_000, excess_numbers: 500_000 },
      { day: '2026-08-10', balance: 50_000, days: 52, numbers: 0, excess_numbers: 0 },
    ])
    // 2,200,000 at 12 % and 500,000 at 14.5 %, of 360 days: 733.33 + 201.39.
    expect(scale).toMatchObject({ numbers: 2_200_000, excess_numbers: 500_000, interest: 935, tax: 159 })
  })

  it('lasts the whole quarter without movements, and costs nothing without a debit balance', () => {
    const whole = scaleOf('2027-01-01', -36_000, [], terms)
    expect(whole.lines).toEqual([
      { day: '2027-01-01', balance: -36_000, days: 90, numbers: 3_240_000, excess_numbers: 0 },
    ])
    expect(whole).toMatchObject({ interest: 1_080, tax: 184 })
    expect(scaleOf('2027-01-01', 0, [{ day: '2027-02-01', amount: 5 }], terms)).toMatchObject({ interest: 0, tax: 0 })
  })

  it('calculates the quarters of days', () => {
    expect([quarterOf('2026-11-23'), quarterOf('2026-03-31'), quarterBefore('2026-01-01')]).toEqual([
      '2026-10-01',
      '2026-01-01',
      '2025-10-01',
    ])
    expect([lastDayOf('2026-01-01'), lastDayOf('2026-10-01')]).toEqual(['2026-03-31', '2026-12-31'])
  })
})
