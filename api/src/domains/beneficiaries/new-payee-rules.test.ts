import { describe, expect, it } from 'vitest'
import { leftFor, newPayeeLimit, newPayeeRefusal, nothingOrdered, waitsUntil } from './new-payee-rules.ts'

const tariff = { new_payee_hours: 24, new_payee_free_amount: 200_000, first_payment_cap: 2_000_000 }
const payee = { numbered_at: new Date('2026-03-10T09:30:00Z'), trusted_at: null, is_paid: false }
const payer = { is_company: false, currency: 'XOF' } as const
const during = { now: new Date('2026-03-10T10:00:00Z'), runs_on: '2026-03-10', tariff }
const after = { now: new Date('2026-03-11T09:30:00Z'), runs_on: '2026-03-11', tariff }
const until = new Date('2026-03-11T09:30:00Z')

describe('the limit on payments to a new payee', () => {
  it('is the free amount in the waiting time, then the cap until a payment was executed', () => {
    expect(newPayeeLimit(payee, payer, during)).toEqual({ limit: 200_000, until })
    expect(newPayeeLimit(payee, payer, after)).toEqual({ limit: 2_000_000, until: null })
    expect(newPayeeLimit({ ...payee, is_paid: true }, payer, during)).toEqual({ limit: 200_000, until })
    expect(newPayeeLimit({ ...payee, is_paid: true }, payer, after)).toBeNull()
  })

  it('allows payments after the waiting time up to the cap; its last day is part of it', () => {
    expect(newPayeeLimit(payee, payer, { ...during, runs_on: '2026-03-11' })).toEqual({ limit: 200_000, until })
    expect(newPayeeLimit(payee, payer, { ...during, runs_on: '2026-03-12' })).toEqual({ limit: 2_000_000, until: null })
  })

  it('is lifted for companies, by a passkey, by trust, for payees from before, and by parameters of zero', () => {
    for (const when of [during, after]) {
      expect(newPayeeLimit(payee, { ...payer, is_company: true }, when)).toBeNull()
      expect(newPayeeLimit({ ...payee, trusted_at: until }, payer, when)).toBeNull()
      expect(newPayeeLimit({ ...payee, numbered_at: null }, payer, when)).toBeNull()
      const none = { ...tariff, new_payee_hours: 0, first_payment_cap: 0 }
      expect(newPayeeLimit(payee, payer, { ...when, tariff: none })).toBeNull()
    }
    expect(waitsUntil(payee.numbered_at, tariff)).toEqual(until)
    expect(waitsUntil(payee.numbered_at, { ...tariff, new_payee_hours: 1 })).toEqual(new Date('2026-03-10T10:30:00Z'))
    expect(waitsUntil(payee.numbered_at, { ...tariff, new_payee_hours: 0 })).toBeNull()
    expect(waitsUntil(null, tariff)).toBeNull()
  })

  it('is in the currency of the account', () => {
    expect(newPayeeLimit(payee, { ...payer, currency: 'EUR' }, during)?.limit).toBe(30_490)
  })

  it('counts earlier orders', () => {
    const ordered = { total: 250_000, while_waiting: 150_000 }
    expect(leftFor({ limit: 200_000, until }, ordered)).toBe(50_000)
    expect(leftFor({ limit: 2_000_000, until: null }, ordered)).toBe(1_750_000)
    expect(leftFor({ limit: 200_000, until: null }, ordered)).toBe(0)
    const refused = (amount: number) => newPayeeRefusal({ limit: 200_000, until }, ordered, amount, 'XOF')?.code ?? null
    expect([refused(50_000), refused(50_001)]).toEqual([null, 'new_payee_waits'])
    expect(newPayeeRefusal({ limit: 100, until: null }, nothingOrdered, 101, 'XOF')?.code).toBe('first_payment_capped')
    expect(newPayeeRefusal(null, ordered, 9_000_000, 'XOF')).toBeNull()
  })
})
