// Calculates which signatures an order needs, by kind and amount (decisions.md 5). Pure.
import {
  type SigningRuleName,
  type SigningRules,
  type Tier,
  tierKinds,
  type TransferLimit,
} from 'contract/transfers/signing-rules.ts'

export type TierKind = Tier['kind']

const strength: Record<SigningRuleName, number> = { none: 0, one: 1, two: 2, a_and_b: 3 }

/** The number of signatures that a rule requires. */
export const signaturesOf = (rule: SigningRuleName): 0 | 1 | 2 => (rule === 'none' ? 0 : rule === 'one' ? 1 : 2)

const isBelow = (one: Tier, other: Tier) => (one.up_to ?? Infinity) - (other.up_to ?? Infinity)

/** The bank's default for companies without rules: no signature between own accounts, one validator up to the limit, two above. */
export const defaultTiers = (singleSignatureLimit: number): Tier[] => [
  { kind: 'own', up_to: null, rule: 'none' },
  ...(['single', 'batch'] as const).flatMap((kind): Tier[] => [
    { kind, up_to: singleSignatureLimit, rule: 'one' },
    { kind, up_to: null, rule: 'two' },
  ]),
]

function ruleAmong(tiers: readonly Tier[], kind: TierKind, amount: number): SigningRuleName | null {
  const own = tiers.filter((tier) => tier.kind === kind).toSorted(isBelow)
  return own.find(({ up_to }) => up_to === null || amount <= up_to)?.rule ?? null
}

type SigningContext = {
  is_company: boolean
  /** Nobody but the author could sign. */ signs_alone: boolean
  kind: TierKind
  amount: number
}

/**
 * The rule for an order: individuals sign alone, and so does the only person of a company who can sign; any other company follows its tiers,
 * or the bank's default where it has none of that kind.
 */
export function signingRuleFor(
  { is_company, signs_alone, kind, amount }: SigningContext,
  tiers: readonly Tier[],
  singleSignatureLimit: number,
): SigningRuleName {
  if (!is_company || signs_alone) return 'none'
  return ruleAmong(tiers, kind, amount) ?? ruleAmong(defaultTiers(singleSignatureLimit), kind, amount) ?? 'two'
}

/** Whether any amount of any kind would need fewer signatures than before. Rules change at their limits only, so only these are compared. */
function areTiersWeaker(before: readonly Tier[], after: readonly Tier[], limit: number): boolean {
  const ends = new Set(
    [...before, ...after, ...defaultTiers(limit)].flatMap(({ up_to }) => (up_to === null ? [] : [up_to, up_to + 1])),
  )
  return tierKinds.some((kind) =>
    [1, ...ends].some((amount) => {
      const rule = (tiers: readonly Tier[]) =>
        strength[signingRuleFor({ is_company: true, signs_alone: false, kind, amount }, tiers, limit)]
      return rule(after) < rule(before)
    }),
  )
}

const limitKey = ({ user_id, purpose, period }: TransferLimit) => `${user_id ?? ''} ${purpose} ${period}`

/** Whether two sets of rules are the same, in whatever order their parts are listed. */
export function areSameRules(one: SigningRules, other: SigningRules): boolean {
  const partsOf = ({ tiers, groups, limits, factor_amount = null }: SigningRules) =>
    JSON.stringify([
      factor_amount,
      tiers.map(({ kind, up_to, rule }) => [kind, up_to, rule].join(' ')).toSorted(),
      groups.map(({ user_id, group }) => `${user_id} ${group}`).toSorted(),
      limits.map((limit) => `${limitKey(limit)} ${limit.amount}`).toSorted(),
    ])
  return partsOf(one) === partsOf(other)
}

/** Whether any person could order or sign more. Removing a limit leaves the bank's default, where there is one. */
function areLimitsWeaker(
  before: readonly TransferLimit[],
  after: readonly TransferLimit[],
  defaults: readonly TransferLimit[],
): boolean {
  const inForce = (limits: readonly TransferLimit[]) =>
    new Map([...defaults, ...limits].map((limit) => [limitKey(limit), limit.amount]))
  const [then, now] = [inForce(before), inForce(after)]
  return [...then].some(([key, amount]) => (now.get(key) ?? Infinity) > amount)
}

/** Whether a person joins or changes a group: a signature would count that did not before. */
const areGroupsWeaker = (before: SigningRules['groups'], after: SigningRules['groups']) =>
  after.some(({ user_id, group }) => !before.some((one) => one.user_id === user_id && one.group === group))

/** Whether a second factor is required of fewer operations. */
const isFactorWeaker = (before: number | null, after: number | null) =>
  before !== null && (after === null || after > before)

/** Whether rules are weaker than the former ones: then a second administrator must accept them. */
export function isWeaker(
  before: SigningRules,
  after: SigningRules,
  defaults: SigningRules,
  singleSignatureLimit: number,
): boolean {
  return (
    areTiersWeaker(before.tiers, after.tiers, singleSignatureLimit) ||
    areLimitsWeaker(before.limits, after.limits, defaults.limits) ||
    areGroupsWeaker(before.groups, after.groups) ||
    isFactorWeaker(before.factor_amount ?? null, after.factor_amount ?? null)
  )
}

/** Whether the members of an account could ever satisfy its tiers. */
export function areSignable({ tiers, groups }: SigningRules, validators: readonly string[]): boolean {
  const inGroup = (name: 'A' | 'B') =>
    groups.some(({ user_id, group }) => group === name && validators.includes(user_id))
  return tiers.every(({ rule }) => {
    if (rule === 'a_and_b') return inGroup('A') && inGroup('B')
    return validators.length >= signaturesOf(rule)
  })
}
