// The audit log: who did what, when, from where. Events are written in the transaction of the action and never changed.
import type { AuditAction } from 'contract/access/audit-labels.ts'
import { newId } from '../../adapters/ids.ts'
import type { AccountCaller, Caller } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'

export type AuditEvent = {
  at: Date
  /** Null: the bank itself, by its worker. */
  user_id: string | null
  /** Null: the bank itself, or a link from an e-mail. */
  session_id: string | null
  account_id: string | null
  address: string | null
  action: AuditAction
  subject_id: string
  /** Amounts, ids and codes of the event; never a secret. */
  facts: Record<string, unknown>
}

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

export async function recordEvents(db: Sql, events: readonly AuditEvent[]): Promise<void> {
  const rows = JSON.stringify(events.map((event) => ({ ...event, id: newId() })))
  await db`
    INSERT INTO audit_events (id, at, user_id, session_id, account_id, address, action, subject_id, facts, browser)
    SELECT id, at, user_id, session_id, account_id, address, action, subject_id, facts,
           left((SELECT s.user_agent FROM sessions s WHERE s.id = e.session_id), 512)
      FROM jsonb_to_recordset(${rows}) AS e (id uuid, at timestamptz, user_id uuid, session_id uuid, account_id uuid, address inet,
                                             action text, subject_id uuid, facts jsonb)`
}

export const recordEvent = (db: Sql, event: AuditEvent) => recordEvents(db, [event])
