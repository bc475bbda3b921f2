// Reads and ends the weaker signing rules that take effect on a later day.
import type { Sql, Tx } from '../../db/db.ts'

type Due = { id: string; account_id: string }

/** The oldest change that takes effect now, or null. */
export async function findDueRules(db: Sql, now: Date): Promise<Due | null> {
  const [row] = await db<Due>`
    SELECT id, account_id FROM signing_rule_changes WHERE state = 'waiting' AND effective_at <= ${now} ORDER BY effective_at LIMIT 1`
  return row ?? null
}

/** The account whose rules a waiting change would weaken, or null. */
export async function findDelayedRules(db: Sql, id: string): Promise<string | null> {
  const [row] = await db<{ account_id: string }>`
    SELECT account_id FROM signing_rule_changes WHERE id = ${id} AND state = 'waiting' AND effective_at IS NOT NULL`
  return row?.account_id ?? null
}

export async function markApplied(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`UPDATE signing_rule_changes SET state = 'applied', decided_at = ${now} WHERE id = ${id} AND state = 'waiting'`
}

/** False where the change does not wait any more. */
export async function stopRules(tx: Tx, id: string, now: Date): Promise<boolean> {
  const stopped = await tx`
    UPDATE signing_rule_changes SET state = 'stopped', decided_at = ${now} WHERE id = ${id} AND state = 'waiting' RETURNING 1`
  return stopped.length > 0
}

export async function isAdministrator(db: Sql, userId: string, accountId: string): Promise<boolean> {
  const rows = await db`
    SELECT FROM memberships WHERE user_id = ${userId} AND account_id = ${accountId} AND 'access.admin' = ANY (capabilities)`
  return rows.length > 0
}

type ListedRules = { id: string; customer: string; account: string; asked_by: string; effective_at: Date }

export const listDelayedRules = (db: Sql, max: number) =>
  db<ListedRules>`
    SELECT c.id, k.name AS customer, a.iban AS account, u.first_name || ' ' || u.last_name AS asked_by, c.effective_at
      FROM signing_rule_changes c
      JOIN accounts a ON a.id = c.account_id
      JOIN customers k ON k.id = a.customer_id
      JOIN users u ON u.id = c.asked_by
     WHERE c.state = 'waiting' AND c.effective_at IS NOT NULL
     ORDER BY c.effective_at, c.id LIMIT ${max}`
