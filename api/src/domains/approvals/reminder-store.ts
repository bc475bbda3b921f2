import { alertCatalogue } from 'contract/access/alerts.ts'
import type { Language } from 'contract/language.ts'
import type { Sql, Tx } from '../../db/db.ts'

/** How many of each kind wait for a validator. */
export type WaitingCounts = {
  transfers: number
  batches: number
  topups: number
  chequebooks: number
  beneficiaries: number
  mandates: number
}

export type WaitingValidator = WaitingCounts & {
  user_id: string
  lang: Language
  email: string
  first_name: string
  /** The earliest execution date of the waiting transfers; null where none waits. */
  first_day: string | null
}

/** Validators who have not been reminded today of items that have waited since before today. */
export function listWaitingValidators(
  db: Sql,
  { today, since, max, now }: { today: string; since: Date; max: number; now: Date },
): Promise<WaitingValidator[]> {
  return db<WaitingValidator>`
    SELECT u.id AS user_id, u.lang, u.email, u.first_name, w.*
      FROM users u
     CROSS JOIN LATERAL (
             SELECT count(*) FILTER (WHERE i.kind = 'transfer') AS transfers, count(*) FILTER (WHERE i.kind = 'batch') AS batches,
                    count(*) FILTER (WHERE i.kind IN ('topup', 'recurring_topup')) AS topups,
                    count(*) FILTER (WHERE i.kind = 'chequebook') AS chequebooks,
                    count(*) FILTER (WHERE i.kind IN ('beneficiary', 'beneficiary_account')) AS beneficiaries,
                    count(*) FILTER (WHERE i.kind = 'mandate') AS mandates,
                    min(i.due_on) AS first_day
               FROM items_to_sign(u.id, ${now}) i
              WHERE i.waits_since < ${since} AND email_is_enabled(u.id, i.account_id, 'order_to_sign', ${alertCatalogue.order_to_sign.byMail})
             HAVING count(*) > 0) w
     WHERE u.email IS NOT NULL AND NOT EXISTS (SELECT FROM signature_reminders r WHERE r.user_id = u.id AND r.day = ${today})
       -- Whoever validates on an account where something waits: of all others nothing is looked up.
       AND EXISTS (SELECT FROM memberships m
                    WHERE m.user_id = u.id AND 'transfer.validate' = ANY (m.capabilities) AND m.account_id IN (
                          SELECT account_id FROM transfers WHERE validation_status = 'pending' AND execution_status = 'scheduled'
                          UNION ALL SELECT account_id FROM transfer_batches WHERE state = 'pending'
                          UNION ALL SELECT account_id FROM card_topups WHERE status = 'pending'
                          UNION ALL SELECT account_id FROM recurring_topups WHERE status = 'pending'
                          UNION ALL SELECT account_id FROM chequebooks WHERE status = 'pending'
                          UNION ALL SELECT account_id FROM beneficiaries WHERE approval_status = 'pending'
                          UNION ALL SELECT account_id FROM mandates WHERE status = 'pending_confirmation'))
     ORDER BY u.id LIMIT ${max}`
}

/** Marks the day's reminder of a user as sent. False where it was sent already. */
export async function takeReminder(tx: Tx, userId: string, today: string): Promise<boolean> {
  const rows =
    await tx`INSERT INTO signature_reminders (user_id, day) VALUES (${userId}, ${today}) ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length > 0
}
