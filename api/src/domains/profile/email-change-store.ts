// Stores the new e-mail address of a user until the code that was sent to it is typed.
import { columnsOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { type EmailChange, emailChanges } from '../session/user-columns.ts'

/** Stores the address and its code in place of earlier ones. */
export async function replaceEmailChange(tx: Tx, change: EmailChange): Promise<void> {
  await tx`
    INSERT INTO email_changes (${columnsOf(emailChanges)}) VALUES (${valuesOf(emailChanges, change)})
    ON CONFLICT (user_id) DO UPDATE SET email = EXCLUDED.email, salt = EXCLUDED.salt, code_hash = EXCLUDED.code_hash,
      expires_at = EXCLUDED.expires_at, tries = EXCLUDED.tries`
}

/** Counts a try and answers the change with it; null where there is none, its code is over, or it was tried too often. */
export async function tryEmailCode(db: Sql, userId: string, now: Date, max: number): Promise<EmailChange | null> {
  const [row] = await db<EmailChange>`
    UPDATE email_changes SET tries = tries + 1 WHERE user_id = ${userId} AND expires_at > ${now} AND tries < ${max}
    RETURNING ${columnsOf(emailChanges)}`
  return row ?? null
}

/** Ends the change of this code. False where it has ended already, or another code was sent meanwhile. */
export async function useUpEmailCode(tx: Tx, { user_id, code_hash }: EmailChange): Promise<boolean> {
  const rows = await tx`DELETE FROM email_changes WHERE user_id = ${user_id} AND code_hash = ${code_hash} RETURNING 1`
  return rows.length > 0
}

export async function deleteEmailChange(tx: Tx, userId: string): Promise<void> {
  await tx`DELETE FROM email_changes WHERE user_id = ${userId}`
}
