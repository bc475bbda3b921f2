import { assert as check, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effectiveRate, graces, loanPeriods, loanSchedule, type LoanTerms, taxModes } from './loan-schedule.ts'

const example: LoanTerms = {
  amount: 1_200_000,
  rate: 9,
  count: 6,
  period: 'monthly',
  first_due_date: '2026-03-31',
  insurance_rate: 0.6,
  tax_rate: 17,
  tax_mode: 'on_top',
  grace: null,
  grace_count: 0,
}
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

describe('the schedule of a loan', () => {
  it('equals the example of the domain model to the franc', () => {
    const rows = loanSchedule(example).map(
      ({ due_date, principal, interest, fees, taxes, instalment, outstanding }) => [
        due_date,
        principal,
        interest,
        fees,
        taxes,
        instalment,
        outstanding,
      ],
    )
    expect(rows).toEqual([
      ['2026-03-31', 196_283, 9_000, 600, 1_530, 207_413, 1_003_717],
      ['2026-04-30', 197_755, 7_528, 600, 1_280, 207_163, 805_962],
      ['2026-05-31', 199_238, 6_045, 600, 1_028, 206_911, 606_724],
      ['2026-06-30', 200_733, 4_550, 600, 774, 206_657, 405_991],
      ['2026-07-31', 202_238, 3_045, 600, 518, 206_401, 203_753],
      ['2026-08-31', 203_753, 1_528, 600, 260, 206_141, 0],
    ])
  })

  it('states a TEG of 13.52 % with a file fee of 12,000 francs', () => {
    expect(effectiveRate(example, loanSchedule(example), 12_000)).toBe(13.52)
    expect(effectiveRate(example, loanSchedule({ ...example, insurance_rate: 0 }), 0)).toBe(9)
  })

  it('has the interest rate as TEG if only taxed interest is paid, whatever the grace period', () => {
    for (const grace of [...graces, null])
      for (const tax_rate of [0, 17]) {
        const terms: LoanTerms = {
          ...example,
          amount: 5_000_000,
          rate: 8,
          count: 24,
          insurance_rate: 0,
          tax_rate,
          grace,
          grace_count: 6,
        }
        expect(effectiveRate(terms, loanSchedule(terms), 0)).toBe(8)
      }
  })

  it('divides the capital evenly without interest', () => {
    const lines = loanSchedule({ ...example, amount: 1_000_000, rate: 0, count: 3, insurance_rate: 0 })
    expect(lines.map(({ instalment }) => instalment)).toEqual([333_333, 333_333, 333_334])
    expect(effectiveRate(example, lines, 0)).toBe(0)
  })

  it('charges interest alone in a partial grace period, and adds it to the capital in a total one', () => {
    const partial = loanSchedule({ ...example, grace: 'partial', grace_count: 2 })
    expect(partial.slice(0, 2).map(({ principal, interest, instalment }) => [principal, interest, instalment])).toEqual(
      [
        [0, 9_000, 11_130],
        [0, 9_000, 11_130],
      ],
    )
    const total = loanSchedule({ ...example, grace: 'total', grace_count: 2 })
    expect(
      total.slice(0, 2).map(({ principal, instalment, outstanding }) => [principal, instalment, outstanding]),
    ).toEqual([
      [-10_530, 600, 1_210_530],
      [-10_622, 600, 1_221_152],
    ])
  })

  it('keeps the whole payment constant when the tax is included', () => {
    const lines = loanSchedule({ ...example, tax_mode: 'included', insurance_rate: 0 })
    expect(new Set(lines.slice(0, -1).map(({ instalment }) => instalment)).size).toBe(1)
  })

  it('counts each due date from the first', () => {
    const dates = loanSchedule({ ...example, period: 'quarterly', first_due_date: '2027-11-30', count: 3 }).map(
      ({ due_date }) => due_date,
    )
    expect(dates).toEqual(['2027-11-30', '2028-02-29', '2028-05-30'])
  })

  it('meets the invariants of a schedule for any terms', () => {
    const terms = record({
      amount: integer({ min: 1_000, max: 5_000_000_000 }),
      rate: integer({ min: 0, max: 24_000 }).map((thousandths) => thousandths / 1_000),
      count: integer({ min: 1, max: 240 }),
      period: constantFrom(...loanPeriods),
      insurance_rate: integer({ min: 0, max: 2_000 }).map((thousandths) => thousandths / 1_000),
      tax_rate: constantFrom(0, 7, 17),
      tax_mode: constantFrom(...taxModes),
      grace: constantFrom(...graces, null),
      grace_count: integer({ min: 0, max: 24 }),
    })
    check(
      property(terms, (drawn) => {
        const grace_count = Math.min(drawn.grace_count, drawn.count - 1)
        const lines = loanSchedule({ ...drawn, grace_count, first_due_date: '2026-01-31' })
        expect(sum(lines.map(({ principal }) => principal))).toBe(drawn.amount)
        expect(lines.at(-1)?.outstanding).toBe(0)
        for (const [place, line] of lines.entries()) {
          expect(line.instalment).toBe(line.principal + line.interest + line.fees + line.taxes)
          expect(line.instalment).toBeGreaterThanOrEqual(0)
          const before = place === 0 ? drawn.amount : (lines[place - 1]?.outstanding ?? 0)
          expect(line.outstanding).toBe(before - line.principal)
          if (!(drawn.grace === 'total' && place < grace_count)) expect(line.outstanding).toBeLessThanOrEqual(before)
        }
      }),
    )
  })

  it('refuses terms without a valid schedule', () => {
    expect(() => loanSchedule({ ...example, grace: 'partial', grace_count: 6 })).toThrow(RangeError)
  })
})
