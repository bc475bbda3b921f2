import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import { type NewChallenge, newPasskeys, passkeyChallenges, type PasskeyRow, passkeys } from './factor-columns.ts'

/** The user's passkeys, oldest first. */
export function listPasskeys(db: Sql, user_id: string): Promise<PasskeyRow[]> {
  return db<PasskeyRow>`SELECT ${columnsOf(passkeys)} FROM passkeys WHERE user_id = ${user_id} ORDER BY created_at, id`
}

export async function lockPasskeyByCredential(db: Sql, credential_id: Buffer): Promise<PasskeyRow | null> {
  const [row] = await db<PasskeyRow>`
    SELECT ${columnsOf(passkeys)} FROM passkeys WHERE credential_id = ${credential_id} FOR UPDATE`
  return row ?? null
}

/** False where the credential is stored already, for whomever. */
export async function insertPasskey(db: Sql, passkey: RowOf<typeof newPasskeys>): Promise<boolean> {
  const rows = await db`
    INSERT INTO passkeys (${columnsOf(newPasskeys)}) VALUES (${valuesOf(newPasskeys, passkey)})
    ON CONFLICT (credential_id) DO NOTHING RETURNING id`
  return rows.length > 0
}

export async function updatePasskeyUse(
  db: Sql,
  id: string,
  { counter, is_synced, now }: { counter: number; is_synced: boolean; now: Date },
): Promise<void> {
  await db`UPDATE passkeys SET counter = ${counter}, is_synced = ${is_synced}, last_used_at = ${now} WHERE id = ${id}`
}

type Named = { id: string; user_id: string }

export async function updatePasskeyName(db: Sql, { id, user_id }: Named, name: string): Promise<boolean> {
  const rows = await db`UPDATE passkeys SET name = ${name} WHERE id = ${id} AND user_id = ${user_id} RETURNING id`
  return rows.length > 0
}

export async function deletePasskey(db: Sql, { id, user_id }: Named): Promise<void> {
  await db`DELETE FROM passkeys WHERE id = ${id} AND user_id = ${user_id}`
}

export async function deletePasskeysOf(db: Sql, user_id: string): Promise<void> {
  await db`DELETE FROM passkeys WHERE user_id = ${user_id}`
}

export async function insertChallenge(db: Sql, challenge: NewChallenge): Promise<void> {
  await db`
    INSERT INTO passkey_challenges (${columnsOf(passkeyChallenges)}) VALUES (${valuesOf(passkeyChallenges, challenge)})`
}

/** Removes a challenge, so that it is answered once, and answers it if it was still valid for this purpose. */
export async function takeChallenge(
  db: Sql,
  { challenge_hash, purpose, now }: { challenge_hash: Buffer; purpose: NewChallenge['purpose']; now: Date },
): Promise<NewChallenge | null> {
  const [row] = await db<NewChallenge>`
    DELETE FROM passkey_challenges WHERE challenge_hash = ${challenge_hash} RETURNING ${columnsOf(passkeyChallenges)}`
  return row?.purpose === purpose && row.expires_at > now ? row : null
}
