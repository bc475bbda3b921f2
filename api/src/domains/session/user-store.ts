import { columnsOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import { readUsers, type UserRow } from './user-columns.ts'

/** The user with a login, or null. */
export async function findUserByLogin(db: Sql, login: string): Promise<UserRow | null> {
  const [row] = await db<UserRow>`
    SELECT ${columnsOf(readUsers)} FROM users WHERE login = ${login}`
  return row ?? null
}

export async function getUserById(db: Sql, id: string): Promise<UserRow & { picture: string | null }> {
  const [row] = await db<UserRow & { picture: string | null }>`
    SELECT ${columnsOf(readUsers, 'u')}, p.version AS picture
      FROM users u LEFT JOIN user_pictures p ON p.user_id = u.id
     WHERE u.id = ${id}`
  if (!row) throw new Error(`no user ${id}`)
  return row
}

/** Whether the user has set a password: an initial one from the bank does not count. */
export const hasPassword = ({ password_hash, must_change_password }: UserRow) =>
  password_hash !== null && !must_change_password

/** Sets the password, if it is still the expected one. False: another transaction has changed it meanwhile. */
export async function replacePasswordHash(
  db: Sql,
  id: string,
  known_hash: string | null,
  password_hash: string,
): Promise<boolean> {
  const changed = await db`
    UPDATE users SET password_hash = ${password_hash}, must_change_password = false
     WHERE id = ${id} AND password_hash IS NOT DISTINCT FROM ${known_hash} RETURNING id`
  return changed.length > 0
}

export async function updateContact(
  db: Sql,
  id: string,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<void> {
  await db`UPDATE users SET email = ${email}, phone = ${phone} WHERE id = ${id}`
}

export async function updateUserPreferences(
  db: Sql,
  id: string,
  { lang, theme }: { lang: string | null; theme: string | null },
) {
  await db`UPDATE users SET lang = coalesce(${lang}, lang), theme = coalesce(${theme}, theme) WHERE id = ${id}`
}

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

export async function forgetAttempts(db: Sql, login: string): Promise<void> {
  await db`DELETE FROM sign_in_attempts WHERE login = ${login}`
}
