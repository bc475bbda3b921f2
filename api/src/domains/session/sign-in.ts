import type { SecondStepRequired } from 'contract/access/second-step.ts'
import { isDeviceOfLogin, isKnownDevice } from '../factors/device-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { countRequest, findWait, minutesUntil, type RateLimit } from '../../db/rate-limits.ts'
import type { Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { Refusal, SecondStepNeeded } from '../../refusal.ts'
import { deviceNameOf } from '../../adapters/user-agents.ts'
import { checkPassword, type PasswordPorts } from './check-password.ts'
import type { UserPorts } from './describe-user.ts'
import {
  type Browser,
  describeOpened,
  hashOfSecret,
  insertOpenSession,
  newSecretText,
  type OpenedSession,
} from './open-session.ts'
import { insertPendingSignIn } from './pending-sign-in-store.ts'
import { secondStepOf } from './second-step-rules.ts'
import { deviceLinkMail } from './session-mails.ts'
import type { UserRow } from './user-columns.ts'
import { findUserByLogin, getSignInPolicy, lockPassword } from './user-store.ts'

const PENDING_MINUTES = 10

// Passwords tried on many ids from one address. A mobile network shares one address among thousands of customers, so only a flood
// of failures is delayed, and only briefly; a browser from which the user has signed in before never is.
const PER_ADDRESS: RateLimit = { free: 100, first_seconds: 5, most_seconds: 60, quiet_seconds: 900 }
// E-mails to one user about new devices: three at once, then with waits.
const LINKS: RateLimit = { free: 3, first_seconds: 60, most_seconds: 3600, quiet_seconds: 3600 }

export type SignInPorts = UserPorts & PasswordPorts & { portalUrl: string }
export type Credentials = Browser & { login: string; password: string }

/** Checks the password, with a delay for an address with many failures. */
async function checkCredentials(ports: PasswordPorts, { login, password, address, device }: Credentials) {
  const { db, clock } = ports
  const subject = `sign-in-from:${address}`
  const wait = await findWait(db, subject, clock.now())
  if (wait && !(device !== null && (await isDeviceOfLogin(db, login, hashOfSecret(device)))))
    throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, clock.now()) })
  try {
    return await checkPassword(ports, { login, user: await findUserByLogin(db, login), password }, 'bad_credentials')
  } catch (refusal) {
    if (refusal instanceof Refusal) await countRequest(db, subject, PER_ADDRESS, clock.now())
    throw refusal
  }
}

/** Does what the right password allows. A new password that was set while this one was checked has ended all sessions: it stays in force. */
const withPassword = <T>({ db }: SignInPorts, user: UserRow, work: (tx: Tx) => Promise<T>): Promise<T> =>
  transaction(db, async (tx) => {
    if (!(await lockPassword(tx, user))) throw new Refusal('bad_credentials')
    return work(tx)
  })

/** Stores a sign-in that needs a second step, sends its e-mail where that is the step, and answers the secret of the sign-in. */
function beginSecondStep(
  ports: SignInPorts,
  user: UserRow,
  { address, user_agent }: Browser,
  methods: SecondStepRequired['methods'],
): Promise<string> {
  const { clock, portalUrl } = ports
  return withPassword(ports, user, async (tx) => {
    const now = clock.now()
    const [sign_in, link] = [newSecretText(), newSecretText()]
    const sendsMail = methods.includes('mail')
    await insertPendingSignIn(tx, {
      token_hash: hashOfSecret(sign_in),
      user_id: user.id,
      address,
      user_agent,
      created_at: now,
      expires_at: new Date(now.getTime() + PENDING_MINUTES * 60_000),
      link_hash: sendsMail ? hashOfSecret(link) : null,
    })
    if (sendsMail && user.email !== null) {
      const wait = await countRequest(tx, `device-link:${user.login}`, LINKS, now)
      if (wait) throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, now) })
      // In the fragment: it reaches no server, log or referrer before the page itself sends it.
      const event = { at: now, address, device: deviceNameOf(user_agent), url: `${portalUrl}login/device#${link}` }
      await queueMail(tx, deviceLinkMail({ ...user, email: user.email }, await getBankIdentity(tx), event), now)
    }
    return sign_in
  })
}

/**
 * Opens a session with the right password. Throws SecondStepNeeded for a new device, and always for who has a second factor where the bank
 * requires it.
 */
export async function signIn(ports: SignInPorts, credentials: Credentials): Promise<OpenedSession> {
  const { db, clock } = ports
  const user = await checkCredentials(ports, credentials)
  const { device } = credentials
  const methods = secondStepOf(await getSignInPolicy(db), {
    factors: user.factors,
    isKnownDevice: device !== null && (await isKnownDevice(db, user.id, hashOfSecret(device))),
    hasEmail: user.email !== null,
  })
  if (methods === null) {
    const open = (tx: Tx) => insertOpenSession(tx, user.id, credentials, clock.now())
    return describeOpened(ports, await withPassword(ports, user, open))
  }
  throw new SecondStepNeeded(methods, await beginSecondStep(ports, user, credentials, methods))
}
