import type { SigningRules, Tier } from 'contract/transfers/signing-rules.ts'
import type { Language } from 'contract/language.ts'
import { columnsOf, recordsetOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import {
  groups,
  limits,
  type NewRuleChange,
  newRuleChanges,
  signingGroups,
  signingTiers,
  tiers,
  transferLimits,
} from './signing-columns.ts'

/** Locks the rules of an account until the transaction ends. Answers their version. */
export async function lockRules(tx: Tx, accountId: string): Promise<number> {
  await tx`INSERT INTO signing_rules (account_id) VALUES (${accountId}) ON CONFLICT DO NOTHING`
  const [row] = await tx<{
    version: number
  }>`SELECT version FROM signing_rules WHERE account_id = ${accountId} FOR UPDATE`
  if (!row) throw new Error('an account without its rules')
  return row.version
}

export async function findRulesVersion(db: Sql, accountId: string): Promise<number> {
  const [row] = await db<{ version: number }>`SELECT version FROM signing_rules WHERE account_id = ${accountId}`
  return row?.version ?? 1
}

/** The signing rules that are set for an account; empty where none are set. */
export function listTiers(db: Sql, accountId: string): Promise<Tier[]> {
  return db<RowOf<typeof tiers>>`
    SELECT ${columnsOf(tiers)} FROM signing_tiers WHERE account_id = ${accountId} ORDER BY kind, up_to NULLS LAST`
}

/** The smallest amount (XOF) above which one of these accounts requires a second factor; null where none does. */
export async function findFactorAmount(db: Sql, accountIds: readonly string[]): Promise<number | null> {
  const [row] = await db<{ amount: number | null }>`
    SELECT min(factor_amount)::bigint AS amount FROM accounts WHERE id = ANY (${[...accountIds]}::uuid[])`
  return row?.amount ?? null
}

export async function findRules(db: Sql, accountId: string): Promise<SigningRules> {
  const groupRows = await db<RowOf<typeof groups>>`
    SELECT ${columnsOf(groups)} FROM signing_groups WHERE account_id = ${accountId} ORDER BY user_id`
  return {
    factor_amount: await findFactorAmount(db, [accountId]),
    tiers: await listTiers(db, accountId),
    groups: groupRows.map(({ user_id, signing_group: group }) => ({ user_id, group })),
    limits: await db<RowOf<typeof limits>>`
      SELECT ${columnsOf(limits)} FROM transfer_limits WHERE account_id = ${accountId} ORDER BY user_id NULLS FIRST, purpose, period`,
  }
}

/** The bank's default limits for an account that has set none. */
export function findDefaultLimits(db: Sql, accountId: string): Promise<SigningRules['limits']> {
  return db<RowOf<typeof limits>>`
    SELECT NULL::uuid AS user_id, 'create' AS purpose, d.period, p.value AS amount
      FROM accounts a
      JOIN customers c ON c.id = a.customer_id AND c.kind = 'individual'
      CROSS JOIN (VALUES ('operation', 'individual_operation_limit'), ('day', 'individual_day_limit')) d (period, name)
      JOIN parameters p ON p.name = d.name
     WHERE a.id = ${accountId} AND a.currency = 'XOF'
     ORDER BY d.period`
}

export async function findSingleSignatureLimit(db: Sql): Promise<number> {
  const [row] = await db<{ value: number }>`SELECT value FROM parameters WHERE name = 'company_single_signature_limit'`
  if (!row) throw new Error('the bank has no limit for one signature')
  return row.value
}

/** Replaces the rules by these. */
export async function replaceRules(tx: Tx, accountId: string, rules: SigningRules): Promise<void> {
  const tierRows = rules.tiers.map((tier) => ({ ...tier, account_id: accountId }))
  const groupRows = rules.groups.map(({ user_id, group }) => ({ account_id: accountId, user_id, signing_group: group }))
  const limitRows = rules.limits.map((limit) => ({ ...limit, account_id: accountId }))
  await tx`DELETE FROM signing_tiers WHERE account_id = ${accountId}`
  await tx`DELETE FROM signing_groups WHERE account_id = ${accountId}`
  await tx`DELETE FROM transfer_limits WHERE account_id = ${accountId}`
  await tx`
    INSERT INTO signing_tiers (${columnsOf(signingTiers)})
    SELECT ${columnsOf(signingTiers)} FROM ${recordsetOf(signingTiers, tierRows, 't')}`
  await tx`
    INSERT INTO signing_groups (${columnsOf(signingGroups)})
    SELECT ${columnsOf(signingGroups)} FROM ${recordsetOf(signingGroups, groupRows, 'g')}`
  await tx`
    INSERT INTO transfer_limits (${columnsOf(transferLimits)})
    SELECT ${columnsOf(transferLimits)} FROM ${recordsetOf(transferLimits, limitRows, 'l')}`
  await tx`UPDATE accounts SET factor_amount = ${rules.factor_amount ?? null} WHERE id = ${accountId}`
  await tx`UPDATE signing_rules SET version = version + 1 WHERE account_id = ${accountId}`
}

export type Signatory = { user_id: string; name: string; may_create: boolean; may_validate: boolean }

/** Every person with access to an account, by name. */
export function listSignatories(db: Sql, accountId: string): Promise<Signatory[]> {
  return db<Signatory>`
    SELECT u.id AS user_id, u.first_name || ' ' || u.last_name AS name, 'transfer.create' = ANY (m.capabilities) AS may_create,
           'transfer.validate' = ANY (m.capabilities) AS may_validate
      FROM memberships m JOIN users u ON u.id = m.user_id
     WHERE m.account_id = ${accountId}
     ORDER BY u.last_name, u.first_name, u.id`
}

export type RuleChange = NewRuleChange & { requester: string }

export async function insertRuleChange(tx: Tx, change: NewRuleChange): Promise<void> {
  await tx`INSERT INTO signing_rule_changes (${columnsOf(newRuleChanges)}) VALUES (${valuesOf(newRuleChanges, change)})`
}

export async function findWaitingChange(db: Sql, accountId: string, now: Date): Promise<RuleChange | null> {
  const [row] = await db<RuleChange>`
    SELECT ${columnsOf(newRuleChanges, 'c')}, u.first_name || ' ' || u.last_name AS requester
      FROM signing_rule_changes c JOIN users u ON u.id = c.asked_by
     WHERE c.account_id = ${accountId} AND c.state = 'waiting' AND c.expires_at > ${now}`
  return row ?? null
}

/** Whether a change of this account exists, waiting or decided. */
export async function isKnownChange(db: Sql, accountId: string, id: string): Promise<boolean> {
  return (await db`SELECT FROM signing_rule_changes WHERE id = ${id} AND account_id = ${accountId}`).length > 0
}

export async function decideWaiting(
  tx: Tx,
  accountId: string,
  { state, by, now }: { state: 'accepted' | 'refused' | 'withdrawn' | 'replaced'; by: string; now: Date },
): Promise<void> {
  await tx`
    UPDATE signing_rule_changes SET state = ${state}, decided_by = ${by}, decided_at = ${now}
     WHERE account_id = ${accountId} AND state = 'waiting'`
}

export type Administrator = { user_id: string; lang: Language; email: string; first_name: string }

/** The administrators of an account who have an e-mail address. */
export function listAdministrators(db: Sql, accountId: string): Promise<Administrator[]> {
  return db<Administrator>`
    SELECT u.id AS user_id, u.lang, u.email, u.first_name
      FROM memberships m JOIN users u ON u.id = m.user_id
     WHERE m.account_id = ${accountId} AND 'access.admin' = ANY (m.capabilities) AND u.email IS NOT NULL
     ORDER BY u.id`
}

/** So long after the loss of the administration a person still learns what happens to it. */
const FORMER_DAYS = 30

/** Those who administered an account until a short while ago and have an e-mail address. */
export function listFormerAdministrators(db: Sql, accountId: string, now: Date): Promise<Administrator[]> {
  return db<Administrator>`
    SELECT u.id AS user_id, u.lang, u.email, u.first_name
      FROM former_signers f JOIN users u ON u.id = f.user_id
     WHERE f.account_id = ${accountId} AND f.capability = 'access.admin' AND u.email IS NOT NULL
       AND f.lost_at > ${now}::timestamptz - ${FORMER_DAYS} * interval '1 day'
       AND NOT EXISTS (SELECT FROM memberships m WHERE m.account_id = f.account_id AND m.user_id = f.user_id AND 'access.admin' = ANY (m.capabilities))
     ORDER BY u.id`
}

export async function findAccountName(db: Sql, accountId: string): Promise<{ customer: string; account: string }> {
  const [row] = await db<{ customer: string; account: string }>`
    SELECT c.name AS customer, a.label || ' ' || a.number AS account FROM accounts a JOIN customers c ON c.id = a.customer_id
     WHERE a.id = ${accountId}`
  if (!row) throw new Error('an account has vanished')
  return row
}
