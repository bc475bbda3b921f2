import type { Tier } from 'contract/signing-rules.ts'
import type { Sql, Tx } from '../../db/db.ts'

export type SignedPayment = { account_id: string; id: string; version: number }

/** What decides who signs a payment of an account. */
export async function findTiers(db: Sql, accountId: string): Promise<{ tiers: Tier[]; limit: number }> {
  const [row] = await db<{ tiers: Tier[]; limit: number }>`
    SELECT (SELECT value FROM parameters WHERE name = 'company_single_signature_limit') AS limit,
           coalesce((SELECT jsonb_agg(jsonb_build_object('kind', kind, 'up_to', up_to, 'rule', rule))
                       FROM signing_tiers WHERE account_id = ${accountId}), '[]') AS tiers`
  if (!row) throw new Error('a select without a row')
  return row
}

/** For which group somebody signs under a rule of two groups, and whether one of that group has signed. */
export async function findGroup(
  tx: Tx,
  { account_id, id, version }: SignedPayment,
  userId: string,
): Promise<{ group: 'A' | 'B'; has_signed: boolean } | null> {
  const [row] = await tx<{ group: 'A' | 'B'; has_signed: boolean }>`
    SELECT g.signing_group AS group,
           EXISTS (SELECT FROM payment_signatures s WHERE s.account_id = ${account_id} AND s.payment_id = ${id} AND s.version = ${version}
                      AND s.signing_group = g.signing_group) AS has_signed
      FROM signing_groups g WHERE g.account_id = ${account_id} AND g.user_id = ${userId}`
  return row ?? null
}

/** False where this person has signed this text before. */
export async function insertSignature(
  tx: Tx,
  { account_id, id, version }: SignedPayment,
  { user_id, group }: { user_id: string; group: 'A' | 'B' | null },
  at: Date,
): Promise<boolean> {
  const rows = await tx`
    INSERT INTO payment_signatures (account_id, payment_id, version, user_id, signing_group, signed_at)
    VALUES (${account_id}, ${id}, ${version}, ${user_id}, ${group}, ${at}) ON CONFLICT DO NOTHING RETURNING user_id`
  return rows.length > 0
}

export async function countSignatures(tx: Tx, { account_id, id, version }: SignedPayment): Promise<number> {
  const [row] = await tx<{ count: number }>`
    SELECT count(*) AS count FROM payment_signatures WHERE account_id = ${account_id} AND payment_id = ${id} AND version = ${version}`
  return row?.count ?? 0
}
