import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  businessDayFrom,
  businessDaysAfter,
  dueDate,
  dueDatesFrom,
  isBusinessDay,
  occurrenceDate,
  periodicities,
} from './calendar.ts'

const none = new Set<string>()
const dates = (anchor: string, periodicity: (typeof periodicities)[number], count: number) =>
  Array.from({ length: count }, (_, occurrence) => occurrenceDate(anchor, periodicity, occurrence))

describe('a recurring date', () => {
  it('is counted from its first date, and moved to the last day of a shorter month', () => {
    expect(dates('2026-08-31', 'monthly', 8)).toEqual([
      '2026-08-31',
      '2026-09-30',
      '2026-10-31',
      '2026-11-30',
      '2026-12-31',
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
    ])
    expect(dates('2028-02-29', 'yearly', 5)).toEqual([
      '2028-02-29',
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ])
    expect(dates('2026-02-28', 'monthly', 2)).toEqual(['2026-02-28', '2026-03-28'])
    expect(dates('2026-01-31', 'quarterly', 3)).toEqual(['2026-01-31', '2026-04-30', '2026-07-31'])
    expect(dates('2026-08-31', 'biannual', 3)).toEqual(['2026-08-31', '2027-02-28', '2027-08-31'])
    expect(dates('2026-12-28', 'weekly', 2)).toEqual(['2026-12-28', '2027-01-04'])
  })

  const day = fc
    .date({ min: new Date('2024-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10))
  it('is always later than the previous one, and stays in its month', () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...periodicities), fc.nat(200), (anchor, periodicity, occurrence) => {
        const [one, next] = [
          occurrenceDate(anchor, periodicity, occurrence),
          occurrenceDate(anchor, periodicity, occurrence + 1),
        ]
        expect(next > one).toBe(true)
        expect(occurrenceDate(anchor, periodicity, 0)).toBe(anchor)
        if (periodicity !== 'weekly') expect(Number(one.slice(8))).toBeLessThanOrEqual(Number(anchor.slice(8)))
      }),
    )
  })
  it('is reversible in the middle of the month', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -60, max: 60 }), (at, months) => {
        const middle = `${at.slice(0, 8)}15`
        expect(addMonths(addMonths(middle, months), -months)).toBe(middle)
      }),
    )
  })
})

describe('business days', () => {
  const holidays = new Set(['2026-05-01', '2026-05-14', '2026-05-25'])
  it('are Monday to Friday, except holidays', () => {
    expect(isBusinessDay('2026-05-01', holidays)).toBe(false)
    expect(isBusinessDay('2026-05-02', holidays)).toBe(false)
    expect(isBusinessDay('2026-05-04', holidays)).toBe(true)
    expect(businessDayFrom('2026-05-01', holidays)).toBe('2026-05-04')
    expect(businessDayFrom('2026-05-04', holidays)).toBe('2026-05-04')
  })
  it('are counted without holidays and weekends', () => {
    expect(businessDaysAfter('2026-04-30', 1, holidays)).toBe('2026-05-04')
    expect(businessDaysAfter('2026-05-13', 2, holidays)).toBe('2026-05-18')
    expect(businessDaysAfter('2026-05-13', 0, holidays)).toBe('2026-05-13')
  })
  it('move one occurrence and not those after it', () => {
    const series = { start_date: '2026-05-01', end_date: null, periodicity: 'monthly' as const }
    expect(dueDatesFrom(series, 0, 3, holidays)).toEqual([
      { occurrence: 0, nominal: '2026-05-01', due: '2026-05-04' },
      { occurrence: 1, nominal: '2026-06-01', due: '2026-06-01' },
      { occurrence: 2, nominal: '2026-07-01', due: '2026-07-01' },
    ])
  })
  it('can be after the end of a series whose nominal date is not', () => {
    const series = { start_date: '2026-01-31', end_date: '2026-01-31', periodicity: 'monthly' as const }
    expect(dueDate(series, 0, none)).toEqual({ occurrence: 0, nominal: '2026-01-31', due: '2026-02-02' })
    expect(dueDate(series, 1, none)).toBeNull()
    expect(dueDatesFrom(series, 0, 9, none)).toHaveLength(1)
  })
  it('continue into the next year', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(businessDayFrom('2027-01-01', new Set(['2027-01-01']))).toBe('2027-01-04')
  })
})
