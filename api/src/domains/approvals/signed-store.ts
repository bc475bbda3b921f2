// Reads what a person has signed lately.
import { MAX_SIGNED_LISTED, SIGNED_DAYS, type SignedItem } from 'contract/transfers/signatures.ts'
import type { Sql } from '../../db/db.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import type { SigningRules } from '../transfers/sign-transfer.ts'
import { detailColumns, detailTables, itemOf, type ItemRow } from './to-sign-store.ts'

type SignedRow = ItemRow & { signed_at: Date; state: SignedItem['state'] }

const DAY_MS = 86_400_000

/** What a user has signed, the latest first, on the accounts whose orders they may still see. */
export async function listSignedItemsBy(db: Sql, userId: string, rules: SigningRules): Promise<SignedItem[]> {
  const since = new Date(rules.now.getTime() - SIGNED_DAYS * DAY_MS)
  const rows = await db<SignedRow>`
    WITH signed_items AS MATERIALIZED (
      SELECT account_id, rights FROM memberships WHERE user_id = ${userId}
    ), i AS MATERIALIZED (
      SELECT 'transfer' AS kind, t.account_id, t.id, t.version, t.execution_date AS due_on, t.created_at AS waits_since, t.created_by AS author, s.signed_at,
             CASE WHEN t.validation_status = 'refused' OR t.execution_status IN ('cancelled', 'rejected', 'returned') THEN 'ended'
                  WHEN t.validation_status = 'pending' THEN 'waiting' ELSE 'done' END AS state
        FROM signed_items m
        JOIN transfer_signatures s ON s.user_id = ${userId} AND s.account_id = m.account_id AND s.signed_at >= ${since}
        JOIN transfers t ON t.account_id = s.account_id AND t.id = s.transfer_id AND t.version = s.version
       WHERE 'transfers' = ANY (m.rights)
      UNION ALL
      SELECT 'batch', b.account_id, b.id, b.version, b.execution_date, b.created_at, b.created_by, s.signed_at,
             CASE b.state WHEN 'pending' THEN 'waiting' WHEN 'validated' THEN 'done' ELSE 'ended' END
        FROM signed_items m
        JOIN transfer_batch_signatures s ON s.user_id = ${userId} AND s.account_id = m.account_id AND s.signed_at >= ${since}
        JOIN transfer_batches b ON b.account_id = s.account_id AND b.id = s.batch_id
       WHERE 'transfers' = ANY (m.rights)
      UNION ALL
      SELECT p.kind, p.account_id, p.id, s.version, NULL, p.created_at, p.created_by, s.signed_at, p.state
        FROM signed_items m
        JOIN payment_signatures s ON s.user_id = ${userId} AND s.account_id = m.account_id AND s.signed_at >= ${since}
       CROSS JOIN LATERAL (
              SELECT 'topup' AS kind, o.account_id, o.id, o.created_at, o.created_by,
                     CASE o.status WHEN 'pending' THEN 'waiting' WHEN 'done' THEN 'done' ELSE 'ended' END AS state
                FROM card_topups o WHERE o.account_id = s.account_id AND o.id = s.payment_id
              UNION ALL
              SELECT 'recurring_topup', r.account_id, r.id, r.created_at, r.created_by,
                     CASE r.status WHEN 'pending' THEN 'waiting' WHEN 'refused' THEN 'ended' ELSE 'done' END
                FROM recurring_topups r WHERE r.account_id = s.account_id AND r.id = s.payment_id AND r.version = s.version
              UNION ALL
              SELECT 'chequebook', k.account_id, k.id, k.ordered_at, k.ordered_by,
                     CASE k.status WHEN 'pending' THEN 'waiting' WHEN 'refused' THEN 'ended' ELSE 'done' END
                FROM chequebooks k WHERE k.account_id = s.account_id AND k.id = s.payment_id) p
       WHERE 'payment-methods' = ANY (m.rights)
      UNION ALL
      SELECT 'return', g.account_id, g.request_id, g.version, NULL, g.created_at, g.created_by, s.signed_at,
             CASE g.state WHEN 'pending' THEN 'waiting' WHEN 'done' THEN 'done' ELSE 'ended' END
        FROM signed_items m
        JOIN payment_signatures s ON s.user_id = ${userId} AND s.account_id = m.account_id AND s.signed_at >= ${since}
        JOIN return_acceptances g ON g.account_id = s.account_id AND g.request_id = s.payment_id AND g.version = s.version
       WHERE 'transfers' = ANY (m.rights)
       ORDER BY signed_at DESC, id LIMIT ${MAX_SIGNED_LISTED}
    )
    SELECT ${detailColumns}, i.signed_at, i.state FROM i ${detailTables(userId)} ORDER BY i.signed_at DESC, i.id`
  return rows.map(({ signed_at, state, ...row }) => ({
    ...itemOf(row, rules),
    signed_at: unixSeconds(signed_at),
    state,
  }))
}
