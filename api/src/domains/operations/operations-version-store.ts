import { batcherOfEach } from '../../db/batcher.ts'
import type { Sql } from '../../db/db.ts'

async function listVersions(db: Sql, accountIds: readonly string[]): Promise<(string | null)[]> {
  const rows = await db<{ id: string; version: string | null }>`
    SELECT l.id,
           -- By the account: OFFSET 0 keeps the planner from reading what waits on all accounts once.
           CASE WHEN EXISTS (SELECT FROM intraday_operations i WHERE i.account_id = l.id OFFSET 0)
                  OR EXISTS (SELECT FROM transfers t WHERE t.account_id = l.id AND t.execution_status = 'scheduled' OFFSET 0) THEN NULL
                ELSE l.entry_count || '.' || coalesce(c.state, 0) || '.' || (SELECT count(*) FROM archived_years) END AS version
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
export const operationsVersionFinder = (): ((db: Sql, accountId: string) => Promise<string | null>) =>
  batcherOfEach(listVersions, { max: 100, concurrency: 2 })
