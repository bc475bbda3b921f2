import type { Factor } from 'contract/access/factors.ts'
import { columnsOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import { type OneTimeCodeRow, readOneTimeCodes } from './factor-columns.ts'

export async function findOneTimeCodes(db: Sql, user_id: string): Promise<OneTimeCodeRow | null> {
  const [row] =
    await db<OneTimeCodeRow>`SELECT ${columnsOf(readOneTimeCodes)} FROM one_time_codes WHERE user_id = ${user_id}`
  return row ?? null
}

export async function lockOneTimeCodes(db: Sql, user_id: string): Promise<OneTimeCodeRow | null> {
  const [row] = await db<OneTimeCodeRow>`
    SELECT ${columnsOf(readOneTimeCodes)} FROM one_time_codes WHERE user_id = ${user_id} FOR UPDATE`
  return row ?? null
}

/** Keeps a secret that is not active yet; the active one stays until a code of the new one has been sent. */
export async function upsertNextSecret(
  db: Sql,
  user_id: string,
  { secret, expires_at }: { secret: Buffer; expires_at: Date },
): Promise<void> {
  await db`
    INSERT INTO one_time_codes (user_id, last_period, next_secret, next_expires_at) VALUES (${user_id}, 0, ${secret}, ${expires_at})
    ON CONFLICT (user_id) DO UPDATE SET next_secret = EXCLUDED.next_secret, next_expires_at = EXCLUDED.next_expires_at`
}

/** Makes the new secret the active one, after its code of `period`. */
export async function activateSecret(db: Sql, user_id: string, period: number, now: Date): Promise<void> {
  await db`
    UPDATE one_time_codes
       SET secret = next_secret, last_period = ${period}, active_since = ${now}, next_secret = NULL, next_expires_at = NULL
     WHERE user_id = ${user_id}`
}

export async function updateLastPeriod(db: Sql, user_id: string, period: number): Promise<void> {
  await db`UPDATE one_time_codes SET last_period = ${period} WHERE user_id = ${user_id}`
}

export async function deleteOneTimeCodes(db: Sql, user_id: string): Promise<void> {
  await db`DELETE FROM one_time_codes WHERE user_id = ${user_id}`
}

/** Replaces all recovery codes of a user; none for an empty list. */
export async function replaceRecoveryCodes(db: Sql, user_id: string, hashes: readonly string[]): Promise<void> {
  await db`DELETE FROM recovery_codes WHERE user_id = ${user_id}`
  await db`
    INSERT INTO recovery_codes (user_id, position, code_hash)
    SELECT ${user_id}, h.position - 1, h.code_hash FROM unnest(${hashes}::text[]) WITH ORDINALITY AS h (code_hash, position)`
}

/** The hash of an unused recovery code. */
export async function findRecoveryHash(db: Sql, user_id: string, position: number): Promise<string | null> {
  const [row] = await db<{ code_hash: string }>`
    SELECT code_hash FROM recovery_codes WHERE user_id = ${user_id} AND position = ${position} AND used_at IS NULL`
  return row?.code_hash ?? null
}

/** False where it was used meanwhile. */
export async function useRecoveryCode(db: Sql, user_id: string, position: number, now: Date): Promise<boolean> {
  const rows = await db`
    UPDATE recovery_codes SET used_at = ${now} WHERE user_id = ${user_id} AND position = ${position} AND used_at IS NULL
    RETURNING position`
  return rows.length > 0
}

export async function countRecoveryCodes(db: Sql, user_id: string): Promise<number> {
  const [row] = await db<{ left: number }>`
    SELECT count(*)::integer AS left FROM recovery_codes WHERE user_id = ${user_id} AND used_at IS NULL`
  return row?.left ?? 0
}

/** Serialises changes of a user's factors, and keeps what every request reads in step with them. Answers what the user has. */
export async function refreshFactors(db: Sql, user_id: string): Promise<readonly Factor[]> {
  const [row] = await db<{ factors: Factor[] }>`
    UPDATE users SET factors =
             CASE WHEN EXISTS (SELECT FROM passkeys WHERE user_id = ${user_id}) THEN ARRAY['passkey'] ELSE '{}' END
          || CASE WHEN EXISTS (SELECT FROM one_time_codes WHERE user_id = ${user_id} AND secret IS NOT NULL) THEN ARRAY['code'] ELSE '{}' END
     WHERE id = ${user_id} RETURNING factors`
  return row?.factors ?? []
}

export async function lockUser(db: Sql, user_id: string): Promise<void> {
  await db`SELECT FROM users WHERE id = ${user_id} FOR UPDATE`
}
