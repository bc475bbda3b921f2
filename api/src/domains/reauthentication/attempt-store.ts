// Counts attempts to guess a password or a code, and locks after five.
import type { Sql } from '../../db/db.ts'

const FAILURES_BEFORE_LOCK = 5
const LOCK_MINUTES = 15

export type Attempt = { is_allowed: boolean; is_last: boolean; locked_until: Date | null }

/**
 * Counts an attempt before the password is checked: a hundred simultaneous guesses still count as five. The count
 * restarts when the lock or fifteen minutes without attempts are over.
 */
export async function countAttempt(db: Sql, login: string, now: Date): Promise<Attempt> {
  const since = new Date(now.getTime() - LOCK_MINUTES * 60_000)
  const until = new Date(now.getTime() + LOCK_MINUTES * 60_000)
  const [row] = await db<{ failures: number; locked_until: Date | null }>`
    INSERT INTO sign_in_attempts AS a (login, failures, last_at) VALUES (${login}, 1, ${now})
    ON CONFLICT (login) DO UPDATE SET
      failures = CASE WHEN a.last_at < ${since} THEN 1 ELSE a.failures + 1 END,
      locked_until = CASE WHEN a.last_at < ${since} THEN NULL
                          WHEN a.failures + 1 = ${FAILURES_BEFORE_LOCK} THEN ${until}::timestamptz
                          ELSE a.locked_until END,
      -- While locked, further attempts do not make the lock longer.
      last_at = CASE WHEN a.failures >= ${FAILURES_BEFORE_LOCK} AND a.last_at >= ${since} THEN a.last_at ELSE ${now} END
    RETURNING failures, locked_until`
  if (!row) throw new Error('an attempt was not counted')
  return {
    is_allowed: row.failures <= FAILURES_BEFORE_LOCK,
    is_last: row.failures === FAILURES_BEFORE_LOCK,
    locked_until: row.locked_until,
  }
}

/** The minutes until the next attempt, at least one. */
export const lockMinutes = ({ locked_until }: Attempt, now: Date) =>
  Math.max(1, Math.ceil(((locked_until ?? now).getTime() - now.getTime()) / 60_000))

export async function deleteAttempts(db: Sql, login: string): Promise<void> {
  await db`DELETE FROM sign_in_attempts WHERE login = ${login}`
}
