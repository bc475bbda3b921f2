import type { AccessEvent } from 'contract/access/access.ts'
import { type Grant, inOrder, roleOf } from 'contract/roles.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { type EventRow, listAccessEvents } from './access-history-store.ts'
import type { Db } from '../../db/db.ts'

const describe = (grant: Grant | null) => grant && { ...inOrder(grant), role: roleOf(grant) }

const toEvent = ({ at, before, after, ...event }: EventRow): AccessEvent => ({
  ...event,
  at: unixSeconds(at),
  before: describe(before),
  after: describe(after),
})

/** Who changed the access of a person to this customer's accounts, the newest first. */
export async function listHistory(
  db: Db,
  ids: { customer_id: string; person_id: string; administrator_id: string },
  page: { page: number; per_page: number },
): Promise<{ items: AccessEvent[]; total: number }> {
  const { items, total } = await listAccessEvents(db, ids, page)
  return { items: items.map(toEvent), total }
}
