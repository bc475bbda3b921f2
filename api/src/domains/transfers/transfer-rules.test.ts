import { describe, expect, it } from 'vitest'
import { objectionTo, signaturesNeeded } from './transfer-rules.ts'

const facts = {
  account_id: 'a',
  currency: 'XOF',
  available: 10_000,
  rail: 'internal' as const,
  payee: { account_id: 'b', status: 'active', currency: 'XOF' },
}

describe('what may be ordered', () => {
  it('is what is available, to the last franc', () => {
    expect(objectionTo({ amount: 10_000 }, facts)).toBeNull()
    expect(objectionTo({ amount: 10_001 }, facts)).toEqual({
      code: 'insufficient_balance',
      facts: { missing: { amount: 1, currency: 'XOF' } },
    })
  })

  it('is nothing where nothing is available, or less', () => {
    expect(objectionTo({ amount: 1 }, { ...facts, available: -500 })?.facts).toEqual({ missing: { amount: 501, currency: 'XOF' } })
  })

  it('tells the first thing that is wrong, the payee before the money', () => {
    const cases = [
      [{ ...facts, rail: null }, 'unknown_beneficiary'],
      [{ ...facts, rail: 'local' as const }, 'beneficiary_not_same_bank'],
      [{ ...facts, payee: null }, 'beneficiary_account_closed'],
      [{ ...facts, payee: { ...facts.payee, status: 'closed' } }, 'beneficiary_account_closed'],
      [{ ...facts, payee: { ...facts.payee, account_id: 'a' } }, 'beneficiary_same_account'],
      [{ ...facts, payee: { ...facts.payee, currency: 'EUR' } }, 'currency_mismatch'],
    ] as const
    for (const [known, code] of cases) expect(objectionTo({ amount: 99_999 }, known)?.code).toBe(code)
  })

  it('may go to a blocked account, which still receives', () => {
    expect(objectionTo({ amount: 1 }, { ...facts, payee: { ...facts.payee, status: 'blocked' } })).toBeNull()
  })
})

describe('who must sign', () => {
  const order = { is_company: true, is_between_own_accounts: false, amount: 5_000_000 }
  it.each([
    [{ ...order, is_company: false }, 0],
    [{ ...order, is_between_own_accounts: true }, 0],
    [order, 1],
    [{ ...order, amount: 5_000_001 }, 2],
  ] as const)('%o needs %i', (wish, count) => expect(signaturesNeeded(wish, 5_000_000)).toBe(count))
})
