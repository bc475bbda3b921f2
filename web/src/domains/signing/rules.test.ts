import type { SigningRules, Tier } from 'contract/transfers/signing-rules.ts'
import { expect, it } from 'vitest'
import { limitsOf, tiersOf, withLimits, withTiers } from './rules.ts'

const none: SigningRules = { tiers: [], groups: [], limits: [] }
const tier = (up_to: number | null, rule: Tier['rule'] = 'one'): Tier => ({ kind: 'single', up_to, rule })

it('lists the tiers of a kind from the lowest amount up, or the bank’s rule if none is set', () => {
  const defaults = { ...none, tiers: [tier(5), tier(null, 'two')] }
  expect(tiersOf({ rules: none, defaults }, 'single')).toEqual({ tiers: defaults.tiers, isDefault: true })
  const rules = { ...none, tiers: [tier(null, 'two'), tier(100), tier(9, 'none')] }
  expect(tiersOf({ rules, defaults }, 'single')).toEqual({
    tiers: [tier(9, 'none'), tier(100), tier(null, 'two')],
    isDefault: false,
  })
})

it('changes one kind and one person, and keeps the others', () => {
  const rules: SigningRules = {
    ...none,
    tiers: [tier(null), { kind: 'own', up_to: null, rule: 'one' }],
    limits: [
      { user_id: null, purpose: 'create', period: 'day', amount: 10 },
      { user_id: 'x', purpose: 'create', period: 'day', amount: 5 },
    ],
  }
  expect(withTiers(rules, 'single', null).tiers).toEqual([{ kind: 'own', up_to: null, rule: 'one' }])
  expect(limitsOf(rules.limits, null, 'create')).toEqual({
    operation: null,
    day: 10,
    week: null,
    month: null,
    beneficiary: null,
  })
  const changed = withLimits(rules, 'x', 'create', { ...limitsOf([], 'x', 'create'), month: 7 })
  expect(changed.limits).toEqual([rules.limits[0], { user_id: 'x', purpose: 'create', period: 'month', amount: 7 }])
})
