import type { Sql, Tx } from '../../db/db.ts'
import { containing } from '../../db/like.ts'
import { searchesOwnTransfers, wordingPatterns } from './search-rules.ts'

/** What is known about the customer of an account: their name, the names that they have given to others, and whether they have other accounts. */
export type Known = {
  account_id: string
  holder: string
  names: { key: string; name: string }[]
  has_other_accounts: boolean
}

export const listKnown = (db: Sql, accountIds: readonly string[]): Promise<Known[]> => db<Known>`
  WITH account AS MATERIALIZED (
    SELECT id, customer_id FROM accounts WHERE id = ANY (${accountIds}::uuid[])
  ), customer AS MATERIALIZED (
    -- Once for each customer, of whom all accounts may be here.
    SELECT c.id, c.name,
           coalesce((SELECT json_agg(json_build_object('key', p.key, 'name', p.name))
                       FROM counterparties p WHERE p.customer_id = c.id), '[]') AS names,
           (SELECT count(*) FROM (SELECT FROM accounts o WHERE o.customer_id = c.id LIMIT 2) o) > 1 AS has_other_accounts
      FROM customers c WHERE c.id = ANY (ARRAY(SELECT DISTINCT customer_id FROM account))
  )
  SELECT a.id AS account_id, c.name AS holder, c.names, c.has_other_accounts
    FROM account a JOIN customer c ON c.id = a.customer_id`

/**
 * The names by which the bank words what these customers see under a name with this text: of what they have renamed, and their own name
 * for transfers between their accounts.
 */
export async function listNamesInWording(db: Sql, accountIds: readonly string[], search: string): Promise<string[]> {
  const rows = await db<{ name: string }>`
    (SELECT DISTINCT p.key AS name
       FROM accounts a
       JOIN counterparties p ON p.customer_id = a.customer_id
      WHERE a.id = ANY (${accountIds}::uuid[]) AND plain_letters(p.name) LIKE plain_letters(${containing(search)})
      ORDER BY p.key
      LIMIT 20)
     UNION ALL
    SELECT DISTINCT c.name
      FROM accounts a
      JOIN customers c ON c.id = a.customer_id
     WHERE a.id = ANY (${accountIds}::uuid[]) AND ${searchesOwnTransfers(search)}`
  return rows.map(({ name }) => name)
}

/** Patterns of what was typed, of how the bank words it, and of names that its wording has instead; a line feed separates them. */
export const searchPatterns = (search: string, namesInWording: readonly string[] = []): string =>
  [...new Set([containing(search.trim()), ...[search, ...namesInWording].flatMap(wordingPatterns)])].join('\n')

/** The number of names beside that of a counterparty. Locks the names of a customer until the end of the transaction: the maximum holds for all of them. */
export async function countOtherNames(tx: Tx, customerId: string, key: string): Promise<number> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended('counterparties ' || ${customerId}::text, 0))`
  const [row] = await tx<{
    count: number
  }>`SELECT count(*) FROM counterparties WHERE customer_id = ${customerId} AND key <> ${key}`
  return row?.count ?? 0
}

export async function saveName(tx: Tx, customerId: string, key: string, name: string, now: Date): Promise<void> {
  await tx`
    INSERT INTO counterparties (customer_id, key, name, changed_at) VALUES (${customerId}, ${key}, ${name}, ${now})
    ON CONFLICT (customer_id, key) DO UPDATE SET name = excluded.name, changed_at = excluded.changed_at`
}

export async function removeName(tx: Tx, customerId: string, key: string): Promise<void> {
  await tx`DELETE FROM counterparties WHERE customer_id = ${customerId} AND key = ${key}`
}
