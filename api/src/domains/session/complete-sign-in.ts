// Completes a sign-in: by a code or the answer to an e-mail after the password, or by a passkey without one.
import type { SignedChallenge, SigningOptions } from 'contract/access/factors.ts'
import { recordEvent } from '../audit/audit-store.ts'
import { checkCode } from '../factors/check-code.ts'
import { checkPasskey, newChallenge } from '../factors/check-passkey.ts'
import { countRequest, minutesUntil, type RateLimit } from '../../db/rate-limits.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { type Clock, unixSeconds } from '../../adapters/clock.ts'
import { deviceNameOf } from '../../adapters/user-agents.ts'
import type { WebAuthn } from '../../adapters/webauthn.ts'
import { Refusal } from '../../refusal.ts'
import { type Browser, describeOpened, hashOfSecret, insertOpenSession, type OpenedSession } from './open-session.ts'
import { answerPendingSignIn, endPendingSignIn, lockLinkedSignIn, lockPendingSignIn } from './pending-sign-in-store.ts'
import type { SignInPorts } from './sign-in.ts'
import { getUserById } from './user-store.ts'

// Each request stores a challenge. A mobile network shares one address among thousands of customers: only a flood is delayed.
const PER_ADDRESS: RateLimit = { free: 200, first_seconds: 5, most_seconds: 60, quiet_seconds: 300 }

/** Opens the session of a sign-in that waits, with a code, or after the link in the e-mail was answered. */
export async function completeSignIn(
  ports: SignInPorts,
  { sign_in, code, browser }: { sign_in: string; code: string | null; browser: Browser },
): Promise<OpenedSession> {
  const { db, clock } = ports
  const token_hash = hashOfSecret(sign_in)
  if (code !== null) {
    const waiting = await lockPendingSignIn(db, token_hash, clock.now())
    if (!waiting) throw new Refusal('sign_in_over')
    await checkCode(ports, await getUserById(db, waiting.user_id), code)
  }
  const now = clock.now()
  const opened = await transaction(db, async (tx) => {
    const waiting = await lockPendingSignIn(tx, token_hash, now)
    if (!waiting) throw new Refusal('sign_in_over')
    if (code === null && waiting.allowed_at === null) throw new Refusal('sign_in_waits')
    await endPendingSignIn(tx, token_hash, now)
    return insertOpenSession(tx, waiting.user_id, browser, now)
  })
  return describeOpened(ports, opened)
}

/** The request for the signature of any passkey of this bank: the passkey names its user. */
export async function prepareSignIn(
  { db, clock, webAuthn }: { db: Db; clock: Clock; webAuthn: WebAuthn },
  address: string,
): Promise<SigningOptions> {
  const now = clock.now()
  const wait = await countRequest(db, `passkey-from:${address}`, PER_ADDRESS, now)
  if (wait) throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, now) })
  return webAuthn.signingOptions(await newChallenge(db, { purpose: 'sign_in', now }), [])
}

/** Opens a session by a passkey that verified its user: two factors in one, so that no device needs a second step. */
export async function signInByPasskey(
  ports: SignInPorts & { webAuthn: WebAuthn },
  { credential, browser }: { credential: SignedChallenge; browser: Browser },
): Promise<OpenedSession> {
  const { db, clock, webAuthn } = ports
  const now = clock.now()
  const opened = await transaction(db, async (tx) => {
    const found = await checkPasskey(tx, webAuthn, { credential, purpose: 'sign_in', now })
    return found && insertOpenSession(tx, found.passkey.user_id, browser, now)
  })
  if (!opened) throw new Refusal('passkey_unknown')
  return describeOpened(ports, opened)
}

/** The sign-in that the link of an e-mail would allow. */
export async function getDeviceLink({ db, clock }: { db: Db; clock: Clock }, link: string) {
  const waiting = await lockLinkedSignIn(db, hashOfSecret(link), clock.now())
  if (!waiting) throw new Refusal('link_over')
  const { user_agent, address, created_at } = waiting
  return { device: deviceNameOf(user_agent), address, at: unixSeconds(created_at) }
}

/** Allows the sign-in of a link, or ends it. */
export function answerDeviceLink(
  { db, clock }: { db: Db; clock: Clock },
  { link, is_allowed, address }: { link: string; is_allowed: boolean; address: string },
): Promise<void> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const link_hash = hashOfSecret(link)
    const waiting = await lockLinkedSignIn(tx, link_hash, now)
    if (!waiting) throw new Refusal('link_over')
    await answerPendingSignIn(tx, link_hash, { is_allowed, now })
    await recordEvent(tx, {
      at: now,
      user_id: waiting.user_id,
      session_id: null,
      account_id: null,
      address,
      action: is_allowed ? 'device.allow' : 'device.refuse',
      subject_id: waiting.user_id,
      facts: {},
    })
  })
}
