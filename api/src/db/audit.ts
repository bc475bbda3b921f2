// The audit journal: who did what, when, from where. Added to in the transaction of the act; never changed.
import type { AccessEvent } from 'contract/access.ts'
import { newId } from '../outside/ids.ts'
import type { historyActions } from 'contract/transfers.ts'
import type { Sql } from './db.ts'

export type AuditEvent = {
  at: Date
  /** Null: the bank itself, by its worker. */
  user_id: string | null
  /** Null: the bank itself, or a link from an e-mail. */
  session_id: string | null
  account_id: string | null
  address: string | null
  action:
    | 'session.open'
    | 'session.end'
    | 'session.revoke'
    | 'password.set'
    | 'password.change'
    | 'contact.change'
    | 'picture.change'
    | 'picture.remove'
    | (typeof historyActions)[number]
    | `batch.${'create' | 'accept' | 'reject' | 'refuse_lines' | 'validate' | 'cancel' | 'lapse' | 'book' | 'settle'}`
    | 'rib.email'
    | `message.${'write' | 'reply' | 'answer'}`
    | `beneficiary.${'create' | 'change' | 'remove' | 'accept' | 'reject'}`
    | `beneficiary-list.${'create' | 'change' | 'remove'}`
    | 'operation.change'
    | `operations.${'export' | 'categorise' | 'restore'}`
    | `operation.${'document.add' | 'document.remove'}`
    | `category.${'create' | 'remove'}`
    | `category-rule.${'create' | 'apply' | 'remove'}`
    | AccessEvent['action']
    | `deposit.${'ask' | 'pay' | 'mature'}`
    | `credit.${'pay' | 'unpaid'}`
    | `card.${'register' | 'block' | 'unblock'}`
    | `topup.${'create' | 'accept' | 'reject' | 'execute' | 'fail' | 'lapse' | 'retry' | 'export'}`
    | `recurring-topup.${'create' | 'edit' | 'accept' | 'reject' | 'pause' | 'resume' | 'remove' | 'end'}`
    | `chequebook.${'order' | 'accept' | 'reject' | 'lapse' | 'move'}`
    | 'cheque.stop'
    | `debit.${'refuse' | 'refund' | 'claim' | 'execute' | 'reject' | 'announce'}`
    | 'mandate.change'
    | 'rules.ask'
    | 'rules.change'
    | 'rules.accept'
    | 'rules.refuse'
    | 'rules.withdraw'
  subject_id: string
  /** What happened, in figures and ids; never a secret. */
  facts: Record<string, unknown>
}

export async function recordEvents(db: Sql, events: readonly AuditEvent[]): Promise<void> {
  const rows = JSON.stringify(events.map((event) => ({ ...event, id: newId() })))
  await db`
    INSERT INTO audit_events (id, at, user_id, session_id, account_id, address, action, subject_id, facts)
    SELECT id, at, user_id, session_id, account_id, address, action, subject_id, facts
      FROM jsonb_to_recordset(${rows}) AS e (id uuid, at timestamptz, user_id uuid, session_id uuid, account_id uuid, address inet,
                                             action text, subject_id uuid, facts jsonb)`
}

export const recordEvent = (db: Sql, event: AuditEvent) => recordEvents(db, [event])
