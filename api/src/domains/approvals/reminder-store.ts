import { alertCatalogue } from 'contract/access/alerts.ts'
import type { Language } from 'contract/language.ts'
import type { SignableKind } from 'contract/transfers/signatures.ts'
import type { Sql, Tx } from '../../db/db.ts'

/** How many of each kind wait for a validator. */
export type WaitingCounts = {
  transfers: number
  batches: number
  topups: number
  chequebooks: number
  beneficiaries: number
  mandates: number
  returns: number
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
                    count(*) FILTER (WHERE i.kind = 'return') AS returns,
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
                          UNION ALL SELECT account_id FROM mandates WHERE status = 'pending_confirmation'
                          UNION ALL SELECT account_id FROM return_acceptances WHERE state = 'pending'))
     ORDER BY u.id LIMIT ${max}`
}

/** Marks the day's reminder of a user as sent. False where it was sent already. */
export async function takeReminder(tx: Tx, userId: string, today: string): Promise<boolean> {
  const rows =
    await tx`INSERT INTO signature_reminders (user_id, day) VALUES (${userId}, ${today}) ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length > 0
}

type ItemKey = { kind: SignableKind; id: string; account: string; sender: string }

/** The people with an e-mail address who can sign an item of somebody else. */
export function listOpenSigners(
  tx: Tx,
  { kind, id, account, sender }: ItemKey,
  now: Date,
): Promise<{ name: string; lang: Language; email: string; first_name: string }[]> {
  return tx`
    SELECT u.first_name || ' ' || u.last_name AS name, u.lang, u.email, u.first_name
      FROM memberships m
      JOIN users u ON u.id = m.user_id
     WHERE m.account_id = ${account} AND m.user_id <> ${sender} AND 'transfer.validate' = ANY (m.capabilities) AND u.email IS NOT NULL
       AND EXISTS (SELECT FROM items_to_sign(m.user_id, ${now}) i WHERE i.kind = ${kind} AND i.account_id = m.account_id AND i.id = ${id})
     ORDER BY u.last_name, u.first_name, u.id`
}

/** Marks the day's reminder of an item as sent. False where it was sent already. */
export async function takeItemReminder(
  tx: Tx,
  { account_id, item_id, sent_by, sent_at }: { account_id: string; item_id: string; sent_by: string; sent_at: Date },
): Promise<boolean> {
  const rows = await tx`
    INSERT INTO item_reminders (account_id, item_id, day, sent_by, sent_at)
    VALUES (${account_id}, ${item_id}, ${sent_at.toISOString().slice(0, 10)}, ${sent_by}, ${sent_at}) ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length > 0
}
