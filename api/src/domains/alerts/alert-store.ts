import type { Alert, AlertKind, AlertRule, AlertTiming } from 'contract/access/alerts.ts'
import type { Language } from 'contract/language.ts'
import { boolean, columnsOf, recordsetOf, type RowOf, table, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import type { NewAlert } from './alert-cause-rules.ts'
import {
  alertRules,
  alertTiming,
  causedAlerts,
  listedAlerts,
  mailedAlerts,
  quietHours,
  setRules,
  setTiming,
  type TimingRow,
} from './alert-columns.ts'

const timingOf = (row: TimingRow | undefined): AlertTiming => ({
  is_daily: row?.is_daily ?? false,
  quiet: row && row.quiet_from !== null && row.quiet_to !== null ? { from: row.quiet_from, to: row.quiet_to } : null,
})

export async function getTiming(db: Sql, userId: string): Promise<AlertTiming> {
  const [row] = await db<TimingRow>`SELECT ${columnsOf(setTiming)} FROM alert_timing WHERE user_id = ${userId}`
  return timingOf(row)
}

export async function saveTiming(db: Tx, userId: string, { is_daily, quiet }: AlertTiming): Promise<void> {
  const row = { user_id: userId, is_daily, quiet_from: quiet?.from ?? null, quiet_to: quiet?.to ?? null }
  await db`
    INSERT INTO alert_timing (${columnsOf(alertTiming)}) VALUES (${valuesOf(alertTiming, row)})
        ON CONFLICT (user_id) DO UPDATE SET (${columnsOf(setTiming)}) = ROW(${columnsOf(setTiming, 'excluded')})`
}

/** Alerts that wait for their hour are scheduled again: the hour may have changed. */
export async function rescheduleMail(db: Tx, userId: string, now: Date): Promise<void> {
  await db`UPDATE alerts SET mail_at = ${now} WHERE user_id = ${userId} AND mail_at > ${now}`
  await db`UPDATE alerts SET push_at = ${now} WHERE user_id = ${userId} AND push_at > ${now}`
}

export const listRules = (db: Sql, accountId: string, userId: string) => db<RowOf<typeof setRules>>`
  SELECT ${columnsOf(setRules)} FROM alert_rules WHERE account_id = ${accountId} AND user_id = ${userId}`

export async function removeRules(
  db: Tx,
  accountId: string,
  userId: string,
  kinds: readonly AlertKind[],
): Promise<void> {
  await db`DELETE FROM alert_rules WHERE account_id = ${accountId} AND user_id = ${userId} AND kind = ANY (${kinds}::text[])`
}

export async function insertRule(db: Tx, accountId: string, userId: string, rule: AlertRule): Promise<void> {
  const row = { ...rule, account_id: accountId, user_id: userId }
  await db`INSERT INTO alert_rules (${columnsOf(alertRules)}) VALUES (${valuesOf(alertRules, row)})`
}

// What the cause gives, and on which ways the alert is to be sent.
const newAlerts = table('alerts', { ...causedAlerts.columns, by_mail: boolean(), by_push: boolean() })

/** Inserts alerts with what is to be sent of them. Devices get the alerts that are inserted after they were switched on. */
export async function insertAlerts(tx: Tx, alerts: readonly NewAlert[]): Promise<void> {
  if (alerts.length === 0) return
  await tx`
    INSERT INTO alerts (${columnsOf(causedAlerts)}, mail_at, push_at)
    SELECT ${columnsOf(causedAlerts, 'a')}, CASE WHEN a.by_mail THEN a.at END,
           CASE WHEN a.by_push AND EXISTS (SELECT FROM push_devices d WHERE d.user_id = a.user_id) THEN a.at END
      FROM ${recordsetOf(newAlerts, alerts, 'a')}
      JOIN users u ON u.id = a.user_id`
}

/** A page of a user's alerts, limited to what they may still see. */
export async function listAlertsOf(
  db: Sql,
  userId: string,
  isUnreadOnly: boolean,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ items: Omit<Alert, 'text'>[]; total: number }> {
  const [count] = await db<{ total: number }>`
    SELECT count(*) AS total FROM open_alerts WHERE user_id = ${userId} AND (NOT ${isUnreadOnly}::boolean OR read_at IS NULL)`
  const rows = await db<RowOf<typeof listedAlerts>>`
    SELECT ${columnsOf(listedAlerts)}
      FROM open_alerts
     WHERE user_id = ${userId} AND (NOT ${isUnreadOnly}::boolean OR read_at IS NULL)
     ORDER BY at DESC, id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`
  return {
    total: count?.total ?? 0,
    items: rows.map(({ account_id, label, number, currency, at, read_at, ...alert }) => ({
      ...alert,
      is_read: read_at !== null,
      // An alert of the user has no account.
      account:
        account_id === null || label === null || number === null || currency === null
          ? null
          : { uuid: account_id, label, number, currency },
      at: unixSeconds(at),
    })),
  }
}

/** Answers whether there is such an alert. Marking it again changes nothing. */
export async function markAlertRead(db: Sql, userId: string, id: string, now: Date): Promise<boolean> {
  const found =
    await db`UPDATE alerts SET read_at = coalesce(read_at, ${now}) WHERE user_id = ${userId} AND id = ${id} RETURNING 1`
  return found.length > 0
}

export async function markAllRead(db: Sql, userId: string, now: Date): Promise<void> {
  await db`UPDATE alerts SET read_at = ${now} WHERE user_id = ${userId} AND read_at IS NULL`
}

export type Recipient = TimingRow & {
  user_id: string
  email: string | null
  lang: Language
  first_name: string
  at: Date
  /** Security alerts come first: they are sent at once, whatever the timing. */
  is_security: boolean
}

/** Whether the e-mail of any alert is due. */
export async function hasDueMails(db: Sql, now: Date): Promise<boolean> {
  const rows = await db`SELECT 1 FROM alerts WHERE mail_at <= ${now} LIMIT 1`
  return rows.length > 0
}

/**
 * The users of the next `max` unsent alerts, with the time of their first one: once for security, once for all others. They are
 * locked, so that another worker takes other users: each e-mail contains all that is due to a user.
 */
export async function lockNextRecipients(
  tx: Tx,
  now: Date,
  max: number,
): Promise<{ to: Recipient; timing: AlertTiming }[]> {
  const rows = await tx<Recipient>`
    WITH locked AS (
      SELECT id, email, lang, first_name FROM users
       WHERE id = ANY (ARRAY(SELECT user_id FROM alerts WHERE mail_at <= ${now} ORDER BY mail_at LIMIT ${max}))
         FOR NO KEY UPDATE SKIP LOCKED
    )
    SELECT DISTINCT ON (u.id, a.is_security) u.id AS user_id, a.at, a.is_security, u.email, u.lang, u.first_name,
           coalesce(t.is_daily, false) AS is_daily, ${columnsOf(quietHours, 't')}
      FROM locked u
      JOIN alerts a ON a.user_id = u.id AND a.mail_at <= ${now}
      LEFT JOIN alert_timing t ON t.user_id = u.id
     ORDER BY u.id, a.is_security, a.mail_at`
  return rows.map((to) => ({ to, timing: timingOf(to) }))
}

/** Postpones the e-mails of users; those about security are never postponed. */
export async function postponeMails(tx: Tx, users: readonly { user_id: string; until: Date }[]): Promise<void> {
  if (users.length === 0) return
  await tx`
    UPDATE alerts a SET mail_at = p.until
      FROM unnest(${users.map(({ user_id }) => user_id)}::uuid[], ${users.map(({ until }) => until.toISOString())}::timestamptz[])
           AS p (user_id, until)
     WHERE a.user_id = p.user_id AND a.mail_at < p.until AND NOT a.is_security`
}

export type ToFormat = RowOf<typeof mailedAlerts>

/**
 * Takes the unsent alerts of users, of security or not, and marks them as sent. Alerts that a user may no longer see
 * are left out.
 */
export async function takeMails(
  tx: Tx,
  recipients: readonly Pick<Recipient, 'user_id' | 'is_security'>[],
): Promise<(ToFormat & { user_id: string; is_security: boolean })[]> {
  if (recipients.length === 0) return []
  return tx<ToFormat & { user_id: string; is_security: boolean }>`
    WITH taken AS (
      UPDATE alerts a SET mail_at = NULL
        FROM unnest(${recipients.map(({ user_id }) => user_id)}::uuid[], ${recipients.map(({ is_security }) => String(is_security))}::boolean[])
             AS r (user_id, is_security)
       WHERE a.user_id = r.user_id AND a.is_security = r.is_security AND a.mail_at IS NOT NULL
      RETURNING a.user_id, a.id
    )
    SELECT a.user_id, a.is_security, ${columnsOf(mailedAlerts, 'a')}
      FROM taken t JOIN open_alerts a ON a.user_id = t.user_id AND a.id = t.id
     ORDER BY a.at, a.id`
}
