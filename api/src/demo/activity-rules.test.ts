import { operationTypes } from 'contract/accounts/operations.ts'
import { describe, expect, it } from 'vitest'
import { isLikely, planDay, type SimulatedCustomer, salaryLabel, salaryTime } from './activity-rules.ts'

const awa: SimulatedCustomer = {
  id: '0197a000-0000-7000-8000-000000000001',
  iban: 'SN00',
  kind: 'individual',
  town: 'Dakar Sacré-Cœur',
}
const firm: SimulatedCustomer = { ...awa, id: '0197a000-0000-7000-8000-000000000002', kind: 'company', town: 'Kaolack' }
const days = Array.from({ length: 28 }, (_, index) => `2026-02-${String(index + 1).padStart(2, '0')}`)

describe('the plan of a day', () => {
  it('is the same for the same seed, day and customer, and differs for another of each', () => {
    const plan = planDay('teranga', '2026-02-03', awa, 'usual')
    expect(planDay('teranga', '2026-02-03', awa, 'usual')).toEqual(plan)
    for (const other of [
      planDay('jappo', '2026-02-03', awa, 'usual'),
      planDay('teranga', '2026-02-04', awa, 'usual'),
      planDay('teranga', '2026-02-03', { ...awa, id: firm.id }, 'usual'),
    ])
      expect(other.map(({ line, at }) => [line.amount, at])).not.toEqual(plan.map(({ line, at }) => [line.amount, at]))
  })

  it('has a few operations a day in waking hours, small amounts in both directions, and unique keys', () => {
    const events = days.flatMap((day) => planDay('teranga', day, awa, 'usual'))
    expect(events.length / days.length).toBeGreaterThan(3)
    expect(events.length / days.length).toBeLessThan(7)
    expect(new Set(events.map(({ key }) => key)).size).toBe(events.length)
    for (const { at, line } of events) {
      expect(at.toISOString().slice(0, 10)).toBe(line.value_date)
      expect(at.getUTCHours()).toBeGreaterThanOrEqual(7)
      expect(at.getUTCHours()).toBeLessThan(22)
      expect(operationTypes).toContain(line.type)
      expect(line.amount).toMatch(/^-?[1-9]\d{2,4}$/)
      // The characters of labels of operations.
      expect(line.label).toMatch(/^[A-Z0-9 -]{5,60}$/)
    }
    expect(events.some(({ line }) => Number(line.amount) > 0)).toBe(true)
    expect(planDay('teranga', '2026-02-03', awa, 'busy').length).toBeGreaterThan(150)
  })

  it('has operations at every hour of every day at the rate "busy"', () => {
    const sunday = '2026-02-08'
    for (const customer of [awa, firm])
      expect(new Set(planDay('teranga', sunday, customer, 'busy').map(({ at }) => at.getUTCHours())).size).toBe(24)
  })

  it('has no operations of companies on Saturdays and Sundays', () => {
    const worked = days.filter((day) => planDay('teranga', day, firm, 'usual').length > 0)
    expect(worked).toEqual(days.filter((day) => ![0, 6].includes(new Date(day).getUTCDay())))
  })
})

it('pays salaries to individuals on one morning a month, with the name of the month in the label', () => {
  expect(days.filter((day) => salaryTime('teranga', day, awa))).toEqual(['2026-02-25'])
  expect(salaryTime('teranga', '2026-02-25', awa)?.toISOString()).toMatch(/^2026-02-25T(09|10):/)
  expect(salaryTime('teranga', '2026-02-25', firm)).toBeNull()
  expect(salaryLabel('VIR SALAIRE DECEMBRE 2025 ASSURANCES DU BAOBAB', '2026-02-25')).toBe(
    'VIR SALAIRE FEVRIER 2026 ASSURANCES DU BAOBAB',
  )
})

it('spends at most a tenth of the balance, and nothing from overdrawn accounts', () => {
  expect([
    isLikely(-100, 1_000),
    isLikely(-101, 1_000),
    isLikely(-1, 0),
    isLikely(5_000, 0),
    isLikely(5_000, -1),
  ]).toEqual([true, false, false, true, false])
})
