import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import { removeDevicesOfUser, removeDeviceOfSession } from '../notifications/push-device-store.ts'
import { endPendingSignInsOf } from './pending-sign-in-store.ts'
import { type NewConfirmation, newConfirmations, newSessions, readSessions, type SessionRow } from './user-columns.ts'

export type NewSession = Omit<RowOf<typeof newSessions>, 'last_active_at'>

export async function insertSession(db: Sql, session: NewSession): Promise<void> {
  const row = { ...session, last_active_at: session.created_at }
  await db`INSERT INTO sessions (${columnsOf(newSessions)}) VALUES (${valuesOf(newSessions, row)})`
}

/** The time of the sign-in. */
export async function findSessionStart(db: Sql, id: string): Promise<Date | null> {
  const [row] = await db<{ created_at: Date }>`SELECT created_at FROM sessions WHERE id = ${id} AND ended_at IS NULL`
  return row?.created_at ?? null
}

export async function endSession(db: Sql, id: string, now: Date): Promise<void> {
  await db`UPDATE sessions SET ended_at = ${now} WHERE id = ${id} AND ended_at IS NULL`
}

/** Ends the user's open sessions, except `but`, and sign-ins that wait for a second step, and removes their push devices. Answers how many sessions. */
export async function endSessionsOf(
  db: Sql,
  user_id: string,
  { but, now }: { but: string | null; now: Date },
): Promise<number> {
  // First: one that becomes a session meanwhile ends with the others.
  await endPendingSignInsOf(db, user_id, now)
  const ended = await db`
    UPDATE sessions SET ended_at = ${now} WHERE user_id = ${user_id} AND ended_at IS NULL AND id IS DISTINCT FROM ${but}::uuid RETURNING id`
  // Also devices of sessions that ended long ago.
  await removeDevicesOfUser(db, user_id, but)
  return ended.length
}

/** Ends the user's open sessions on a device, and removes its push devices: also those of sessions that ended by inactivity. */
export async function endSessionsOfDevice(
  db: Sql,
  { device_id, user_id, now }: { device_id: string; user_id: string; now: Date },
): Promise<void> {
  await db`
    UPDATE sessions SET ended_at = ${now} WHERE device_id = ${device_id} AND user_id = ${user_id} AND ended_at IS NULL`
  const sessions = await db<{ id: string }>`
    SELECT id FROM sessions WHERE device_id = ${device_id} AND user_id = ${user_id}`
  for (const { id } of sessions) await removeDeviceOfSession(db, id)
}

/** The device on which a session was opened. */
export async function findSessionDevice(db: Sql, id: string): Promise<string | null> {
  const [row] = await db<{ device_id: string | null }>`SELECT device_id FROM sessions WHERE id = ${id}`
  return row?.device_id ?? null
}

/** Ends a session of this user. False where it is another user's, or has ended. */
export async function endSessionOf(
  db: Sql,
  { id, user_id, now }: { id: string; user_id: string; now: Date },
): Promise<boolean> {
  const ended =
    await db`UPDATE sessions SET ended_at = ${now} WHERE id = ${id} AND user_id = ${user_id} AND ended_at IS NULL RETURNING id`
  if (ended.length > 0) await removeDeviceOfSession(db, id)
  return ended.length > 0
}

/** The user's latest sessions, newest first. Ended ones without a push device are purged a day later. */
export function listSessionsOf(db: Sql, user_id: string): Promise<SessionRow[]> {
  return db<SessionRow>`
    SELECT ${columnsOf(readSessions)}
      FROM sessions WHERE user_id = ${user_id} ORDER BY created_at DESC LIMIT 20`
}

export async function insertConfirmation(db: Sql, confirmation: NewConfirmation): Promise<void> {
  await db`
    INSERT INTO confirmations (${columnsOf(newConfirmations)}) VALUES (${valuesOf(newConfirmations, confirmation)})`
}
