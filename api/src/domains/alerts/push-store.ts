import type { Language } from 'contract/language.ts'
import { columnsOf, type RowOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import type { Subscription } from '../../adapters/web-push.ts'
import { dueMessages, listedDevices, quietHours, subscriptions } from './alert-columns.ts'

export const listDevices = (db: Sql, userId: string) => db<RowOf<typeof listedDevices>>`
  SELECT ${columnsOf(listedDevices)} FROM push_devices WHERE user_id = ${userId} ORDER BY last_used_at DESC, id`

export type NewDevice = Subscription & { id: string; user_id: string; session_id: string; now: Date }

/** Adds a device with its session. False: the address is known already. */
export async function insertDevice(
  tx: Tx,
  { id, user_id, session_id, endpoint, p256dh, auth, now }: NewDevice,
): Promise<boolean> {
  const added = await tx`
    INSERT INTO push_devices (id, user_id, session_id, endpoint, p256dh, auth, user_agent, created_at, last_used_at)
    SELECT ${id}, ${user_id}, s.id, ${endpoint}, ${p256dh}, ${auth}, s.user_agent, ${now}, ${now} FROM sessions s WHERE s.id = ${session_id}
        ON CONFLICT (endpoint) DO NOTHING RETURNING 1`
  return added.length > 0
}

/**
 * Renews a device, perhaps with another address. False: the user has no such device, or the address belongs to another.
 */
export async function renewDevice(
  tx: Tx,
  { id, user_id, session_id, endpoint, p256dh, auth, now }: NewDevice,
): Promise<boolean> {
  const renewed = await tx`
    UPDATE push_devices SET session_id = ${session_id}, endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth}, last_used_at = ${now},
           user_agent = (SELECT s.user_agent FROM sessions s WHERE s.id = ${session_id})
     WHERE id = ${id} AND user_id = ${user_id}
       AND NOT EXISTS (SELECT FROM push_devices o WHERE o.endpoint = ${endpoint} AND o.id <> ${id})
    RETURNING 1`
  return renewed.length > 0
}

export async function removeDevice(tx: Tx, userId: string, id: string): Promise<boolean> {
  const removed = await tx`DELETE FROM push_devices WHERE id = ${id} AND user_id = ${userId} RETURNING 1`
  return removed.length > 0
}

/** Keeps the most recently used devices, up to the maximum. */
export async function removeOldest(tx: Tx, userId: string, max: number): Promise<void> {
  await tx`
    DELETE FROM push_devices WHERE id IN (
      SELECT id FROM push_devices WHERE user_id = ${userId} ORDER BY last_used_at DESC, id DESC OFFSET ${max})`
}

/** One change of a user's devices at a time: otherwise two simultaneous ones could exceed the maximum. */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
}

export type Waiting = RowOf<typeof quietHours> & { user_id: string; is_security: boolean }

/** Whether any alert is due on a device. */
export async function hasDuePushes(db: Sql, now: Date): Promise<boolean> {
  const rows = await db`SELECT 1 FROM alerts WHERE push_at <= ${now} LIMIT 1`
  return rows.length > 0
}

/** Locks the user whose alert has waited longest for push: another worker takes another user. */
export async function lockNextPush(tx: Tx, now: Date): Promise<Waiting | null> {
  const [next] = await tx<Waiting>`
    WITH next AS (SELECT a.user_id, a.is_security FROM alerts a JOIN users u ON u.id = a.user_id
                   WHERE a.push_at <= ${now} ORDER BY a.push_at LIMIT 1 FOR NO KEY UPDATE OF u SKIP LOCKED)
    SELECT n.user_id, n.is_security, ${columnsOf(quietHours, 't')}
      FROM next n LEFT JOIN alert_timing t ON t.user_id = n.user_id`
  return next ?? null
}

export async function postponePushes(tx: Tx, userId: string, until: Date): Promise<void> {
  await tx`
    UPDATE alerts SET push_at = ${until} WHERE user_id = ${userId} AND push_at < ${until} AND NOT is_security`
}

/**
 * Queues the waiting alerts of a user: for each device the newest of each kind. Alerts that the user may no longer see
 * are left out.
 */
export async function fanOutPushes(tx: Tx, userId: string, isSecurity: boolean, now: Date): Promise<void> {
  await tx`
    WITH taken AS (UPDATE alerts SET push_at = NULL
                    WHERE user_id = ${userId} AND push_at IS NOT NULL AND is_security = ${isSecurity}
                   RETURNING id),
         newest AS (SELECT DISTINCT ON (o.kind) o.kind, o.is_security, o.id FROM taken t JOIN open_alerts o ON o.user_id = ${userId} AND o.id = t.id
                     ORDER BY o.kind, o.at DESC, o.id DESC)
    INSERT INTO push_messages (device_id, alert_id, kind, is_security, created_at, next_try_at)
    SELECT d.id, n.id, n.kind, n.is_security, ${now}, ${now} FROM newest n JOIN push_devices d ON d.user_id = ${userId}`
}

export type DueMessage = RowOf<typeof dueMessages> &
  RowOf<typeof subscriptions> &
  RowOf<typeof quietHours> & { lang: Language }

/**
 * Claims the next due message until a time from which other workers may claim it: no lock is held during the call to
 * the push service, which would delay a sign-out.
 */
export async function takeNextMessage(db: Sql, now: Date, until: Date): Promise<DueMessage | null> {
  const [message] = await db<DueMessage>`
    WITH next AS (UPDATE push_messages SET next_try_at = ${until}
                   WHERE id = (SELECT id FROM push_messages WHERE next_try_at <= ${now} ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED)
                  RETURNING ${columnsOf(dueMessages)})
    SELECT ${columnsOf(dueMessages, 'm')}, ${columnsOf(subscriptions, 'd')}, u.lang, ${columnsOf(quietHours, 't')}
      FROM next m
      JOIN push_devices d ON d.id = m.device_id
      JOIN users u ON u.id = d.user_id
      LEFT JOIN alert_timing t ON t.user_id = d.user_id`
  return message ?? null
}

export const dropMessage = (db: Sql, id: string) => db`DELETE FROM push_messages WHERE id = ${id}`

export const postponeMessage = (db: Sql, id: string, next: Date, because: string) => db`
  UPDATE push_messages SET tries = tries + 1, next_try_at = ${next}, error = ${because} WHERE id = ${id}`

/** Removes a browser that has unsubscribed, with its other queued messages. */
export const removeUnsubscribedDevice = (
  db: Sql,
  { device_id, endpoint }: Pick<DueMessage, 'device_id' | 'endpoint'>,
) => db`
  DELETE FROM push_devices WHERE id = ${device_id} AND endpoint = ${endpoint}`
