import type { Language } from 'contract/language.ts'
import type { Sql, Tx } from '../../db/db.ts'

export type WaitingValidator = {
  user_id: string
  lang: Language
  email: string
  first_name: string
  count: number
  batches: number
  topups: number
  chequebooks: number
  /** When the first transfer is to run; null where no transfer waits. */
  first_day: string | null
}

/** Validators who have not been reminded today of orders, batches and other payments that have waited since before today began. */
export function listWaitingValidators(
  db: Sql,
  { today, since, most }: { today: string; since: Date; most: number },
): Promise<WaitingValidator[]> {
  return db<WaitingValidator>`
    SELECT u.id AS user_id, u.lang, u.email, u.first_name, count(*) FILTER (WHERE w.kind = 'transfer') AS count,
           count(*) FILTER (WHERE w.kind = 'batch') AS batches, count(*) FILTER (WHERE w.kind = 'topup') AS topups,
           count(*) FILTER (WHERE w.kind = 'chequebook') AS chequebooks, min(w.execution_date) AS first_day
      FROM (SELECT m.user_id, 'transfer' AS kind, t.execution_date
              FROM transfers t
              JOIN memberships m ON m.account_id = t.account_id AND 'transfer.validate' = ANY (m.capabilities) AND 'transfers' = ANY (m.rights)
             WHERE t.validation_status = 'pending' AND t.execution_status = 'scheduled' AND t.created_at < ${since}
               AND t.created_by <> m.user_id AND t.edited_by IS DISTINCT FROM m.user_id
               AND signature_is_open(m.user_id, t.account_id, t.id, t.version, t.signing_rule)
               AND letter_is_wished(m.user_id, t.account_id, 'order_to_sign')
            UNION ALL
            SELECT m.user_id, 'batch', b.execution_date
              FROM transfer_batches b
              JOIN memberships m ON m.account_id = b.account_id AND 'transfer.validate' = ANY (m.capabilities) AND 'transfers' = ANY (m.rights)
             WHERE b.state = 'pending' AND b.created_at < ${since} AND b.created_by <> m.user_id
               AND batch_signature_is_open(m.user_id, b.account_id, b.id, b.signing_rule)
               AND letter_is_wished(m.user_id, b.account_id, 'order_to_sign')
            UNION ALL
            SELECT m.user_id, p.kind, NULL
              FROM (SELECT 'topup' AS kind, account_id, id, 1 AS version, signing_rule, created_by, NULL::uuid AS edited_by
                      FROM card_topups WHERE status = 'pending' AND created_at < ${since}
                    UNION ALL
                    SELECT 'topup', account_id, id, version, signing_rule, created_by, edited_by
                      FROM recurring_topups WHERE status = 'pending' AND waits_since < ${since}
                    UNION ALL
                    SELECT 'chequebook', account_id, id, 1, signing_rule, ordered_by, NULL
                      FROM chequebooks WHERE status = 'pending' AND ordered_at < ${since}) p
              JOIN memberships m ON m.account_id = p.account_id AND 'transfer.validate' = ANY (m.capabilities)
                   AND 'payment-methods' = ANY (m.rights)
             WHERE p.created_by <> m.user_id AND p.edited_by IS DISTINCT FROM m.user_id
               AND payment_signature_is_open(m.user_id, p.account_id, p.id, p.version, p.signing_rule)
               AND letter_is_wished(m.user_id, p.account_id, 'order_to_sign')) w
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
