import { createHash, randomBytes } from 'node:crypto'
import type { SignedChallenge } from 'contract/access/factors.ts'
import type { ConfirmationMethod } from 'contract/access/session.ts'
import type { Caller } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { Refusal } from '../../refusal.ts'
import type { WebAuthn } from '../../adapters/webauthn.ts'
import { checkCode } from '../factors/check-code.ts'
import { checkPasskey } from '../factors/check-passkey.ts'
import { checkPassword, type PasswordPorts } from './check-password.ts'
import { insertConfirmation } from './session-store.ts'
import { getUserById } from './user-store.ts'

const CONFIRMATION_LIFETIME_SECONDS = 300

type Proof = {
  password: string | null
  code: string | null
  credential: SignedChallenge | null
  operation_hash: string | null
}
type Reauthentication = { confirmation: string | null; expires_in: number }

/** Stores a single-use token for one operation, and answers it. */
async function newToken(
  db: Sql,
  {
    session_id,
    operation_hash,
    method,
    now,
  }: { session_id: string; operation_hash: string; method: ConfirmationMethod; now: Date },
): Promise<Reauthentication> {
  const token = randomBytes(32).toString('base64url')
  await insertConfirmation(db, {
    token_hash: createHash('sha256').update(token).digest(),
    session_id,
    operation_hash,
    created_at: now,
    expires_at: new Date(now.getTime() + CONFIRMATION_LIFETIME_SECONDS * 1000),
    method,
  })
  return { confirmation: token, expires_in: CONFIRMATION_LIFETIME_SECONDS }
}

/** Verifies the signature of one of the user's passkeys over a challenge that was made for this session and operation. */
async function byPasskey(
  { db, clock, webAuthn }: PasswordPorts & { webAuthn: WebAuthn },
  { user_id, session_id }: Caller,
  credential: SignedChallenge,
): Promise<Reauthentication> {
  const now = clock.now()
  const token = await transaction(db, async (tx) => {
    const found = await checkPasskey(tx, webAuthn, { credential, purpose: 'confirm', now })
    const { operation_hash = null, session_id: of = null } = found?.challenge ?? {}
    if (found?.passkey.user_id !== user_id || of !== session_id || operation_hash === null) return null
    return newToken(tx, { session_id, operation_hash, method: 'passkey', now })
  })
  // After the commit: the challenge is used up, whatever the answer.
  if (!token) throw new Refusal('passkey_rejected')
  return token
}

/**
 * Checks the user again: the password, with a one-time code where one is sent, or the signature of a passkey. With an operation's hash,
 * answers a single-use token for that operation only; a signature is always over one operation.
 */
export async function reauthenticate(
  ports: PasswordPorts & { webAuthn: WebAuthn },
  caller: Caller,
  { password, code, credential, operation_hash }: Proof,
): Promise<Reauthentication> {
  if (credential !== null) return byPasskey(ports, caller, credential)
  const user = await getUserById(ports.db, caller.user_id)
  await checkPassword(ports, { login: user.login, user, password: password ?? '' }, 'wrong_password')
  if (code !== null) await checkCode(ports, user, code)
  if (operation_hash === null) return { confirmation: null, expires_in: CONFIRMATION_LIFETIME_SECONDS }
  const method = code === null ? 'password' : 'code'
  return newToken(ports.db, { session_id: caller.session_id, operation_hash, method, now: ports.clock.now() })
}
