// Stores the browsers from which users have signed in.
import { columnsOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import { newId } from '../../adapters/ids.ts'
import { type DeviceRow, readDevices } from './factor-columns.ts'

/** Whether the user has signed in from this browser before. */
export async function isKnownDevice(db: Sql, user_id: string, secret_hash: Buffer): Promise<boolean> {
  const rows = await db`SELECT FROM devices WHERE user_id = ${user_id} AND secret_hash = ${secret_hash}`
  return rows.length > 0
}

/** Whether a user with this login has signed in from this browser before. */
export async function isDeviceOfLogin(db: Sql, login: string, secret_hash: Buffer): Promise<boolean> {
  const rows = await db`
    SELECT FROM devices d JOIN users u ON u.id = d.user_id WHERE u.login = ${login} AND d.secret_hash = ${secret_hash}`
  return rows.length > 0
}

type Seen = { user_id: string; secret_hash: Buffer; user_agent: string | null; address: string; now: Date }

/** Records that a user was seen on a browser; answers the id of this device, and whether it was unknown before. */
export async function upsertDevice(
  db: Sql,
  { user_id, secret_hash, user_agent, address, now }: Seen,
): Promise<{ id: string; is_new: boolean }> {
  const id = newId()
  const [row] = await db<{ id: string }>`
    INSERT INTO devices (id, user_id, secret_hash, user_agent, created_at, last_seen_at, address)
    VALUES (${id}, ${user_id}, ${secret_hash}, ${user_agent}, ${now}, ${now}, ${address})
    ON CONFLICT (user_id, secret_hash) DO UPDATE
      SET user_agent = EXCLUDED.user_agent, last_seen_at = EXCLUDED.last_seen_at, address = EXCLUDED.address
    RETURNING id`
  if (!row) throw new Error('a device was not stored')
  return { id: row.id, is_new: row.id === id }
}

/** The user's devices, the one seen last first. */
export function listDevices(db: Sql, user_id: string): Promise<DeviceRow[]> {
  return db<DeviceRow>`
    SELECT ${columnsOf(readDevices)} FROM devices WHERE user_id = ${user_id} ORDER BY last_seen_at DESC, id LIMIT 50`
}

export async function deleteDevice(db: Sql, { id, user_id }: { id: string; user_id: string }): Promise<boolean> {
  const rows = await db`DELETE FROM devices WHERE id = ${id} AND user_id = ${user_id} RETURNING id`
  return rows.length > 0
}

/** Forgets all devices of a user: the next sign-in is one from a new device. */
export async function deleteDevicesOf(db: Sql, user_id: string): Promise<void> {
  await db`DELETE FROM devices WHERE user_id = ${user_id}`
}
