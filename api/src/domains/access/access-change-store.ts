import type { AccessChange } from 'contract/access/access.ts'
import { inOrder, roleOf } from 'contract/roles.ts'
import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import { accessChanges } from './access-columns.ts'
import { pageOf } from '../../db/page-of.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import type { Administrator } from './access-store.ts'

export type NewAccessChange = RowOf<typeof accessChanges>

export async function insertAccessChange(
  db: Sql,
  change: NewAccessChange,
  accountIds: readonly string[],
): Promise<void> {
  const row = { ...change, ...inOrder(change) }
  await db`INSERT INTO access_changes (${columnsOf(accessChanges)}) VALUES (${valuesOf(accessChanges, row)})`
  await db`INSERT INTO access_change_accounts (change_id, account_id) SELECT ${change.id}::uuid, unnest(${accountIds}::uuid[])`
}

/** Replaces the waiting changes of a person on these accounts: a newer decision takes their place. */
export async function replaceWaiting(
  db: Sql,
  { user_id, account_ids, by, now }: { user_id: string; account_ids: readonly string[]; by: string; now: Date },
): Promise<void> {
  await db`
    UPDATE access_change_accounts SET state = 'replaced', decided_by = ${by}, decided_at = ${now}
     WHERE change_id IN (SELECT id FROM access_changes WHERE user_id = ${user_id}) AND account_id = ANY (${account_ids}::uuid[])
       AND state = 'waiting'`
}

/** The bank decides about a person on an account: what waits for that person there ends. */
export async function stopWaitingOf(
  db: Sql,
  { user_id, account_id, now }: { user_id: string; account_id: string; now: Date },
): Promise<void> {
  await db`
    UPDATE access_change_accounts SET state = 'stopped', decided_at = ${now}
     WHERE change_id IN (SELECT id FROM access_changes WHERE user_id = ${user_id}) AND account_id = ${account_id} AND state = 'waiting'`
}

type Row = RowOf<typeof accessChanges> & {
  first_name: string
  last_name: string
  email: string | null
  account_count: number
  account_label: string
  account_number: string
  requester: string
  effective_at: Date | null
  total: number
}

/** A page of the changes that wait on an administrator's accounts, the oldest first. */
export async function listWaitingOf(
  db: Sql,
  { user_id, customer_id }: Administrator,
  now: Date,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ items: AccessChange[]; total: number }> {
  const rows = await db<Row>`
    WITH found AS (
      SELECT c.id, count(*)::integer AS account_count, min(a.label) AS account_label, min(a.number) AS account_number
        FROM access_changes c
        JOIN access_change_accounts l ON l.change_id = c.id AND l.state = 'waiting'
        JOIN memberships reader ON reader.user_id = ${user_id} AND reader.account_id = l.account_id AND 'access.admin' = ANY (reader.capabilities)
        JOIN memberships requester ON requester.user_id = c.asked_by AND requester.account_id = l.account_id AND 'access.admin' = ANY (requester.capabilities)
        JOIN accounts a ON a.id = l.account_id
       WHERE c.customer_id = ${customer_id} AND c.expires_at > ${now}
       GROUP BY c.id
    )
    SELECT counted.total, page.*
      FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN (SELECT ${columnsOf(accessChanges, 'c')}, u.first_name, u.last_name, u.email, by.first_name || ' ' || by.last_name AS requester, f.account_count, f.account_label, f.account_number, d.effective_at
                   FROM found f JOIN access_changes c ON c.id = f.id JOIN users u ON u.id = c.user_id JOIN users by ON by.id = c.asked_by
                   LEFT JOIN access_delays d ON d.change_id = c.id
                  ORDER BY c.asked_at, c.id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) page ON true
     ORDER BY page.asked_at, page.id`
  return pageOf(rows, (row) => ({
    id: row.id,
    kind: row.kind,
    person: { id: row.user_id, first_name: row.first_name, last_name: row.last_name, email: row.email },
    rights: [...row.rights],
    capabilities: [...row.capabilities],
    role: roleOf(row),
    account_count: row.account_count,
    account_label: row.account_label,
    account_number: row.account_number,
    asked_by: row.requester,
    asked_at: unixSeconds(row.asked_at),
    expires_at: unixSeconds(row.expires_at),
    effective_at: row.effective_at && unixSeconds(row.effective_at),
    is_mine: row.asked_by === user_id,
    is_for_me: row.user_id === user_id,
  }))
}

export type WaitingChange = NewAccessChange & { account_ids: string[] }

/**
 * A change as one administrator may decide it, with the accounts that still wait and that both this administrator and the requester
 * administer. Null where it has none of this administrator's accounts; an empty account list where none waits any more.
 */
export async function findChangeFor(
  db: Sql,
  { user_id, customer_id }: Administrator,
  id: string,
  now: Date,
): Promise<WaitingChange | null> {
  const [change] = await db<NewAccessChange>`
    SELECT ${columnsOf(accessChanges)} FROM access_changes WHERE id = ${id} AND customer_id = ${customer_id}`
  if (!change) return null
  const lines = await db<{ account_id: string; is_open: boolean }>`
    SELECT l.account_id, l.state = 'waiting' AND requester.user_id IS NOT NULL AS is_open
      FROM access_change_accounts l
      JOIN memberships reader ON reader.user_id = ${user_id} AND reader.account_id = l.account_id AND 'access.admin' = ANY (reader.capabilities)
      LEFT JOIN memberships requester ON requester.user_id = ${change.asked_by} AND requester.account_id = l.account_id
                                  AND 'access.admin' = ANY (requester.capabilities)
     WHERE l.change_id = ${id}
     ORDER BY l.account_id`
  if (lines.length === 0) return null
  const open = change.expires_at > now ? lines.filter(({ is_open }) => is_open) : []
  return { ...change, account_ids: open.map(({ account_id }) => account_id) }
}

export async function decideChange(
  db: Sql,
  { id, account_ids }: Pick<WaitingChange, 'id' | 'account_ids'>,
  { state, by, now }: { state: 'accepted' | 'refused' | 'withdrawn'; by: string; now: Date },
): Promise<void> {
  await db`
    UPDATE access_change_accounts SET state = ${state}, decided_by = ${by}, decided_at = ${now}
     WHERE change_id = ${id} AND account_id = ANY (${account_ids}::uuid[]) AND state = 'waiting'`
}
