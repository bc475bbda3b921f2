// Joins session, membership and right in one query; concurrent requests share it.
import type { Factor } from 'contract/access/factors.ts'
import type { Db, Sql } from '../db/db.ts'
import { type Batcher, createBatcher } from '../db/batcher.ts'

export type SessionAccess = {
  session_id: string
  cookie_hash: Buffer
  last_active_at: Date
  expires_at: Date
  ended_at: Date | null
  user_id: string
  full_name: string
  lang: 'fr' | 'en'
  must_change_password: boolean
  factors: Factor[]
  factor_due_at: Date | null
  factors_reset_at: Date | null
  /** The bank's amount and that of the account's administrators, the smaller one; null: neither requires a second factor. */
  factor_amount: number | null
  has_accounts: boolean
  /** The membership on the account of the header; null if the user has none there. */
  account_id: string | null
  customer_id: string | null
  is_company: boolean | null
  currency: string | null
  status: string | null
  rights: string[] | null
  capabilities: string[] | null
  booked: number | null
  /** The position of the primary's log of changes (WAL): everything that was committed before is at or before it. */
  position: string
}

export type SessionAccessKey = { session_id: string; account_id: string | null }

const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000'

/** Finds the user of a session and their rights on one account. Calls of one tick are one statement. */
export function sessionAccessFinder(db: Sql): Batcher<SessionAccessKey, SessionAccess | null> {
  return createBatcher(
    async (lookups) => {
      const rows = await db<SessionAccess & { index: number }>`
        SELECT w.index, s.id AS session_id, s.cookie_hash, s.last_active_at, s.expires_at, s.ended_at, u.id AS user_id,
               u.first_name || ' ' || u.last_name AS full_name, u.lang, u.must_change_password,
               u.factors, u.factor_due_at, u.factors_reset_at, least(nullif(p.value, -1), a.factor_amount) AS factor_amount,
               m.account_id IS NOT NULL OR EXISTS (SELECT FROM memberships other WHERE other.user_id = u.id OFFSET 0) AS has_accounts,
               m.account_id, a.customer_id, c.kind = 'company' AS is_company, a.currency, a.status, m.rights, m.capabilities, l.booked,
               pg_current_wal_insert_lsn()::text AS position
          FROM unnest(${lookups.map(({ session_id }) => session_id)}::uuid[], ${lookups.map(({ account_id }) => account_id ?? NO_ACCOUNT)}::uuid[])
               WITH ORDINALITY AS w (session_id, account_id, index)
          JOIN sessions s ON s.id = w.session_id
          JOIN users u ON u.id = s.user_id
          JOIN parameters p ON p.name = 'factor_amount'
          -- By the whole key: statistics of users with few accounts would read all those of a user with many.
          LEFT JOIN LATERAL (SELECT * FROM memberships o WHERE o.user_id = u.id AND o.account_id = w.account_id OFFSET 0) m ON true
          LEFT JOIN accounts a ON a.id = m.account_id
          LEFT JOIN customers c ON c.id = a.customer_id
          LEFT JOIN ledger_accounts l ON l.id = m.account_id`
      const found = new Map(rows.map((row) => [row.index, row]))
      return lookups.map((_, index) => found.get(index + 1) ?? null)
    },
    { max: 100, concurrency: 2 },
  )
}

/**
 * Records when the users of sessions were last active. Never shortens what another request recorded later. A session that another
 * transaction changes is left out: it ends, or another server records it at this moment. So this never waits for a lock while it
 * holds others: servers that record the same sessions cannot deadlock with each other, nor with a user who ends all of theirs.
 */
export async function recordLastActive(
  db: Db,
  activity: readonly (readonly [session_id: string, at: Date])[],
): Promise<void> {
  const ids = activity.map(([id]) => id)
  const times = activity.map(([, at]) => at.toISOString())
  await db`
    WITH active AS MATERIALIZED (
      SELECT o.id, t.at FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS t (session_id, at) JOIN sessions o ON o.id = t.session_id
       WHERE o.last_active_at < t.at AND o.ended_at IS NULL FOR NO KEY UPDATE OF o SKIP LOCKED
    )
    UPDATE sessions s SET last_active_at = active.at FROM active WHERE s.id = active.id`
}

/** The booked balance after a change, for the header of its answer. Calls of one tick are one statement. */
export function balanceFinder(db: Db): (accountId: string) => Promise<number | null> {
  return createBatcher(
    async (accountIds) => {
      const rows = await db<{
        id: string
        booked: number
      }>`SELECT id, booked FROM ledger_accounts WHERE id = ANY (${accountIds}::uuid[])`
      const booked = new Map(rows.map((row) => [row.id, row.booked]))
      return accountIds.map((id) => booked.get(id) ?? null)
    },
    { max: 100, concurrency: 2 },
  )
}
