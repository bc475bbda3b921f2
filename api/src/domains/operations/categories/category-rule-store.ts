import type { CategoryRule, NewRule, RuleCondition } from 'contract/accounts/categories.ts'
import { columnsOf } from '../../../db/columns.ts'
import type { Sql, Tx } from '../../../db/db.ts'
import { containing } from '../../../db/like.ts'
import { type OperationRow, operations } from '../operation-columns.ts'
import type { Change } from './category-change-store.ts'

export const listRules = (db: Sql, accountId: string): Promise<CategoryRule[]> => db<CategoryRule>`
  SELECT r.id, r.text, r.sign, r.min, r.max, json_build_object('id', c.id, 'label', c.label) AS category
    FROM category_rules r
    JOIN categories c ON c.customer_id = r.customer_id AND c.id = r.category_id
   WHERE r.account_id = ${accountId}
   ORDER BY r.created_at, r.id`

export type StoredRule = RuleCondition & { id: string; category_id: string }

export async function findRule(tx: Tx, accountId: string, id: string): Promise<StoredRule | null> {
  const [row] = await tx<StoredRule>`
    SELECT id, category_id, text, sign, min, max FROM category_rules WHERE account_id = ${accountId} AND id = ${id}`
  return row ?? null
}

export async function countRules(tx: Tx, accountId: string): Promise<number> {
  const rows = await tx`SELECT 1 FROM category_rules WHERE account_id = ${accountId}`
  return rows.length
}

type Owner = { account_id: string; customer_id: string }

/** Starts at the entries booked from now on: the first rule of an account has none to catch up with. */
export async function insertRule(
  tx: Tx,
  { account_id, customer_id }: Owner,
  id: string,
  rule: NewRule,
  now: Date,
): Promise<void> {
  const { category_id, text, sign, min, max } = rule
  await tx`
    INSERT INTO category_rule_progress (account_id, through_seq)
    SELECT id, entry_count FROM ledger_accounts WHERE id = ${account_id}
    ON CONFLICT (account_id) DO UPDATE SET through_seq = excluded.through_seq
      WHERE NOT EXISTS (SELECT FROM category_rules WHERE account_id = ${account_id})`
  await tx`
    INSERT INTO category_rules (account_id, id, customer_id, category_id, text, pattern, sign, min, max, created_at)
    VALUES (${account_id}, ${id}, ${customer_id}, ${category_id}, ${text}, plain_letters(${containing(text)}), ${sign}, ${min}, ${max}, ${now})`
}

/** The rule with exactly this text, without further conditions. */
export async function findRuleByText(tx: Tx, accountId: string, text: string): Promise<string | null> {
  const [row] = await tx<{ id: string }>`
    SELECT id FROM category_rules
     WHERE account_id = ${accountId} AND text = ${text} AND sign IS NULL AND min IS NULL AND max IS NULL
     ORDER BY created_at, id LIMIT 1`
  return row?.id ?? null
}

export async function changeRule(tx: Tx, accountId: string, id: string, categoryId: string): Promise<void> {
  await tx`UPDATE category_rules SET category_id = ${categoryId} WHERE account_id = ${accountId} AND id = ${id}`
}

export async function removeRule(tx: Tx, accountId: string, id: string): Promise<void> {
  await tx`DELETE FROM category_rules WHERE account_id = ${accountId} AND id = ${id}`
}

export async function countMatching(
  db: Sql,
  accountId: string,
  { text, sign, min, max }: RuleCondition,
): Promise<number> {
  const [row] = await db<{ count: number }>`
    SELECT count(*) FROM free_operations(${accountId}, ${containing(text)}, ${sign}, ${min}, ${max})`
  return row?.count ?? 0
}

/** The newest operations that a rule would categorise. */
export function listMatching(
  db: Sql,
  accountId: string,
  { text, sign, min, max }: RuleCondition,
  limit: number,
): Promise<OperationRow[]> {
  return db<OperationRow>`
    WITH newest AS (
      SELECT id, seq FROM free_operations(${accountId}, ${containing(text)}, ${sign}, ${min}, ${max})
       ORDER BY booking_date DESC, seq DESC LIMIT ${limit}
    )
    SELECT ${columnsOf(operations, 'o')}, NULL::json AS account
      FROM newest JOIN operation_details o ON o.account_id = ${accountId} AND o.id = newest.id
     ORDER BY newest.seq DESC`
}

/** Stores the operations that a rule matches for a change; answers how many, one more than the maximum where there are too many. */
export async function storeMatching(
  tx: Tx,
  { account_id, id }: Change,
  condition: RuleCondition,
  limit: number,
): Promise<number> {
  const { text, sign, min, max } = condition
  const items = await tx`
    INSERT INTO category_change_items (account_id, change_id, entry_id, category_ids, was_by_hand, previous_change_id)
    SELECT ${account_id}, ${id}, f.id, '{}', a.is_by_hand, a.change_id
      FROM (SELECT id FROM free_operations(${account_id}, ${containing(text)}, ${sign}, ${min}, ${max}) LIMIT ${limit + 1}) f
      LEFT JOIN operation_categorisations a ON a.account_id = ${account_id} AND a.entry_id = f.id
    RETURNING 1`
  return items.length
}

/** Accounts with rules and entries that the rules have not processed. */
export function listUnprocessedAccounts(db: Sql, limit: number): Promise<Owner[]> {
  return db<Owner>`
    SELECT p.account_id, a.customer_id
      FROM category_rule_progress p
      JOIN ledger_accounts l ON l.id = p.account_id AND l.entry_count > p.through_seq
      JOIN accounts a ON a.id = p.account_id
     WHERE EXISTS (SELECT FROM category_rules r WHERE r.account_id = p.account_id)
     ORDER BY p.account_id
     LIMIT ${limit}`
}

/** Assigns the category of the first matching rule to the next entries of an account, and stores the last processed one. */
export async function applyRules(tx: Tx, accountId: string, limit: number): Promise<void> {
  const [progress] = await tx<{ through: number; up_to: number }>`
    SELECT p.through_seq AS through, least(l.entry_count, p.through_seq + ${limit}) AS up_to
      FROM category_rule_progress p
      JOIN ledger_accounts l ON l.id = p.account_id
     WHERE p.account_id = ${accountId}
       FOR UPDATE OF p`
  if (!progress) return
  const { through, up_to } = progress
  await tx`
    INSERT INTO operation_categories (account_id, entry_id, customer_id, category_id)
    SELECT DISTINCT ON (e.id) e.account_id, e.id, r.customer_id, r.category_id
      FROM ledger_entries e
      JOIN category_rules r ON r.account_id = e.account_id AND e.words LIKE r.pattern
       AND (r.sign IS NULL OR (e.amount > 0) = (r.sign = 'credit'))
       AND (r.min IS NULL OR abs(e.amount) >= r.min) AND (r.max IS NULL OR abs(e.amount) <= r.max)
     WHERE e.account_id = ${accountId} AND e.seq > ${through} AND e.seq <= ${up_to}
       -- Somebody may have been faster.
       AND NOT EXISTS (SELECT FROM operation_categories oc WHERE oc.account_id = e.account_id AND oc.entry_id = e.id)
       AND NOT EXISTS (SELECT FROM operation_categorisations a WHERE a.account_id = e.account_id AND a.entry_id = e.id AND a.is_by_hand)
     ORDER BY e.id, r.created_at, r.id`
  await tx`UPDATE category_rule_progress SET through_seq = ${up_to} WHERE account_id = ${accountId}`
}
