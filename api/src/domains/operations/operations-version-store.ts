import { type Batcher, createBatcher } from '../../db/batcher.ts'
import type { Sql } from '../../db/db.ts'

async function listVersions(db: Sql, accountIds: readonly string[]): Promise<(string | null)[]> {
  const rows = await db<{ id: string; version: string | null }>`
    SELECT l.id,
           CASE WHEN EXISTS (SELECT FROM intraday_operations i WHERE i.account_id = l.id)
                  OR EXISTS (SELECT FROM transfers t WHERE t.account_id = l.id AND t.execution_status = 'scheduled') THEN NULL
                ELSE l.entry_count || '.' || coalesce(c.state, 0) END AS version
      FROM ledger_accounts l
      LEFT JOIN operation_categorisation_states c ON c.account_id = l.id
     WHERE l.id = ANY (${accountIds}::uuid[])`
  const versions = new Map(rows.map(({ id, version }) => [id, version]))
  return accountIds.map((id) => versions.get(id) ?? null)
}

/**
 * Finds the version of an account's operations: it changes with everything that their pages show. Null where upcoming operations
 * are shown, which have none. A page that is read from the same database afterwards is of this version, or of a later one. Calls
 * of one tick on one database are one statement.
 */
export function operationsVersionFinder(): (db: Sql, accountId: string) => Promise<string | null> {
  // One for the primary, and one for the standby.
  const finders = new Map<Sql, Batcher<string, string | null>>()
  return (db, accountId) => {
    const find =
      finders.get(db) ?? createBatcher((ids: readonly string[]) => listVersions(db, ids), { max: 100, concurrency: 2 })
    finders.set(db, find)
    return find(accountId)
  }
}
