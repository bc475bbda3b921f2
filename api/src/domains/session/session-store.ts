import type { Sql } from '../../db/db.ts'

export type NewSession = {
  id: string
  user_id: string
  cookie_hash: Buffer
  created_at: Date
  expires_at: Date
  address: string
  user_agent: string | null
}

export async function insertSession(db: Sql, session: NewSession): Promise<void> {
  await db`
    INSERT INTO sessions (id, user_id, cookie_hash, created_at, last_active_at, expires_at, address, user_agent)
    VALUES (${session.id}, ${session.user_id}, ${session.cookie_hash}, ${session.created_at}, ${session.created_at},
            ${session.expires_at}, ${session.address}, ${session.user_agent})`
}

export async function endSession(db: Sql, id: string, now: Date): Promise<void> {
  await db`UPDATE sessions SET ended_at = ${now} WHERE id = ${id} AND ended_at IS NULL`
}

export type NewConfirmation = { token_hash: Buffer; session_id: string; operation_hash: string; created_at: Date; expires_at: Date }

export async function insertConfirmation(db: Sql, confirmation: NewConfirmation): Promise<void> {
  await db`
    INSERT INTO confirmations (token_hash, session_id, operation_hash, created_at, expires_at)
    VALUES (${confirmation.token_hash}, ${confirmation.session_id}, ${confirmation.operation_hash}, ${confirmation.created_at},
            ${confirmation.expires_at})`
}
