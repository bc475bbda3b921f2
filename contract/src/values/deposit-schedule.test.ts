import { assert as check, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  depositFrequencies,
  depositInterest,
  depositSchedule,
  depositStanding,
  type DepositTerms,
  daysBetween,
  earlyBreak,
  maturityOf,
} from './deposit-schedule.ts'

const example: DepositTerms = {
  principal: 6_000_000,
  rate: 4.8,
  value_date: '2026-01-31',
  term: 9,
  frequency: 'quarterly',
  basis: 360,
  withholding_rate: 8,
}

describe('the interest of a term deposit', () => {
  it('equals the example of the domain model to the franc', () => {
    expect(
      depositSchedule(example).map(({ from, to, days, gross, withholding, net }) => [
        from,
        to,
        days,
        gross,
        withholding,
        net,
      ]),
    ).toEqual([
      ['2026-01-31', '2026-04-30', 89, 71_200, 5_696, 65_504],
      ['2026-04-30', '2026-07-31', 92, 73_600, 5_888, 67_712],
      ['2026-07-31', '2026-10-31', 92, 73_600, 5_888, 67_712],
    ])
  })

  it('numbers its payments', () => {
    expect(depositSchedule(example).map(({ place }) => place)).toEqual([1, 2, 3])
    expect(depositSchedule({ ...example, frequency: 'maturity' })).toMatchObject([{ place: 1, gross: 218_400 }])
  })

  it('equals the example of the domain model on 10 June', () => {
    expect(depositStanding(example, '2026-06-10')).toEqual({
      paid: 71_200,
      cumulated: 104_000,
      remaining: 147_200,
      total: 218_400,
      last_payment_date: '2026-04-30',
    })
    expect(depositStanding(example, '2026-04-30')).toMatchObject({ paid: 71_200, last_payment_date: '2026-04-30' })
    expect(depositStanding(example, '2026-04-29')).toMatchObject({ paid: 0, last_payment_date: null })
  })

  it('stops at maturity, and is zero before the start', () => {
    expect(depositStanding(example, '2027-01-01')).toMatchObject({ paid: 218_400, cumulated: 218_400, remaining: 0 })
    for (const day of ['2026-01-30', '2026-01-31'])
      expect(depositStanding(example, day)).toMatchObject({ paid: 0, cumulated: 0, last_payment_date: null })
  })

  it('is zero if the deposit is broken within thirty days, and two points lower afterwards', () => {
    const rules = { rate_reduction: 2, min_days: 30 }
    expect(earlyBreak(example, '2026-03-01', 0, rules)).toMatchObject({ days: 29, gross: 0, returned: 6_000_000 })
    expect(earlyBreak(example, '2026-03-02', 0, rules)).toMatchObject({ days: 30, rate: 2.8, gross: 14_000 })
    expect(earlyBreak({ ...example, rate: 3 }, '2026-06-10', 0, rules)).toMatchObject({ rate: 1, gross: 21_667 })
    // 130 days at 2.8 %: 60,667 gross, 4,853 withheld; 65,504 were paid in April.
    expect(earlyBreak(example, '2026-06-10', 65_504, rules)).toEqual({
      days: 130,
      rate: 2.8,
      gross: 60_667,
      withholding: 4_853,
      net: 55_814,
      paid_net: 65_504,
      returned: 5_990_310,
    })
    expect(earlyBreak({ ...example, rate: 1.5 }, '2026-06-10', 0, rules)).toMatchObject({ rate: 0, gross: 0 })
    expect(earlyBreak(example, '2026-03-01', 0, { rate_reduction: 0.5, min_days: 10 })).toMatchObject({
      days: 29,
      rate: 4.3,
      gross: 20_783,
    })
  })

  it('sums to the rounded interest of the whole term, for any terms', () => {
    const terms = record({
      principal: integer({ min: 1, max: 90_000_000_000 }),
      rate: integer({ min: 0, max: 12_000 }).map((thousandths) => thousandths / 1_000),
      value_date: integer({ min: 0, max: 3_000 }).map((day) =>
        new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10),
      ),
      term: integer({ min: 1, max: 60 }),
      frequency: constantFrom(...depositFrequencies),
      basis: constantFrom(360 as const, 365 as const),
      withholding_rate: constantFrom(0, 8),
    })
    check(
      property(terms, (drawn) => {
        const lines = depositSchedule(drawn)
        const days = daysBetween(drawn.value_date, maturityOf(drawn))
        expect(lines.reduce((sum, line) => sum + line.gross, 0)).toBe(depositInterest(drawn, days))
        expect(lines.reduce((sum, line) => sum + line.days, 0)).toBe(days)
        for (const line of lines)
          expect([line.days > 0, line.gross >= 0, line.net + line.withholding]).toEqual([true, true, line.gross])
      }),
    )
  })

  it('pays no more before maturity than the whole term earns, where each period rounds up', () => {
    // Half a franc a month rounds to 1: eight months pay more than the 6 francs of the year.
    const tiny = { ...example, principal: 1_000, rate: 0.6, term: 12, frequency: 'monthly' } as const
    const paid = depositSchedule(tiny).map(({ gross }) => gross)
    expect(paid.every((gross) => gross >= 0)).toBe(true)
    expect(paid.reduce((sum, gross) => sum + gross, 0)).toBe(6)
  })
})
