// Stores sign-ins with the right password that wait for their second step.
import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import { newPendingSignIns, type WaitingSignIn, waitingSignIns } from '../factors/factor-columns.ts'

export async function insertPendingSignIn(db: Sql, signIn: RowOf<typeof newPendingSignIns>): Promise<void> {
  await db`
    INSERT INTO pending_sign_ins (${columnsOf(newPendingSignIns)}) VALUES (${valuesOf(newPendingSignIns, signIn)})`
}

/** A sign-in that still waits, by the secret of its browser. */
export async function lockPendingSignIn(db: Sql, token_hash: Buffer, now: Date): Promise<WaitingSignIn | null> {
  const [row] = await db<WaitingSignIn>`
    SELECT ${columnsOf(waitingSignIns)} FROM pending_sign_ins
     WHERE token_hash = ${token_hash} AND expires_at > ${now} AND ended_at IS NULL FOR UPDATE`
  return row ?? null
}

/** A sign-in that still waits for an answer to its e-mail, by the secret of the link. */
export async function lockLinkedSignIn(db: Sql, link_hash: Buffer, now: Date): Promise<WaitingSignIn | null> {
  const [row] = await db<WaitingSignIn>`
    SELECT ${columnsOf(waitingSignIns)} FROM pending_sign_ins
     WHERE link_hash = ${link_hash} AND expires_at > ${now} AND ended_at IS NULL AND allowed_at IS NULL FOR UPDATE`
  return row ?? null
}

export async function endPendingSignIn(db: Sql, token_hash: Buffer, now: Date): Promise<void> {
  await db`UPDATE pending_sign_ins SET ended_at = ${now} WHERE token_hash = ${token_hash}`
}

/** Ends all sign-ins of a user that wait. One that becomes a session at the same moment is waited for. */
export async function endPendingSignInsOf(db: Sql, user_id: string, now: Date): Promise<void> {
  await db`UPDATE pending_sign_ins SET ended_at = ${now} WHERE user_id = ${user_id} AND ended_at IS NULL`
}

/** Allows or ends the sign-in of a link. */
export async function answerPendingSignIn(
  db: Sql,
  link_hash: Buffer,
  { is_allowed, now }: { is_allowed: boolean; now: Date },
): Promise<void> {
  await db`
    UPDATE pending_sign_ins
       SET allowed_at = CASE WHEN ${is_allowed} THEN ${now}::timestamptz END, ended_at = CASE WHEN NOT ${is_allowed} THEN ${now}::timestamptz END
     WHERE link_hash = ${link_hash}`
}
