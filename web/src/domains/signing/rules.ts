// Rules in the shape of the screen: the tiers of one kind, the limits of one person.
import type { LimitPeriod, RulesInForce, SigningRules, Tier, TransferLimit } from 'contract/transfers/signing-rules.ts'

/** The tiers of a kind, from the lowest amount up, and whether they are the bank's default. */
export function tiersOf(
  { rules, defaults }: Pick<RulesInForce, 'rules' | 'defaults'>,
  kind: Tier['kind'],
): { tiers: Tier[]; isDefault: boolean } {
  const own = rules.tiers.filter((tier) => tier.kind === kind)
  const tiers = own.length > 0 ? own : defaults.tiers.filter((tier) => tier.kind === kind)
  return {
    tiers: tiers.toSorted((one, other) => (one.up_to ?? Infinity) - (other.up_to ?? Infinity)),
    isDefault: own.length === 0,
  }
}

/** The rules with other tiers for one kind; null: the bank's. */
export const withTiers = (rules: SigningRules, kind: Tier['kind'], tiers: readonly Tier[] | null): SigningRules => ({
  ...rules,
  tiers: [...rules.tiers.filter((tier) => tier.kind !== kind), ...(tiers ?? [])],
})

export type LimitDraft = Record<LimitPeriod, number | null>

/** The limits of a person, or of the account, on one purpose. */
export function limitsOf(
  limits: readonly TransferLimit[],
  userId: string | null,
  purpose: TransferLimit['purpose'],
): LimitDraft {
  const at = (period: LimitPeriod) =>
    limits.find((limit) => limit.user_id === userId && limit.purpose === purpose && limit.period === period)?.amount ??
    null
  return {
    operation: at('operation'),
    day: at('day'),
    week: at('week'),
    month: at('month'),
    beneficiary: at('beneficiary'),
  }
}

/** The rules with changed limits for one person and purpose. */
export function withLimits(
  rules: SigningRules,
  userId: string | null,
  purpose: TransferLimit['purpose'],
  draft: Record<LimitPeriod, number | string | null>,
): SigningRules {
  const others = rules.limits.filter((limit) => limit.user_id !== userId || limit.purpose !== purpose)
  // The form is not sent while a field is unreadable or zero.
  const own = (Object.entries(draft) as [LimitPeriod, number | string | null][]).flatMap(([period, amount]) =>
    typeof amount !== 'number' ? [] : [{ user_id: userId, purpose, period, amount }],
  )
  return { ...rules, limits: [...others, ...own] }
}
