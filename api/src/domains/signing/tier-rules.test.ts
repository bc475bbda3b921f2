import type { SigningRules, Tier } from 'contract/transfers/signing-rules.ts'
import { describe, expect, it } from 'vitest'
import { areSignable, isWeaker, signingRuleFor } from './tier-rules.ts'

const LIMIT = 5_000_000
const rules = (some: Partial<SigningRules> = {}): SigningRules => ({ tiers: [], groups: [], limits: [], ...some })
const single = (...tiers: [Tier['up_to'], Tier['rule']][]): Tier[] =>
  tiers.map(([up_to, rule]) => ({ kind: 'single', up_to, rule }))

describe('required signers', () => {
  const order = { is_company: true, signs_alone: false, kind: 'single' as const, amount: LIMIT }
  it.each([
    [{ ...order, is_company: false, amount: 900_000_000 }, 'none'],
    [{ ...order, kind: 'own' as const }, 'none'],
    [order, 'one'],
    [{ ...order, amount: LIMIT + 1 }, 'two'],
    [{ ...order, kind: 'batch' as const, amount: LIMIT + 1 }, 'two'],
  ] as const)('%o follows the bank’s rule: %s', (input, rule) => expect(signingRuleFor(input, [], LIMIT)).toBe(rule))

  it('follow the account’s rule for the kind and the amount, in any stored order', () => {
    const tiers = single([null, 'a_and_b'], [100, 'none'], [5_000, 'one'])
    expect([100, 101, 5_000, 5_001].map((amount) => signingRuleFor({ ...order, amount }, tiers, LIMIT))).toEqual([
      'none',
      'one',
      'one',
      'a_and_b',
    ])
    expect(signingRuleFor({ ...order, kind: 'batch' }, tiers, LIMIT)).toBe('one')
    expect(signingRuleFor({ ...order, is_company: false }, tiers, LIMIT)).toBe('none')
  })

  it('include no second person if no other person could sign, whatever the rules', () => {
    const tiers = single([null, 'two'])
    for (const kind of ['own', 'single', 'batch'] as const)
      expect(signingRuleFor({ ...order, signs_alone: true, kind, amount: 900_000_000 }, tiers, LIMIT)).toBe('none')
  })
})

describe('a change of rules is weaker', () => {
  const weaker = (before: SigningRules, after: SigningRules, defaults = rules()) =>
    isWeaker(before, after, defaults, LIMIT)
  it('if an amount needs fewer signatures', () => {
    expect(weaker(rules(), rules({ tiers: single([null, 'one']) }))).toBe(true)
    expect(weaker(rules(), rules({ tiers: single([LIMIT + 1, 'one'], [null, 'two']) }))).toBe(true)
    expect(weaker(rules(), rules({ tiers: single([LIMIT - 1, 'one'], [null, 'two']) }))).toBe(false)
    expect(weaker(rules({ tiers: single([null, 'a_and_b']) }), rules())).toBe(true)
    expect(weaker(rules(), rules({ tiers: single([1, 'none'], [null, 'two']) }))).toBe(true)
  })
  it('if a second factor is required of fewer operations', () => {
    const factor = (factor_amount: number | null) => rules({ factor_amount })
    expect(weaker(factor(10), factor(11))).toBe(true)
    expect(weaker(factor(0), factor(null))).toBe(true)
    expect(weaker(factor(10), factor(0))).toBe(false)
    expect(weaker(rules(), factor(10))).toBe(false)
    expect(weaker(factor(10), factor(10))).toBe(false)
  })
  it('if more may be ordered or signed', () => {
    const day = (amount: number) => rules({ limits: [{ user_id: null, purpose: 'create', period: 'day', amount }] })
    expect(weaker(day(10), day(11))).toBe(true)
    expect(weaker(day(10), day(9))).toBe(false)
    expect(weaker(day(10), day(10))).toBe(false)
    expect(weaker(day(10), rules())).toBe(true)
    expect(weaker(rules(), day(10))).toBe(false)
    // The bank's own limit holds where none is set.
    expect(weaker(rules(), day(10), day(5))).toBe(true)
    expect(weaker(day(4), rules(), day(5))).toBe(true)
    expect(weaker(day(6), rules(), day(5))).toBe(false)
  })
  it('if a person joins a group', () => {
    const inGroup = (group: 'A' | 'B') => rules({ groups: [{ user_id: 'x', group }] })
    expect(weaker(rules(), inGroup('A'))).toBe(true)
    expect(weaker(inGroup('A'), inGroup('B'))).toBe(true)
    expect(weaker(inGroup('A'), rules())).toBe(false)
    expect(weaker(inGroup('A'), inGroup('A'))).toBe(false)
    const both = rules({ groups: [...inGroup('A').groups, { user_id: 'y', group: 'A' }] })
    expect(weaker(inGroup('A'), both)).toBe(true)
  })
})

it('accepts rules only if enough people may sign', () => {
  expect(areSignable(rules(), [])).toBe(true)
  expect(areSignable(rules({ tiers: single([null, 'one']) }), [])).toBe(false)
  expect(areSignable(rules({ tiers: single([null, 'one']) }), ['x'])).toBe(true)
  expect(areSignable(rules({ tiers: single([null, 'none']) }), [])).toBe(true)
  expect(areSignable(rules({ tiers: single([null, 'two']) }), ['x'])).toBe(false)
  expect(areSignable(rules({ tiers: single([null, 'two']) }), ['x', 'y'])).toBe(true)
  const groups = [
    { user_id: 'x', group: 'A' as const },
    { user_id: 'y', group: 'B' as const },
  ]
  expect(areSignable(rules({ tiers: single([null, 'a_and_b']), groups }), ['x', 'y'])).toBe(true)
  expect(areSignable(rules({ tiers: single([null, 'a_and_b']), groups }), ['x', 'z'])).toBe(false)
  expect(areSignable(rules({ tiers: single([null, 'a_and_b']), groups }), ['y', 'z'])).toBe(false)
})
