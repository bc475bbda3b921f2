import type { AccountCaller } from '../../caller.ts'
import { type AuditEvent, recordEvent } from '../audit/audit-store.ts'
import type { Tx } from '../../db/db.ts'

/** Records an action of the caller on their account in the audit log. */
export const recordAction = (
  tx: Tx,
  { user_id, session_id, account_id, address }: AccountCaller,
  event: Pick<AuditEvent, 'at' | 'action' | 'subject_id' | 'facts'>,
) => recordEvent(tx, { user_id, session_id, account_id, address, ...event })
