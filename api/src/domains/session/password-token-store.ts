import type { Sql } from '../../db/db.ts'

export type NewPasswordToken = { token_hash: Buffer; user_id: string; created_at: Date; expires_at: Date }

/** Keeps the hash of a link's token. The links that this user was sent before end with it. */
export async function insertPasswordToken(db: Sql, token: NewPasswordToken): Promise<void> {
  await db`UPDATE password_tokens SET used_at = ${token.created_at} WHERE user_id = ${token.user_id} AND used_at IS NULL`
  await db`
    INSERT INTO password_tokens (token_hash, user_id, created_at, expires_at)
    VALUES (${token.token_hash}, ${token.user_id}, ${token.created_at}, ${token.expires_at})`
}
