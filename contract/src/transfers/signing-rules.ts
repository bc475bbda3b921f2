import * as z from 'zod/mini'
import { endpoint, Page } from '../endpoint.ts'
import { UnixSeconds } from '../values/dates.ts'
import { Amount, Currency, PositiveAmount } from '../values/money.ts'
import { Id } from '../values/text.ts'

/** own: between accounts of one customer; single: any other transfer; batch: many at once, by their total. */
export const tierKinds = ['own', 'single', 'batch'] as const
/** From no signature to one validator of each group. */
export const signingRuleNames = ['none', 'one', 'two', 'a_and_b'] as const
export type SigningRuleName = (typeof signingRuleNames)[number]
export const signingGroups = ['A', 'B'] as const
export const limitPurposes = ['create', 'validate'] as const
/** beneficiary: to one beneficiary, in a day. */
export const limitPeriods = ['operation', 'day', 'week', 'month', 'beneficiary'] as const
export type LimitPeriod = (typeof limitPeriods)[number]

export const MAX_TIERS = 8
const MAX_PEOPLE = 1000

export const Tier = z.strictObject({
  kind: z.enum(tierKinds),
  /** Up to and including this amount; null: above all others. */
  up_to: z.nullable(PositiveAmount),
  rule: z.enum(signingRuleNames),
})
export type Tier = z.infer<typeof Tier>

export const TransferLimit = z.strictObject({
  /** Null: for the account, whoever the author is. */
  user_id: z.nullable(Id),
  purpose: z.enum(limitPurposes),
  period: z.enum(limitPeriods),
  amount: PositiveAmount,
})
export type TransferLimit = z.infer<typeof TransferLimit>

const Group = z.strictObject({ user_id: Id, group: z.enum(signingGroups) })

const shape = {
  /** Each kind covers all amounts, or is absent: then the bank's default applies. */
  tiers: z.array(Tier).check(z.maxLength(MAX_TIERS * tierKinds.length, 'invalid')),
  groups: z.array(Group).check(z.maxLength(MAX_PEOPLE, 'invalid')),
  limits: z.array(TransferLimit).check(z.maxLength(MAX_PEOPLE * 10, 'invalid')),
  /** Above this amount (XOF) a second factor confirms; 0: always; null or absent: as the bank requires. */
  factor_amount: z.optional(z.nullable(z.int('amount_invalid').check(z.minimum(0, 'amount_invalid')))),
}

const isOnce = (names: readonly string[]) => new Set(names).size === names.length

/** Each kind that is set covers every amount once. */
const areWholeTiers = ({ tiers }: { tiers: readonly Tier[] }) =>
  tierKinds.every((kind) => {
    const ends = tiers.filter((tier) => tier.kind === kind).map(({ up_to }) => up_to)
    return ends.length === 0 || (isOnce(ends.map(String)) && ends.includes(null))
  })
const areSingle = ({ groups, limits }: { groups: readonly { user_id: string }[]; limits: readonly TransferLimit[] }) =>
  isOnce(groups.map(({ user_id }) => user_id)) &&
  isOnce(limits.map(({ user_id, purpose, period }) => `${user_id} ${purpose} ${period}`)) &&
  limits.every(({ user_id, purpose }) => user_id !== null || purpose === 'create')

export const SigningRules = z.strictObject(shape)
export type SigningRules = z.infer<typeof SigningRules>

const NewRules = z
  .strictObject({ version: z.int(), ...shape })
  .check(
    z.refine(areWholeTiers, { error: 'tiers_not_whole', path: ['tiers'] }),
    z.refine(areSingle, { error: 'invalid', path: ['limits'] }),
  )

/** A user with access to the account, with the data for signing rules. */
const Signatory = z.strictObject({ user_id: Id, name: z.string(), may_create: z.boolean(), may_validate: z.boolean() })

