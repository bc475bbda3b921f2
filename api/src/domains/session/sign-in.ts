import { createHash, randomBytes } from 'node:crypto'
import type { User } from 'contract/access/session.ts'
import { byUser, recordEvent } from '../audit/audit-store.ts'
import { countRequest, findWait, minutesUntil, type RateLimit } from '../../db/rate-limits.ts'
import { transaction } from '../../db/transaction.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { checkPassword, type PasswordPorts } from './check-password.ts'
import { describeUser, type UserPorts } from './describe-user.ts'
import { insertSession } from './session-store.ts'
import { findUserByLogin } from './user-store.ts'

const SESSION_LIFETIME_HOURS = 12

// Passwords tried on many ids from one address. A mobile network shares one address among thousands of customers, so only a flood
// of failures is delayed, and only briefly.
const PER_ADDRESS: RateLimit = { free: 100, first_seconds: 5, most_seconds: 60, quiet_seconds: 900 }

/** Checks the password, with a delay for an address with many failures. */
async function checkCredentials(ports: PasswordPorts, { login, password, address }: Credentials): Promise<string> {
  const { db, clock } = ports
  const subject = `sign-in-from:${address}`
  const wait = await findWait(db, subject, clock.now())
  if (wait) throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, clock.now()) })
  try {
    return (await checkPassword(ports, { login, user: await findUserByLogin(db, login), password }, 'bad_credentials'))
      .id
  } catch (refusal) {
    if (refusal instanceof Refusal) await countRequest(db, subject, PER_ADDRESS, clock.now())
    throw refusal
  }
}

export type Credentials = { login: string; password: string; address: string; user_agent: string | null }

/** Opens a session. The browser receives the cookie once; the database stores its hash. */
export async function signIn(
  ports: UserPorts & PasswordPorts,
  credentials: Credentials,
): Promise<{ user: User; cookie: string }> {
  const { db, clock } = ports
  const { address, user_agent } = credentials
  const user_id = await checkCredentials(ports, credentials)
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
      ...byUser({ user_id, session_id, address }),
      action: 'session.open',
      subject_id: session_id,
      facts: {},
    })
  })
  return { user: await describeUser(ports, { user_id, session_id, selected_account_id: null }), cookie }
}
