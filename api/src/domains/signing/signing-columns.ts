// Lists the columns of signing rules, of changes to them, and of signatures of top-ups and chequebooks.
import type { SigningRules, Tier } from 'contract/transfers/signing-rules.ts'
import { bigint, except, integer, jsonb, nullable, type RowOf, table, text, timestamp, uuid } from '../../db/columns.ts'

type Limit = SigningRules['limits'][number]
type Group = SigningRules['groups'][number]['group']

export const signingTiers = table('signing_tiers', {
  account_id: uuid(),
  kind: text<Tier['kind']>(),
  /** Empty: without an upper limit. */
  up_to: nullable(bigint()),
  rule: text<Tier['rule']>(),
})
export const tiers = except(signingTiers, 'account_id')

export const signingGroups = table('signing_groups', {
  account_id: uuid(),
  user_id: uuid(),
  signing_group: text<Group>(),
})
export const groups = except(signingGroups, 'account_id')

export const transferLimits = table('transfer_limits', {
  account_id: uuid(),
  /** Empty: everybody. */
  user_id: nullable(uuid()),
  purpose: text<Limit['purpose']>(),
  period: text<Limit['period']>(),
  amount: bigint(),
})
export const limits = except(transferLimits, 'account_id')

export const ruleChanges = table('signing_rule_changes', {
  id: uuid(),
  account_id: uuid(),
  version: integer(),
  rules: jsonb<SigningRules>(),
  asked_by: uuid(),
  asked_at: timestamp(),
  expires_at: timestamp(),
  state: text<'waiting' | 'accepted' | 'refused' | 'withdrawn' | 'replaced' | 'applied' | 'stopped'>(),
  decided_by: nullable(uuid()),
  decided_at: nullable(timestamp()),
  /** When it takes effect without a second administrator; empty where it needs one. */
  effective_at: nullable(timestamp()),
})

/** The columns of a change that waits: the others are filled by its decision. */
export const newRuleChanges = except(ruleChanges, 'state', 'decided_by', 'decided_at')
export type NewRuleChange = RowOf<typeof newRuleChanges>

export const paymentSignatures = table('payment_signatures', {
  account_id: uuid(),
  payment_id: uuid(),
  version: integer(),
  user_id: uuid(),
  signing_group: nullable(text<Group>()),
  signed_at: timestamp(),
})
