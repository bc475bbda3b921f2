import type { AccessEvent } from 'contract/access/access.ts'
import type { Grant } from 'contract/roles.ts'
import type { Sql } from '../../db/db.ts'
import { pageOf } from '../../db/page-of.ts'

export type EventRow = Pick<AccessEvent, 'id' | 'action' | 'by' | 'account_count'> & {
  at: Date
  before: Grant | null
  after: Grant | null
}

/** The events of a person's access to this customer's accounts; only those that touch an account which the reader administers. */
export async function listAccessEvents(
  db: Sql,
  { customer_id, person_id, administrator_id }: { customer_id: string; person_id: string; administrator_id: string },
  { page, per_page }: { page: number; per_page: number },
): Promise<{ items: EventRow[]; total: number }> {
  const rows = await db<EventRow & { total: number }>`
    WITH found AS (
      SELECT e.id, e.at, e.action, e.user_id, e.facts
        FROM audit_events e
       WHERE e.subject_id = ${person_id} AND e.action LIKE 'access.%' AND e.facts ->> 'customer_id' = ${customer_id}
         AND EXISTS (SELECT FROM jsonb_array_elements_text(e.facts -> 'account_ids') t (account_id)
                       JOIN memberships m ON m.account_id = t.account_id::uuid AND m.user_id = ${administrator_id}
                      WHERE 'access.admin' = ANY (m.capabilities))
    )
    SELECT counted.total, page.*
      FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN (SELECT f.id, f.at, f.action, coalesce(u.first_name || ' ' || u.last_name, '') AS by,
                        jsonb_array_length(f.facts -> 'account_ids') AS account_count,
                        nullif(f.facts -> 'before', 'null') AS before, nullif(f.facts -> 'after', 'null') AS after
                   FROM found f LEFT JOIN users u ON u.id = f.user_id
                  ORDER BY f.at DESC, f.id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) page ON true
     ORDER BY page.at DESC, page.id DESC`
  return pageOf(rows, (row) => row)
}
