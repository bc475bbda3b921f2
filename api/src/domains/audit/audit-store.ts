// The audit log: who did what, when, from where. Events are written in the transaction of the action and never changed.
import { newId } from '../../adapters/ids.ts'
import type { AccountCaller, Caller } from '../../caller.ts'
import { columnsOf, recordsetOf, type RowOf } from '../../db/columns.ts'
import { type Fragment, part, type Sql } from '../../db/db.ts'
import { recordedEvents, signInEvents } from './audit-columns.ts'

/** Every event of today has a subject. */
export type AuditEvent = Omit<RowOf<typeof recordedEvents>, 'id' | 'subject_id'> & { subject_id: string }

type Actor = Pick<AuditEvent, 'user_id' | 'session_id' | 'address'>

/** The fields of an event that say who acts: a user, on the account of the request. */
export const byCaller = ({
  user_id,
  session_id,
  address,
  account_id,
}: Pick<AccountCaller, 'user_id' | 'session_id' | 'address' | 'account_id'>) => ({
  user_id,
  session_id,
  address,
  account_id,
})

/** A user, for themselves: on no account. */
export const byUser = ({ user_id, session_id, address }: Pick<Caller, 'user_id' | 'session_id' | 'address'>) => ({
  user_id,
  session_id,
  address,
  account_id: null,
})

/** The bank itself, by its worker. */
export const byBank: Actor = { user_id: null, session_id: null, address: null }

/** The statement that inserts events, without a condition: more can follow. */
export function eventsInsert(events: readonly AuditEvent[]): Fragment {
  const rows = events.map((event) => ({ ...event, id: newId() }))
  return part`
    INSERT INTO audit_events (${columnsOf(recordedEvents)}, browser)
    SELECT ${columnsOf(recordedEvents, 'e')}, left((SELECT s.user_agent FROM sessions s WHERE s.id = e.session_id), 512)
      FROM ${recordsetOf(recordedEvents, rows, 'e')}`
}

export async function recordEvents(db: Sql, events: readonly AuditEvent[]): Promise<void> {
  await db`${eventsInsert(events)}`
}

export const recordEvent = (db: Sql, event: AuditEvent) => recordEvents(db, [event])

/** The user's last sign-in before the one that opened this session; the log keeps it longer than the sessions are kept. */
export async function findSignInBefore(
  db: Sql,
  { user_id, session_id }: Pick<Caller, 'user_id' | 'session_id'>,
): Promise<RowOf<typeof signInEvents> | null> {
  const [event] = await db<RowOf<typeof signInEvents>>`
    SELECT ${columnsOf(signInEvents)}
      FROM audit_events
     WHERE user_id = ${user_id} AND action = 'session.open'
       AND (at, id) < (SELECT o.at, o.id FROM audit_events o
                        WHERE o.user_id = ${user_id} AND o.action = 'session.open' AND o.session_id = ${session_id})
     ORDER BY at DESC, id DESC LIMIT 1`
  return event ?? null
}
