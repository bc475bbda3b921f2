// Deletes expired rows that are neither money nor history.
import type { Db } from './db.ts'

const DAY_MS = 86_400_000
const IDEMPOTENCY_DAYS = 7
const ALERT_DAYS = 90
/** The lifetime of the cookie of a device. */
const DEVICE_DAYS = 365

/**
 * Deletes sessions that ended before today and have no push device, expired confirmations, challenges, codes and unfinished sign-ins, devices after a year, old idempotency keys, links, e-mails, sign-in
 * attempts, rate limits and undo data, alerts after ninety days, and live events after an hour. Answers how many.
 */
export async function purge(db: Db, now: Date) {
  const yesterday = new Date(now.getTime() - DAY_MS)
  const oldKeys = new Date(now.getTime() - IDEMPOTENCY_DAYS * DAY_MS)
  const confirmations = await db`DELETE FROM confirmations WHERE expires_at < ${yesterday} RETURNING 1`
  const challenges = await db`DELETE FROM passkey_challenges WHERE expires_at < ${now} RETURNING 1`
  const sign_ins = await db`DELETE FROM pending_sign_ins WHERE expires_at < ${yesterday} RETURNING 1`
  const oldDevices = new Date(now.getTime() - DEVICE_DAYS * DAY_MS)
  const phone_codes = await db`DELETE FROM phone_codes WHERE expires_at < ${yesterday} RETURNING 1`
  const email_changes = await db`DELETE FROM email_changes WHERE expires_at < ${yesterday} RETURNING 1`
  const devices = await db`DELETE FROM devices WHERE last_seen_at < ${oldDevices} RETURNING 1`
  // The session of a push device names the browser: who forgets that browser stops its push messages.
  const sessions = await db`
    DELETE FROM sessions s
     WHERE s.expires_at < ${yesterday} AND NOT EXISTS (SELECT FROM push_devices d WHERE d.session_id = s.id) RETURNING 1`
  const keys = await db`DELETE FROM idempotency_keys WHERE created_at < ${oldKeys} RETURNING 1`
  const attempts = await db`DELETE FROM sign_in_attempts WHERE last_at < ${yesterday} RETURNING 1`
  const limits = await db`DELETE FROM request_limits WHERE last_at < ${yesterday} RETURNING 1`
  const tokens = await db`DELETE FROM password_tokens WHERE expires_at < ${oldKeys} RETURNING 1`
  // An e-mail that still waits is sent first: after a week without workers, the first worker purges and sends at the same time.
  const mails = await db`DELETE FROM mails WHERE created_at < ${oldKeys} AND next_try_at IS NULL RETURNING 1`
  const changes = await db`DELETE FROM category_changes WHERE made_at < ${yesterday} RETURNING 1`
  const oldAlerts = new Date(now.getTime() - ALERT_DAYS * DAY_MS)
  const alerts = await db`DELETE FROM alerts WHERE at < ${oldAlerts} RETURNING 1`
  // By the database's clock, which set the time of the rows; those before the first transaction of the last hour.
  const change_events = await db`
    DELETE FROM change_events
     WHERE xid < coalesce((SELECT c.xid FROM change_events c WHERE c.at >= now() - interval '1 hour' ORDER BY c.xid LIMIT 1),
                          '18446744073709551615'::xid8)
    RETURNING 1`
  return {
    change_events: change_events.length,
    alerts: alerts.length,
    changes: changes.length,
    limits: limits.length,
    tokens: tokens.length,
    mails: mails.length,
    sessions: sessions.length,
    confirmations: confirmations.length,
    challenges: challenges.length,
    sign_ins: sign_ins.length,
    devices: devices.length,
    phone_codes: phone_codes.length,
    email_changes: email_changes.length,
    keys: keys.length,
    attempts: attempts.length,
  }
}
