// Devices that are told of alerts end with what opened them: the sessions of the ground floor end them, whoever ends these.
import type { Sql } from '../../db/db.ts'

/** Whoever signs out on a device is told of nothing there any more. */
export async function silenceSession(db: Sql, sessionId: string): Promise<void> {
  await db`DELETE FROM push_devices WHERE session_id = ${sessionId}`
}

/** None of somebody's devices is told any more, but that of the session which is kept. */
export async function silenceDevices(db: Sql, userId: string, keptSessionId: string | null): Promise<void> {
  await db`DELETE FROM push_devices WHERE user_id = ${userId} AND session_id IS DISTINCT FROM ${keptSessionId}::uuid`
}
