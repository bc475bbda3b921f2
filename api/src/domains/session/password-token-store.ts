import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import {
  type NewPasswordToken,
  newPasswordTokens,
  type PasswordRequest,
  passwordRequests,
  takenRequests,
} from './user-columns.ts'

/** Stores the hash of a link's token. Earlier links of this user become invalid. */
export async function insertPasswordToken(db: Sql, token: NewPasswordToken): Promise<void> {
  await endPasswordTokens(db, token.user_id, token.created_at)
  await db`
    INSERT INTO password_tokens (${columnsOf(newPasswordTokens)}) VALUES (${valuesOf(newPasswordTokens, token)})`
}

export async function endPasswordTokens(db: Sql, user_id: string, now: Date): Promise<void> {
  await db`UPDATE password_tokens SET used_at = ${now} WHERE user_id = ${user_id} AND used_at IS NULL`
}

/** The user and expiry of a link that is neither used nor expired. */
export async function findPasswordToken(
  db: Sql,
  token_hash: Buffer,
  now: Date,
): Promise<{ user_id: string; expires_at: Date } | null> {
  const [row] = await db<{ user_id: string; expires_at: Date }>`
    SELECT user_id, expires_at FROM password_tokens WHERE token_hash = ${token_hash} AND used_at IS NULL AND expires_at > ${now}`
  return row ?? null
}

/** Marks a link as used. False where it is used or expired: of two simultaneous calls one is true. */
export async function useUpPasswordToken(db: Sql, token_hash: Buffer, now: Date): Promise<boolean> {
  const used = await db`
    UPDATE password_tokens SET used_at = ${now} WHERE token_hash = ${token_hash} AND used_at IS NULL AND expires_at > ${now} RETURNING user_id`
  return used.length > 0
}

export async function insertPasswordRequest(db: Sql, request: RowOf<typeof passwordRequests>): Promise<void> {
  await db`
    INSERT INTO password_requests (${columnsOf(passwordRequests)}) VALUES (${valuesOf(passwordRequests, request)})`
}

export async function hasPasswordRequests(db: Sql): Promise<boolean> {
  const rows = await db`SELECT 1 FROM password_requests LIMIT 1`
  return rows.length > 0
}

/** Takes the oldest request off the queue. Another worker takes the next one meanwhile. */
export async function takePasswordRequest(db: Sql): Promise<PasswordRequest | null> {
  const [row] = await db<PasswordRequest>`
    DELETE FROM password_requests
     WHERE id = (SELECT id FROM password_requests ORDER BY asked_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING ${columnsOf(takenRequests)}`
  return row ?? null
}
