// Devices receive push messages as long as the session that registered them is open: the session domain removes them with it.
import type { Sql } from '../../db/db.ts'

/** Removes the device of a session: after signing out it receives no push messages. */
export async function removeDeviceOfSession(db: Sql, sessionId: string): Promise<void> {
  await db`DELETE FROM push_devices WHERE session_id = ${sessionId}`
}

/** Removes all devices of a user, except the one of the kept session. */
export async function removeDevicesOfUser(db: Sql, userId: string, keptSessionId: string | null): Promise<void> {
  await db`DELETE FROM push_devices WHERE user_id = ${userId} AND session_id IS DISTINCT FROM ${keptSessionId}::uuid`
}
