import type { Caller } from '../../caller.ts'
import { byUser, recordEvent } from '../audit/audit-store.ts'
import type { Db } from '../../db/db.ts'
import { removeDeviceOfSession } from '../notifications/push-device-store.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { endSession } from './session-store.ts'

/**
 * Ends the session on the server: its token and cookie become invalid. Its device receives no more alerts, unless the session ended by
 * inactivity: an idle page ends after five minutes, and alerts are meant for users who have put the phone away.
 */
export function signOut(
  { db, clock }: { db: Db; clock: Clock },
  caller: Caller,
  { wasIdle }: { wasIdle: boolean },
): Promise<void> {
  return transaction(db, async (tx) => {
    const at = clock.now()
    const { session_id } = caller
    await endSession(tx, session_id, at)
    if (!wasIdle) await removeDeviceOfSession(tx, session_id)
    await recordEvent(tx, {
      at,
      ...byUser(caller),
      action: 'session.end',
      subject_id: session_id,
      facts: {},
    })
  })
}
