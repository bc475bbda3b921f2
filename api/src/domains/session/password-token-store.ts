import type { Sql } from '../../db/db.ts'

export type NewPasswordToken = { token_hash: Buffer; user_id: string; created_at: Date; expires_at: Date }

/** Stores the hash of a link's token. Earlier links of this user become invalid. */
export async function insertPasswordToken(db: Sql, token: NewPasswordToken): Promise<void> {
  await endPasswordTokens(db, token.user_id, token.created_at)
  await db`
    INSERT INTO password_tokens (token_hash, user_id, created_at, expires_at)
    VALUES (${token.token_hash}, ${token.user_id}, ${token.created_at}, ${token.expires_at})`
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

export type PasswordRequest = { login: string; asked_at: Date }

export async function insertPasswordRequest(
  db: Sql,
  { id, login, address, asked_at }: PasswordRequest & { id: string; address: string },
) {
  await db`INSERT INTO password_requests (id, login, address, asked_at) VALUES (${id}, ${login}, ${address}, ${asked_at})`
}

/** Takes the oldest request off the queue. Another worker takes the next one meanwhile. */
export async function takePasswordRequest(db: Sql): Promise<PasswordRequest | null> {
  const [row] = await db<PasswordRequest>`
    DELETE FROM password_requests
     WHERE id = (SELECT id FROM password_requests ORDER BY asked_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING login, asked_at`
  return row ?? null
}
