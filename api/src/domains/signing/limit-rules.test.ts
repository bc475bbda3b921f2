import { describe, expect, it } from 'vitest'
import { countWithin, leftOf, limitRefusal, type LimitUse, periodStart } from './limit-rules.ts'

const use = (period: LimitUse['period'], amount: number, used = 0, user_id: string | null = null): LimitUse => ({
  user_id,
  period,
  amount,
  used,
})

describe('a period', () => {
  it('begins at midnight, on Monday, or on the first of the month', () => {
    const now = new Date('2026-03-01T23:59:59Z') // a Sunday
    expect(periodStart('day', now)).toEqual(new Date('2026-03-01'))
    expect(periodStart('beneficiary', now)).toEqual(new Date('2026-03-01'))
    expect(periodStart('week', now)).toEqual(new Date('2026-02-23'))
    expect(periodStart('month', new Date('2026-03-31T23:59:59Z'))).toEqual(new Date('2026-03-01'))
    expect(periodStart('week', new Date('2026-03-02T00:00:00Z'))).toEqual(new Date('2026-03-02'))
  })
})

describe('a limit on amounts', () => {
  it('allows the remaining amount, and refuses more with the limit and the remaining amount', () => {
    const uses = [use('operation', 100), use('day', 150, 90), use('month', 1_000, 10)]
    expect(limitRefusal(uses, 60, 'XOF')).toBeNull()
    expect(limitRefusal(uses, 61, 'XOF')).toMatchObject({
      code: 'limit_exceeded',
      facts: { limit: { fr: 'du jour', en: 'of the day' }, remaining: { amount: 60, currency: 'XOF' } },
    })
    expect(limitRefusal([use('operation', 100)], 101, 'XOF')?.facts).toMatchObject({ limit: { en: 'per operation' } })
    expect(limitRefusal([use('day', 100, 300)], 1, 'XOF')?.facts).toMatchObject({ remaining: { amount: 0 } })
    expect(limitRefusal([], 1e12, 'XOF')).toBeNull()
  })
  it('is of a person or of the account', () => {
    expect(leftOf([use('day', 100, 30, 'a user'), use('month', 50)])).toMatchObject([
      { scope: 'person', remaining: 70 },
      { scope: 'account', remaining: 50 },
    ])
  })
  it('includes earlier orders of the same batch, per account and beneficiary', () => {
    const batch = countWithin()
    const [here, there] = [
      { account_id: 'a', iban: 'x' },
      { account_id: 'a', iban: 'y' },
    ]
    const uses = [use('operation', 100), use('day', 100, 10), use('beneficiary', 50)]
    batch.add(uses, here, 40)
    expect(batch.usesNow(uses, here).map(({ used }) => used)).toEqual([0, 50, 40])
    expect(batch.usesNow(uses, there).map(({ used }) => used)).toEqual([0, 50, 0])
    expect(batch.usesNow(uses, { ...here, account_id: 'b' }).map(({ used }) => used)).toEqual([0, 10, 0])
  })
})
