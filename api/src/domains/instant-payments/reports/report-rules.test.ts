import { describe, expect, it } from 'vitest'
import { announcedReport, differencesOf, dueDays, invoiceMonth } from './report-rules.ts'

describe('the due reports', () => {
  it('are those of yesterday, half an hour after midnight', () => {
    expect(dueDays(new Date('2026-03-10T00:29:59Z'), '2026-03-08')).toEqual([])
    expect(dueDays(new Date('2026-03-10T00:30:00Z'), '2026-03-08')).toEqual(['2026-03-09'])
    expect(dueDays(new Date('2026-03-10T09:00:00Z'), '2026-03-09')).toEqual([])
    expect(dueDays(new Date('2026-03-10T09:00:00Z'), null)).toEqual(['2026-03-09'])
  })

  it('after an outage are those of every day, of a month at most', () => {
    expect(dueDays(new Date('2026-03-02T09:00:00Z'), '2026-02-26')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
    expect(dueDays(new Date('2026-03-10T09:00:00Z'), '2025-03-09')).toHaveLength(31)
  })

  it('include the invoice of the month before', () => {
    expect(invoiceMonth(new Date('2026-01-01T00:29:00Z'))).toBe('2025-11-01')
    expect(invoiceMonth(new Date('2026-01-01T00:30:00Z'))).toBe('2025-12-01')
  })
})

it('reads the identifier of a report in its announcement only', () => {
  expect(announcedReport('RECOSNB99920260309000000 DISPONIBLE')).toBe('RECOSNB99920260309000000')
  expect(announcedReport('Maintenance dimanche : RECONNEXION')).toBeNull()
})

it('reports payments missing on either side, another amount and another direction', () => {
  expect(
    differencesOf([
      { end_to_end_id: 'same', ours: -100, theirs: -100 },
      { end_to_end_id: 'ours', ours: -100, theirs: null },
      { end_to_end_id: 'theirs', ours: null, theirs: 100 },
      { end_to_end_id: 'amount', ours: -100, theirs: -90 },
      { end_to_end_id: 'turned', ours: -100, theirs: null },
      { end_to_end_id: 'turned', ours: null, theirs: 100 },
    ]),
  ).toEqual([
    { end_to_end_id: 'ours', what: 'missing_there', ours: -100, theirs: null },
    { end_to_end_id: 'amount', what: 'amount', ours: -100, theirs: -90 },
    { end_to_end_id: 'turned', what: 'direction', ours: -100, theirs: 100 },
    { end_to_end_id: 'theirs', what: 'missing_here', ours: null, theirs: 100 },
  ])
})
