import type { Category, CountedCategory } from 'contract/accounts/operations.ts'
import type { Sql, Tx } from '../../../db/db.ts'

export const listCategories = (db: Sql, accountId: string): Promise<CountedCategory[]> => db<CountedCategory>`
  SELECT c.id, c.label,
         (SELECT count(*) FROM operation_categories oc WHERE oc.account_id = a.id AND oc.category_id = c.id) AS operation_count
    FROM accounts a
    JOIN categories c ON c.customer_id = a.customer_id
   WHERE a.id = ${accountId}
   ORDER BY plain_letters(c.label) COLLATE "C", c.id`

/** Locks the categories of a customer until the end of the transaction: changes run one after the other. */
export async function lockCategories(tx: Tx, customerId: string): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended('categories ' || ${customerId}::text, 0))`
}

export async function countCategories(tx: Tx, customerId: string): Promise<number> {
  const [row] = await tx<{ count: number }>`SELECT count(*) FROM categories WHERE customer_id = ${customerId}`
  return row?.count ?? 0
}

/** The number of these categories that the customer has. */
export async function countKnownCategories(tx: Tx, customerId: string, ids: readonly string[]): Promise<number> {
  const rows = await tx`SELECT id FROM categories WHERE customer_id = ${customerId} AND id = ANY (${ids}::uuid[])`
  return rows.length
}

/** Null where another category has this label. */
export async function insertCategory(tx: Tx, customerId: string, { id, label }: Category): Promise<Category | null> {
  const [row] = await tx<Category>`
    INSERT INTO categories (customer_id, id, label) VALUES (${customerId}, ${id}, ${label})
    ON CONFLICT (customer_id, plain_letters(label)) DO NOTHING
    RETURNING id, label`
  return row ?? null
}

export async function findCategory(tx: Tx, customerId: string, id: string): Promise<Category | null> {
  const [row] = await tx<Category>`SELECT id, label FROM categories WHERE customer_id = ${customerId} AND id = ${id}`
  return row ?? null
}

/** Deletes a category from all operations, rules and saved filters of its customer; with a replacement, they move to it. */
export async function removeCategory(
  tx: Tx,
  customerId: string,
  id: string,
  replacement: string | null,
): Promise<void> {
  await tx`
    INSERT INTO operation_categories (account_id, entry_id, customer_id, category_id)
    SELECT account_id, entry_id, customer_id, ${replacement}::uuid
      FROM operation_categories
     WHERE customer_id = ${customerId} AND category_id = ${id} AND ${replacement}::uuid IS NOT NULL
    ON CONFLICT DO NOTHING`
  await tx`DELETE FROM operation_categories WHERE customer_id = ${customerId} AND category_id = ${id}`
  // Saved filters use the replacement; without one they show that the category is gone.
  await tx`
    WITH kept AS (
      DELETE FROM operation_views
       WHERE customer_id = ${customerId} AND ${replacement}::uuid IS NOT NULL
         AND EXISTS (SELECT FROM jsonb_array_elements_text(filter -> 'categories') category WHERE category::uuid = ${id})
      RETURNING *)
    INSERT INTO operation_views (user_id, customer_id, id, name, filter, created_at)
    SELECT user_id, customer_id, id, name,
           jsonb_set(filter, '{categories}', (SELECT jsonb_agg(DISTINCT CASE category::uuid WHEN ${id} THEN ${replacement}::text ELSE category END)
                                                FROM jsonb_array_elements_text(filter -> 'categories') category)), created_at
      FROM kept`
  await tx`UPDATE category_rules SET category_id = ${replacement} WHERE customer_id = ${customerId} AND category_id = ${id} AND ${replacement}::uuid IS NOT NULL`
  await tx`DELETE FROM category_rules WHERE customer_id = ${customerId} AND category_id = ${id}`
  await tx`DELETE FROM categories WHERE customer_id = ${customerId} AND id = ${id}`
}

/** Sets exactly these categories; answers how many of them the customer has. */
export async function setCategories(
  tx: Tx,
  { account_id, customer_id }: { account_id: string; customer_id: string },
  entryId: string,
  ids: readonly string[],
): Promise<number> {
  await tx`DELETE FROM operation_categories WHERE account_id = ${account_id} AND entry_id = ${entryId}`
  const set = await tx`
    INSERT INTO operation_categories (account_id, entry_id, customer_id, category_id)
    SELECT ${account_id}, ${entryId}, customer_id, id FROM categories WHERE customer_id = ${customer_id} AND id = ANY (${ids}::uuid[])
    RETURNING category_id`
  return set.length
}

export async function setNote(tx: Tx, accountId: string, entryId: string, comment: string | null): Promise<void> {
  await tx`
    INSERT INTO operation_notes (account_id, entry_id, comment) VALUES (${accountId}, ${entryId}, ${comment})
    ON CONFLICT (account_id, entry_id) DO UPDATE SET comment = excluded.comment`
}

export async function setAccounting(tx: Tx, accountId: string, entryId: string, code: string | null): Promise<void> {
  await tx`
    INSERT INTO operation_notes (account_id, entry_id, accounting) VALUES (${accountId}, ${entryId}, ${code})
    ON CONFLICT (account_id, entry_id) DO UPDATE SET accounting = excluded.accounting`
}
