import { columnsOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import type { SignInPolicy } from './second-step-rules.ts'
import { readUsers, type UserRow } from './user-columns.ts'

type DescribedUser = UserRow & { picture: string | null; email_to_confirm: string | null }

/** The user with a login, or null. */
export async function findUserByLogin(db: Sql, login: string): Promise<UserRow | null> {
  const [row] = await db<UserRow>`
    SELECT ${columnsOf(readUsers)} FROM users WHERE login = ${login}`
  return row ?? null
}

export async function getUserById(db: Sql, id: string): Promise<DescribedUser> {
  const [row] = await db<DescribedUser>`
    SELECT ${columnsOf(readUsers, 'u')}, p.version AS picture, e.email AS email_to_confirm
      FROM users u LEFT JOIN user_pictures p ON p.user_id = u.id LEFT JOIN email_changes e ON e.user_id = u.id
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

/** Whether a password that was checked is still the user's. Until the end of the transaction it stays so. */
export async function lockPassword(tx: Tx, { id, password_hash }: UserRow): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM users WHERE id = ${id} AND password_hash IS NOT DISTINCT FROM ${password_hash} FOR NO KEY UPDATE`
  return rows.length > 0
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

const signInPolicies = ['never', 'new_device', 'always'] as const

/** When the bank requires a second step of a sign-in. */
export async function getSignInPolicy(db: Sql): Promise<SignInPolicy> {
  const rows = await db<{ name: string; value: number }>`
    SELECT name, value FROM parameters WHERE name IN ('factor_sign_in', 'factor_link')`
  const values = new Map(rows.map(({ name, value }) => [name, value]))
  return {
    requires: signInPolicies[values.get('factor_sign_in') ?? -1] ?? 'always',
    sendsLinks: values.get('factor_link') !== 0,
  }
}

/** Sets, once, until when a user without a second factor may go on without: from the first sign-in at which one is required of them. */
export async function beginFactorGrace(db: Sql, user_id: string, now: Date): Promise<void> {
  await db`
    UPDATE users u SET factor_due_at = ${now}::timestamptz + make_interval(days => g.value::integer)
      FROM parameters g, parameters a
     WHERE u.id = ${user_id} AND u.factors = '{}' AND u.factor_due_at IS NULL AND g.name = 'factor_grace_days' AND a.name = 'factor_amount'
       AND (a.value >= 0 OR EXISTS (
             SELECT FROM memberships m JOIN accounts o ON o.id = m.account_id
              WHERE m.user_id = u.id AND o.factor_amount IS NOT NULL OFFSET 0))`
}
