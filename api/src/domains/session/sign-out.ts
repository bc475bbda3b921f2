import type { Caller } from '../../caller.ts'
import { recordEvent } from '../../db/audit.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../outside/clock.ts'
import { endSession } from './session-store.ts'

/** Ends the session on the server: its token and its cookie open nothing any more. */
export function signOut({ db, clock }: { db: Db; clock: Clock }, { user_id, session_id, address }: Caller): Promise<void> {
  return transaction(db, async (tx) => {
    const at = clock.now()
    await endSession(tx, session_id, at)
    await recordEvent(tx, { at, user_id, session_id, account_id: null, address, action: 'session.end', subject_id: session_id, facts: {} })
  })
}
