import type { Language } from 'contract/language.ts'
import type { Sql, Tx } from '../../db/db.ts'

export type WaitingValidator = {
  user_id: string
  lang: Language
  email: string
  first_name: string
  count: number
  batches: number
  first_day: string
}

/** Validators who have not been reminded today of orders and batches that have waited since before today began. */
export function listWaitingValidators(
  db: Sql,
  { today, since, most }: { today: string; since: Date; most: number },
): Promise<WaitingValidator[]> {
  return db<WaitingValidator>`
    SELECT u.id AS user_id, u.lang, u.email, u.first_name, count(*) FILTER (WHERE NOT w.is_batch) AS count,
           count(*) FILTER (WHERE w.is_batch) AS batches, min(w.execution_date) AS first_day
      FROM (SELECT m.user_id, false AS is_batch, t.execution_date
              FROM transfers t
              JOIN memberships m ON m.account_id = t.account_id AND 'transfer.validate' = ANY (m.capabilities) AND 'transfers' = ANY (m.rights)
             WHERE t.validation_status = 'pending' AND t.execution_status = 'scheduled' AND t.created_at < ${since}
               AND t.created_by <> m.user_id AND t.edited_by IS DISTINCT FROM m.user_id
               AND signature_is_open(m.user_id, t.account_id, t.id, t.version, t.signing_rule)
            UNION ALL
            SELECT m.user_id, true, b.execution_date
              FROM transfer_batches b
              JOIN memberships m ON m.account_id = b.account_id AND 'transfer.validate' = ANY (m.capabilities) AND 'transfers' = ANY (m.rights)
             WHERE b.state = 'pending' AND b.created_at < ${since} AND b.created_by <> m.user_id
               AND batch_signature_is_open(m.user_id, b.account_id, b.id, b.signing_rule)) w
      JOIN users u ON u.id = w.user_id AND u.email IS NOT NULL
     WHERE NOT EXISTS (SELECT FROM signature_reminders r WHERE r.user_id = w.user_id AND r.day = ${today})
     GROUP BY u.id, u.lang, u.email, u.first_name
     ORDER BY u.id LIMIT ${most}`
}

/** Takes the day's reminder of a user. False where it was taken. */
export async function takeReminder(tx: Tx, userId: string, today: string): Promise<boolean> {
  const rows = await tx`INSERT INTO signature_reminders (user_id, day) VALUES (${userId}, ${today}) ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length > 0
}
