import { createHash, randomBytes } from 'node:crypto'
import type { User } from 'contract/access/session.ts'
import { byUser, recordEvent } from '../audit/audit-store.ts'
import { upsertDevice } from '../factors/device-store.ts'
import type { Tx } from '../../db/db.ts'
import { newId } from '../../adapters/ids.ts'
import { describeUser, type UserPorts } from './describe-user.ts'
import { insertSession } from './session-store.ts'
import { beginFactorGrace } from './user-store.ts'

const SESSION_LIFETIME_HOURS = 12

export const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest()
export const newSecretText = () => randomBytes(32).toString('base64url')

/** The browser of a request: its address, what it calls itself, and the secret of its device cookie if it sent one. */
export type Browser = { address: string; user_agent: string | null; device: string | null }

const SECRET = /^[\w-]{43}$/

/** The secret of a browser: what it sent, or a new one. Several users of a browser share it. */
const secretOf = ({ device }: Browser) => (device !== null && SECRET.test(device) ? device : newSecretText())

/** Records that the user may sign in from this browser; answers the secret for its cookie, and whether it was unknown before. */
export async function recordDevice(tx: Tx, user_id: string, browser: Browser, now: Date) {
  const device = secretOf(browser)
  const { address, user_agent } = browser
  const { id, is_new } = await upsertDevice(tx, {
    user_id,
    secret_hash: hashOfSecret(device),
    user_agent,
    address,
    now,
  })
  return { device, device_id: id, is_new }
}

/** What a browser receives once: the user, and the secrets of its two cookies. The database stores their hashes. */
export type OpenedSession = { user: User; cookie: string; device: string }

/** Opens a session in the transaction of what allowed it. */
export async function insertOpenSession(tx: Tx, user_id: string, browser: Browser, now: Date) {
  const { address, user_agent } = browser
  const cookie = newSecretText()
  const session_id = newId()
  const { device, device_id, is_new } = await recordDevice(tx, user_id, browser, now)
  await insertSession(tx, {
    id: session_id,
    user_id,
    cookie_hash: hashOfSecret(cookie),
    created_at: now,
    expires_at: new Date(now.getTime() + SESSION_LIFETIME_HOURS * 3_600_000),
    address,
    user_agent,
    device_id,
  })
  await beginFactorGrace(tx, user_id, now)
  await recordEvent(tx, {
    at: now,
    ...byUser({ user_id, session_id, address }),
    action: 'session.open',
    subject_id: session_id,
    // The name of a browser does not make it known: another one may have the same, and an update changes it.
    facts: { is_new_device: is_new },
  })
  return { user_id, session_id, cookie, device }
}

type Inserted = Awaited<ReturnType<typeof insertOpenSession>>

/** The answer to a sign-in whose session is open. */
export async function describeOpened(
  ports: UserPorts,
  { user_id, session_id, cookie, device }: Inserted,
): Promise<OpenedSession> {
  return { user: await describeUser(ports, { user_id, session_id, selected_account_id: null }), cookie, device }
}
