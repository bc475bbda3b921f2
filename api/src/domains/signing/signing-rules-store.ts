import type { SigningRules, Tier } from 'contract/transfers/signing-rules.ts'
import type { Language } from 'contract/language.ts'
import type { Sql, Tx } from '../../db/db.ts'

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

export async function findRules(db: Sql, accountId: string): Promise<SigningRules> {
  const tiers = await db<Tier>`
    SELECT kind, up_to, rule FROM signing_tiers WHERE account_id = ${accountId} ORDER BY kind, up_to NULLS LAST`
  const groups = await db<SigningRules['groups'][number]>`
    SELECT user_id, signing_group AS group FROM signing_groups WHERE account_id = ${accountId} ORDER BY user_id`
  const limits = await db<SigningRules['limits'][number]>`
    SELECT user_id, purpose, period, amount FROM transfer_limits WHERE account_id = ${accountId} ORDER BY user_id NULLS FIRST, purpose, period`
  return { tiers, groups, limits }
}

/** The bank's default limits for an account that has set none. */
export function findDefaultLimits(db: Sql, accountId: string): Promise<SigningRules['limits']> {
  return db<SigningRules['limits'][number]>`
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
export async function replaceRules(tx: Tx, accountId: string, { tiers, groups, limits }: SigningRules): Promise<void> {
  await tx`DELETE FROM signing_tiers WHERE account_id = ${accountId}`
  await tx`DELETE FROM signing_groups WHERE account_id = ${accountId}`
  await tx`DELETE FROM transfer_limits WHERE account_id = ${accountId}`
  await tx`
    INSERT INTO signing_tiers (account_id, kind, up_to, rule)
    SELECT ${accountId}::uuid, kind, up_to, rule FROM jsonb_to_recordset(${JSON.stringify(tiers)}) AS t (kind text, up_to bigint, rule text)`
  await tx`
    INSERT INTO signing_groups (account_id, user_id, signing_group)
    SELECT ${accountId}::uuid, user_id, "group" FROM jsonb_to_recordset(${JSON.stringify(groups)}) AS g (user_id uuid, "group" text)`
  await tx`
    INSERT INTO transfer_limits (account_id, user_id, purpose, period, amount)
    SELECT ${accountId}::uuid, user_id, purpose, period, amount
      FROM jsonb_to_recordset(${JSON.stringify(limits)}) AS l (user_id uuid, purpose text, period text, amount bigint)`
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

export type RuleChange = {
  id: string
  account_id: string
  version: number
  rules: SigningRules
  asked_by: string
  requester: string
  asked_at: Date
  expires_at: Date
}

export async function insertRuleChange(tx: Tx, change: Omit<RuleChange, 'requester'>): Promise<void> {
  await tx`
    INSERT INTO signing_rule_changes (id, account_id, version, rules, asked_by, asked_at, expires_at)
    VALUES (${change.id}, ${change.account_id}, ${change.version}, ${JSON.stringify(change.rules)}, ${change.asked_by}, ${change.asked_at},
            ${change.expires_at})`
}

export async function findWaitingChange(db: Sql, accountId: string, now: Date): Promise<RuleChange | null> {
  const [row] = await db<RuleChange>`
    SELECT c.id, c.account_id, c.version, c.rules, c.asked_by, u.first_name || ' ' || u.last_name AS requester, c.asked_at, c.expires_at
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

export async function findAccountName(db: Sql, accountId: string): Promise<{ customer: string; account: string }> {
  const [row] = await db<{ customer: string; account: string }>`
    SELECT c.name AS customer, a.label || ' ' || a.number AS account FROM accounts a JOIN customers c ON c.id = a.customer_id
     WHERE a.id = ${accountId}`
  if (!row) throw new Error('an account has vanished')
  return row
}
