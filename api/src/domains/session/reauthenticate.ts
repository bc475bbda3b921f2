import { createHash, randomBytes } from 'node:crypto'
import type { Caller } from '../../caller.ts'
import { checkPassword, type PasswordPorts } from './check-password.ts'
import { insertConfirmation } from './session-store.ts'
import { getUserById } from './user-store.ts'

const CONFIRMATION_LIFETIME_SECONDS = 300

/** Checks the password again. With an operation's hash, answers a single-use token for that operation only. */
export async function reauthenticate(
  ports: PasswordPorts,
  { user_id, session_id }: Caller,
  { password, operation_hash }: { password: string; operation_hash: string | null },
): Promise<{ confirmation: string | null; expires_in: number }> {
  const user = await getUserById(ports.db, user_id)
  await checkPassword(ports, { login: user.login, user, password }, 'wrong_password')
  if (operation_hash === null) return { confirmation: null, expires_in: CONFIRMATION_LIFETIME_SECONDS }
  const token = randomBytes(32).toString('base64url')
  const now = ports.clock.now()
  await insertConfirmation(ports.db, {
    token_hash: createHash('sha256').update(token).digest(),
    session_id,
    operation_hash,
    created_at: now,
    expires_at: new Date(now.getTime() + CONFIRMATION_LIFETIME_SECONDS * 1000),
  })
  return { confirmation: token, expires_in: CONFIRMATION_LIFETIME_SECONDS }
}
