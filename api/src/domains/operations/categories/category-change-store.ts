// Stores bulk changes of categories, with the former categories of each operation.
import type { Tx } from '../../../db/db.ts'

export type Change = { account_id: string; id: string }

export async function insertChange(tx: Tx, { account_id, id }: Change, madeBy: string, now: Date): Promise<void> {
  await tx`INSERT INTO category_changes (account_id, id, made_by, made_at) VALUES (${account_id}, ${id}, ${madeBy}, ${now})`
}

/** Stores the current categories of these booked operations; answers how many of them the account has. */
export async function storeCategories(
  tx: Tx,
  { account_id, id }: Change,
  entryIds: readonly string[],
): Promise<number> {
  const items = await tx`
    INSERT INTO category_change_items (account_id, change_id, entry_id, category_ids, was_by_hand, previous_change_id)
    SELECT e.account_id, ${id}, e.id,
           ARRAY(SELECT category_id FROM operation_categories oc WHERE oc.account_id = e.account_id AND oc.entry_id = e.id),
           a.is_by_hand, a.change_id
      FROM ledger_entries e
      LEFT JOIN operation_categorisations a ON a.account_id = e.account_id AND a.entry_id = e.id
     WHERE e.account_id = ${account_id} AND e.id = ANY (${entryIds}::uuid[]) AND e.seq IS NOT NULL
    RETURNING entry_id`
  return items.length
}

/** Sets exactly these categories for all operations of a change. */
export async function setCategoriesOfChange(
  tx: Tx,
  { account_id, id }: Change,
  customerId: string,
  ids: readonly string[],
): Promise<void> {
  await tx`
    DELETE FROM operation_categories oc
     USING category_change_items i
     WHERE i.account_id = ${account_id} AND i.change_id = ${id} AND oc.account_id = i.account_id AND oc.entry_id = i.entry_id`
  await tx`
    INSERT INTO operation_categories (account_id, entry_id, customer_id, category_id)
    SELECT i.account_id, i.entry_id, c.customer_id, c.id
      FROM category_change_items i, categories c
     WHERE i.account_id = ${account_id} AND i.change_id = ${id} AND c.customer_id = ${customerId} AND c.id = ANY (${ids}::uuid[])`
}

/** Marks the operations of a change with the state that it left. */
export async function markCategorised(tx: Tx, { account_id, id }: Change, isByHand: boolean): Promise<void> {
  await tx`
    INSERT INTO operation_categorisations (account_id, entry_id, is_by_hand, change_id)
    SELECT account_id, entry_id, ${isByHand}, change_id
      FROM category_change_items
     WHERE account_id = ${account_id} AND change_id = ${id}
    ON CONFLICT (account_id, entry_id) DO UPDATE SET is_by_hand = excluded.is_by_hand, change_id = excluded.change_id`
}

/** Marks one operation as categorised by a user. */
export async function markChosen(tx: Tx, accountId: string, entryId: string): Promise<void> {
  await tx`
    INSERT INTO operation_categorisations (account_id, entry_id, is_by_hand, change_id) VALUES (${accountId}, ${entryId}, true, NULL)
    ON CONFLICT (account_id, entry_id) DO UPDATE SET is_by_hand = true, change_id = NULL`
}

export async function isChangeOf(tx: Tx, { account_id, id }: Change, userId: string): Promise<boolean> {
  const rows =
    await tx`SELECT 1 FROM category_changes WHERE account_id = ${account_id} AND id = ${id} AND made_by = ${userId}`
  return rows.length > 0
}

/** Restores the former categories of operations that are unchanged since; answers how many. */
export async function restoreCategories(tx: Tx, { account_id, id }: Change, customerId: string): Promise<number> {
  await tx`
    DELETE FROM operation_categories oc
     USING category_change_items i, operation_categorisations a
     WHERE i.account_id = ${account_id} AND i.change_id = ${id}
       AND a.account_id = i.account_id AND a.entry_id = i.entry_id AND a.change_id = i.change_id
       AND oc.account_id = i.account_id AND oc.entry_id = i.entry_id`
  // A category that was deleted meanwhile is not restored.
  await tx`
    INSERT INTO operation_categories (account_id, entry_id, customer_id, category_id)
    SELECT i.account_id, i.entry_id, c.customer_id, c.id
      FROM category_change_items i
      JOIN operation_categorisations a ON a.account_id = i.account_id AND a.entry_id = i.entry_id AND a.change_id = i.change_id
      JOIN categories c ON c.customer_id = ${customerId} AND c.id = ANY (i.category_ids)
     WHERE i.account_id = ${account_id} AND i.change_id = ${id}`
  const fresh = await tx`
    DELETE FROM operation_categorisations a
     USING category_change_items i
     WHERE i.account_id = ${account_id} AND i.change_id = ${id} AND i.was_by_hand IS NULL
       AND a.account_id = i.account_id AND a.entry_id = i.entry_id AND a.change_id = i.change_id
    RETURNING 1`
  const earlier = await tx`
    UPDATE operation_categorisations a SET is_by_hand = i.was_by_hand, change_id = i.previous_change_id
      FROM category_change_items i
     WHERE i.account_id = ${account_id} AND i.change_id = ${id} AND i.was_by_hand IS NOT NULL
       AND a.account_id = i.account_id AND a.entry_id = i.entry_id AND a.change_id = i.change_id
    RETURNING 1`
  return fresh.length + earlier.length
}

/** Deletes a change with its stored categories: it cannot be undone any more. */
export async function removeChange(tx: Tx, { account_id, id }: Change): Promise<void> {
  await tx`DELETE FROM category_changes WHERE account_id = ${account_id} AND id = ${id}`
}