export const RulesInForce = z.strictObject({
  version: z.int(),
  is_company: z.boolean(),
  currency: Currency,
  rules: SigningRules,
  /** The bank's defaults. */
  defaults: SigningRules,
  people: z.array(Signatory),
  /** Whether weaker rules would wait for another administrator. */
  has_second: z.boolean(),
  /** Whether another user can sign: where none can, no rule requires a second person. */
  has_other_signer: z.boolean(),
  waiting: z.nullable(
    z.strictObject({
      id: Id,
      rules: SigningRules,
      asked_by: z.string(),
      asked_at: UnixSeconds,
      expires_at: UnixSeconds,
      /** When they take effect without another administrator; null where they need one. */
      effective_at: z.nullable(UnixSeconds),
      is_mine: z.boolean(),
    }),
  ),
})
export type RulesInForce = z.infer<typeof RulesInForce>

const asAdministrator = { capability: 'access.admin' } as const

export const getSigningRules = endpoint({
  ...asAdministrator,
  method: 'GET',
  path: '/account/signing-rules',
  summary: 'Returns the signature rules of this account, and the limits on ordered and signed amounts',
  answer: RulesInForce,
})

export const setSigningRules = endpoint({
  ...asAdministrator,
  method: 'PUT',
  path: '/account/signing-rules',
  summary:
    'Sets the signature rules: stricter ones immediately, weaker ones after a second administrator accepts; without one, those of a company on the next business day',
  isConfirmed: true,
  body: NewRules,
  answer: z.strictObject({ state: z.enum(['done', 'waiting', 'delayed']) }),
  refusals: ['stale_rules', 'too_few_validators', 'unknown_person', 'tiers_for_companies', 'confirmation_required'],
})

const oneChange = {
  ...asAdministrator,
  params: z.strictObject({ id: Id }),
  refusals: ['not_found', 'own_change', 'change_over'],
} as const

export const acceptSigningRules = endpoint({
  ...oneChange,
  method: 'PUT',
  path: '/account/signing-rules/changes/:id/accept',
  summary: 'Accepts weaker signature rules as a second administrator',
  isConfirmed: true,
  refusals: [...oneChange.refusals, 'stale_rules', 'too_few_validators', 'unknown_person', 'confirmation_required'],
})

export const refuseSigningRules = endpoint({
  ...oneChange,
  method: 'DELETE',
  path: '/account/signing-rules/changes/:id',
  summary: "Refuses a pending change of rules, or withdraws the user's own",
})

/** The remaining amount of one limit. */
export const LimitLeft = z.strictObject({
  scope: z.enum(['account', 'person']),
  period: z.enum(limitPeriods),
  amount: z.int(),
  used: z.int(),
  remaining: z.int(),
})
export type LimitLeft = z.infer<typeof LimitLeft>

export const listLimits = endpoint({
  method: 'GET',
  path: '/transfers/limits',
  summary: "Returns the limits on the user's orders, with the remaining amount of each",
  right: 'transfers',
  capability: 'transfer.create',
  /** For the limit per beneficiary: its beneficiary. */
  query: z.strictObject({ beneficiary: z.optional(Id) }),
  answer: z.array(LimitLeft),
})

export const paymentKinds = ['topup', 'recurring_topup', 'chequebook'] as const

/** A payment other than a transfer that waits for a signature: a top-up of a card, or an order of chequebooks. */
export const PaymentToSign = z.strictObject({
  id: Id,
  kind: z.enum(paymentKinds),
  account: z.strictObject({ uuid: Id, label: z.string(), holder: z.string(), number: z.string() }),
  card: z.nullable(z.strictObject({ number_masked: z.string(), holder: z.string() })),
  recurrence: z.nullable(z.enum(['monthly', 'quarterly', 'biannual', 'yearly'])),
  chequebooks: z.nullable(z.strictObject({ quantity: z.int(), leaves: z.int() })),
  /** With fees and tax; of a recurring top-up, the amount of each date. */
  amount: Amount,
  currency: Currency,
  created_by: z.string(),
  waits_since: UnixSeconds,
})
export type PaymentToSign = z.infer<typeof PaymentToSign>

/** The signature inbox, beside transfers and batches. */
export const listPaymentsToSign = endpoint({
  method: 'GET',
  path: '/payment-methods/to-sign',
  summary: 'Lists the top-ups and chequebook orders that the user can sign, over all their accounts, oldest first',
  scope: 'user',
  query: z.strictObject({ page: Page }),
  answer: z.array(PaymentToSign),
  isPaged: true,
})
