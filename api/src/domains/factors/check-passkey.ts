import { createHash, randomBytes } from 'node:crypto'
import type { SignedChallenge, SigningOptions } from 'contract/access/factors.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { challengeOf, type WebAuthn } from '../../adapters/webauthn.ts'
import type { NewChallenge, PasskeyRow } from './factor-columns.ts'
import {
  insertChallenge,
  listPasskeys,
  lockPasskeyByCredential,
  takeChallenge,
  updatePasskeyUse,
} from './passkey-store.ts'

const CHALLENGE_SECONDS = 300

export const digestOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

/** Creates a challenge of five minutes. That of a confirmation is derived from the operation's hash, so that the signature covers the operation. */
export async function newChallenge(
  db: Sql,
  {
    purpose,
    session_id = null,
    operation_hash = null,
    now,
  }: { purpose: NewChallenge['purpose']; session_id?: string | null; operation_hash?: string | null; now: Date },
): Promise<Buffer> {
  const random = randomBytes(32)
  const challenge =
    operation_hash === null ? random : digestOf(Buffer.concat([random, Buffer.from(operation_hash, 'hex')]))
  await insertChallenge(db, {
    challenge_hash: digestOf(challenge),
    purpose,
    session_id,
    operation_hash,
    expires_at: new Date(now.getTime() + CHALLENGE_SECONDS * 1000),
  })
  return challenge
}

/** The request for the user's signature over an operation; null where the user has no passkey. */
export async function prepareConfirmation(
  { db, webAuthn }: { db: Sql; webAuthn: WebAuthn },
  {
    user_id,
    session_id,
    operation_hash,
    now,
  }: { user_id: string; session_id: string; operation_hash: string; now: Date },
): Promise<SigningOptions | null> {
  const known = await listPasskeys(db, user_id)
  if (known.length === 0) return null
  return webAuthn.signingOptions(await newChallenge(db, { purpose: 'confirm', session_id, operation_hash, now }), known)
}

/**
 * Verifies the signature of a passkey over a challenge of this purpose, which it uses up, and answers passkey and challenge. Null: the challenge
 * is not ours, over or used, the passkey is unknown, or the signature is not right.
 */
export async function checkPasskey(
  tx: Tx,
  webAuthn: WebAuthn,
  { credential, purpose, now }: { credential: SignedChallenge; purpose: NewChallenge['purpose']; now: Date },
): Promise<{ passkey: PasskeyRow; challenge: NewChallenge } | null> {
  const signed = challengeOf(credential)
  const challenge = signed && (await takeChallenge(tx, { challenge_hash: digestOf(signed), purpose, now }))
  if (!signed || !challenge) return null
  const passkey = await lockPasskeyByCredential(tx, Buffer.from(credential.id, 'base64url'))
  const state = passkey && (await webAuthn.verifySigned(credential, passkey, signed))
  if (!passkey || !state) return null
  await updatePasskeyUse(tx, passkey.id, { ...state, now })
  return { passkey, challenge }
}
