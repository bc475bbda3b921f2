// Finds who waits for whom: the authors of what a user can sign, and the signers of what the user has sent.
import type { Sql } from '../../db/db.ts'

type Teammate = { name: string; role: 'author' | 'signer'; count: number; since: Date }

const MAX_TEAM = 4

/** Authors first, those with the newest items before the others. */
export const listTeam = (db: Sql, userId: string, now: Date): Promise<Teammate[]> =>
  db<Teammate>`
    WITH sent AS MATERIALIZED (
      SELECT * FROM items_sent(${userId})
    ), signers AS MATERIALIZED (
      SELECT DISTINCT v.user_id FROM memberships v
       WHERE v.account_id IN (SELECT s.account_id FROM sent s) AND v.user_id <> ${userId} AND 'transfer.validate' = ANY (v.capabilities)
    ), waiting AS (
      SELECT i.author AS user_id, 'author' AS role, i.waits_since FROM items_to_sign(${userId}, ${now}) i
       UNION ALL
      SELECT v.user_id, 'signer', w.waits_since
        FROM signers v
       CROSS JOIN LATERAL items_to_sign(v.user_id, ${now}) w
       WHERE w.id IN (SELECT s.id FROM sent s)
    )
    SELECT u.first_name || ' ' || u.last_name AS name, w.role, count(*)::int AS count, max(w.waits_since) AS since
      FROM waiting w
      JOIN users u ON u.id = w.user_id
     GROUP BY u.id, u.first_name, u.last_name, w.role
     ORDER BY w.role, since DESC, u.id
     LIMIT ${MAX_TEAM}`
