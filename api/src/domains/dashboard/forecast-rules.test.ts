import { expect, it } from 'vitest'
import { type Announced, forecastOf, type Scheduled } from './forecast-rules.ts'

const NOV_20 = { today: '2026-11-20', days: 90, holidays: new Set(['2026-12-25']) }
const order = (more: Partial<Scheduled>): Scheduled => ({
  account_id: 'A',
  transfer_id: 'a',
  name: 'Ndèye Fall',
  label: 'Loyer',
  amount: 100_000,
  execution_date: '2026-11-25',
  series: null,
  ...more,
})
const announced: Announced = {
  account_id: 'B',
  name: 'Sahel Distribution',
  label: 'Virement annoncé',
  amount: 350_000,
  expected_on: '2026-11-23',
}

it('ends each day with the booked balance and everything due until then', () => {
  const { days, causes } = forecastOf(
    { balance: 1_000_000, overdraft: 0, scheduled: [order({})], announced: [announced] },
    NOV_20,
  )
  expect(days).toHaveLength(91)
  expect(days[0]).toEqual({ date: '2026-11-20', balance: 1_000_000 })
  expect(days.find(({ date }) => date === '2026-11-23')?.balance).toBe(1_350_000)
  expect(days.find(({ date }) => date === '2026-11-25')?.balance).toBe(1_250_000)
  expect(days.at(-1)).toEqual({ date: '2027-02-18', balance: 1_250_000 })
  expect(causes.map(({ account_id, date, amount }) => [account_id, date, amount])).toEqual([
    ['B', '2026-11-23', 350_000],
    ['A', '2026-11-25', -100_000],
  ])
})

it('counts orders that wait for a signature after their day as due today, and excludes orders after the period', () => {
  const scheduled = [order({ execution_date: '2026-11-18' }), order({ transfer_id: 'b', execution_date: '2027-03-01' })]
  const { causes } = forecastOf({ balance: 0, overdraft: 0, scheduled, announced: [] }, NOV_20)
  expect(causes.map(({ transfer_id, date }) => [transfer_id, date])).toEqual([['a', '2026-11-20']])
})

it('repeats a series on its business days until it ends', () => {
  const series = {
    start_date: '2026-09-25',
    end_date: '2027-01-31',
    periodicity: 'monthly',
    next_occurrence: 2,
  } as const
  const { causes } = forecastOf({ balance: 0, overdraft: 0, scheduled: [order({ series })], announced: [] }, NOV_20)
  // 25 December is a holiday and a Friday, so Monday the 28th.
  expect(causes.map(({ date }) => date)).toEqual(['2026-11-25', '2026-12-28', '2027-01-25'])
})

it('contains every week of a weekly series', () => {
  const series = { start_date: '2026-11-20', end_date: null, periodicity: 'weekly', next_occurrence: 0 } as const
  const { causes, days } = forecastOf(
    { balance: 0, overdraft: 0, scheduled: [order({ execution_date: '2026-11-20', series })], announced: [] },
    NOV_20,
  )
  expect(causes).toHaveLength(13)
  expect(days.at(-1)?.balance).toBe(-1_300_000)
})

it('covers a debit as long as the balance and the overdraft reach for everything before it', () => {
  const scheduled = [
    order({ amount: 60_000, execution_date: '2026-11-23' }),
    order({ transfer_id: 'b', amount: 60_000, execution_date: '2026-11-24' }),
    order({ transfer_id: 'c', amount: 300_000, execution_date: '2026-11-30' }),
  ]
  const later = { ...announced, expected_on: '2026-11-25' }
  const coveredWith = (overdraft: number) =>
    forecastOf({ balance: 100_000, overdraft, scheduled, announced: [later] }, NOV_20).causes.map(
      ({ is_covered }) => is_covered,
    )
  expect(coveredWith(0)).toEqual([true, false, null, true])
  expect(coveredWith(20_000)).toEqual([true, true, null, true])
})
