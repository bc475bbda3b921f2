import type { LastSignIn, UserSession } from 'contract/access/profile.ts'
import { INACTIVITY_LIMIT_SECONDS } from 'contract/access/session.ts'
import type { Caller } from '../../caller.ts'
import { byUser, findSignInBefore, recordEvent } from '../audit/audit-store.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { type Clock, unixSeconds } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { deviceOf } from '../../adapters/user-agents.ts'
import { endSessionOf, endSessionsOf, listSessionsOf } from '../session/session-store.ts'

type Ports = { db: Db; clock: Clock }

/** The user's current and recent sessions. */
export async function listUserSessions({ db, clock }: Ports, { user_id, session_id }: Caller): Promise<UserSession[]> {
  const now = clock.now()
  const rows = await listSessionsOf(db, user_id)
  // The session that asks is active now, whether that is recorded yet or not.
  const known = rows.map((row) => (row.id === session_id ? { ...row, last_active_at: now } : row))
  const sessions = known.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent),
    address: row.address,
    opened_at: unixSeconds(row.created_at),
    last_active_at: unixSeconds(row.last_active_at),
    is_current: row.id === session_id,
    is_open:
      row.ended_at === null &&
      row.expires_at > now &&
      now.getTime() - row.last_active_at.getTime() <= INACTIVITY_LIMIT_SECONDS * 1000,
  }))
  const rank = ({ is_current, is_open }: UserSession) => (is_current ? 0 : is_open ? 1 : 2)
  return sessions.toSorted((one, other) => rank(one) - rank(other) || other.last_active_at - one.last_active_at)
}

/** The user's last sign-in before that of the current session, or null: who did not sign in then knows that somebody else did. */
export async function getLastSignIn({ db }: Pick<Ports, 'db'>, caller: Caller): Promise<LastSignIn | null> {
  const event = await findSignInBefore(db, caller)
  return event && { at: unixSeconds(event.at), device: deviceOf(event.browser), address: event.address }
}

/** Ends one session of the user; the answer is the same for another user's session and a missing one. */
export function endUserSession({ db, clock }: Ports, caller: Caller, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    if (!(await endSessionOf(tx, { id, user_id: caller.user_id, now }))) throw new Refusal('not_found')
    await recordEvent(tx, {
      at: now,
      ...byUser(caller),
      action: 'session.revoke',
      subject_id: id,
      facts: {},
    })
  })
}

/** Ends all other sessions; signing out ends this one. */
export function endOtherSessions({ db, clock }: Ports, caller: Caller): Promise<void> {
  const { user_id, session_id } = caller
  return transaction(db, async (tx) => {
    const now = clock.now()
    const ended = await endSessionsOf(tx, user_id, { but: session_id, now })
    await recordEvent(tx, {
      at: now,
      ...byUser(caller),
      action: 'session.revoke',
      subject_id: user_id,
      facts: { ended },
    })
  })
}
