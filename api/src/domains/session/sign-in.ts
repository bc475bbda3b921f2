import { createHash, randomBytes } from 'node:crypto'
import type { User } from 'contract/session.ts'
import { recordEvent } from '../../db/audit.ts'
import { transaction } from '../../db/transaction.ts'
import { newId } from '../../outside/ids.ts'
import { checkPassword, type PasswordPorts } from './check-password.ts'
import { describeUser, type UserPorts } from './describe-user.ts'
import { insertSession } from './session-store.ts'
import { findUserByLogin } from './user-store.ts'

const SESSION_LIFETIME_HOURS = 12

export type Credentials = { login: string; password: string; address: string; user_agent: string | null }

/** Opens a session. The cookie is told once, to the browser; the database keeps its hash. */
export async function signIn(ports: UserPorts & PasswordPorts, credentials: Credentials): Promise<{ user: User; cookie: string }> {
  const { db, clock } = ports
  const { login, password, address, user_agent } = credentials
  const { id: user_id } = await checkPassword(ports, { login, user: await findUserByLogin(db, login), password }, 'bad_credentials')
  const now = clock.now()
  const cookie = randomBytes(32).toString('base64url')
  const session_id = newId()
  await transaction(db, async (tx) => {
    await insertSession(tx, {
      id: session_id,
      user_id,
      cookie_hash: createHash('sha256').update(cookie).digest(),
      created_at: now,
      expires_at: new Date(now.getTime() + SESSION_LIFETIME_HOURS * 3_600_000),
      address,
      user_agent,
    })
    await recordEvent(tx, {
      at: now,
      user_id,
      session_id,
      account_id: null,
      address,
      action: 'session.open',
      subject_id: session_id,
      facts: {},
    })
  })
  return { user: await describeUser(ports, { user_id, session_id, selected_account_id: null }), cookie }
}
