import type { Sql } from '../../db/db.ts'

/**
 * The version of an account's operations: it changes with everything that their pages show. Null where upcoming operations are
 * shown, which have none. A page that is read from the same database afterwards is of this version, or of a later one.
 */
export async function findOperationsVersion(db: Sql, accountId: string): Promise<string | null> {
  const [row] = await db<{ version: string | null }>`
    SELECT CASE WHEN EXISTS (SELECT FROM intraday_operations i WHERE i.account_id = l.id)
                  OR EXISTS (SELECT FROM transfers t WHERE t.account_id = l.id AND t.execution_status = 'scheduled') THEN NULL
                ELSE l.entry_count || '.' || coalesce(c.state, 0) END AS version
      FROM ledger_accounts l
      LEFT JOIN operation_categorisation_states c ON c.account_id = l.id
     WHERE l.id = ${accountId}`
  return row?.version ?? null
}
