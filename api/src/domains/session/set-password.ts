import { isPersonalPassword } from 'contract/values/password.ts'
import type { Caller } from '../../caller.ts'
import { recordEvent } from '../audit/audit-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Tx } from '../../db/db.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { transaction } from '../../db/transaction.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { checkPassword, type PasswordPorts } from './check-password.ts'
import { hashOfToken } from './password-link.ts'
import { endPasswordTokens, findPasswordToken, useUpPasswordToken } from './password-token-store.ts'
import { passwordChangedMail } from './session-mails.ts'
import { endSessionsOf, findSessionStart } from './session-store.ts'
import type { UserRow } from './user-columns.ts'
import { deleteAttempts } from '../reauthentication/attempt-store.ts'
import { getUserById, hasPassword, replacePasswordHash } from './user-store.ts'

function refusePersonal(password: string, { login, first_name, last_name, email }: UserRow): void {
  if (isPersonalPassword(password, [login, first_name, last_name, email])) throw new Refusal('password_personal')
}

/** The effects of every new password: it is valid at once, other sessions end, links and locks are removed, the owner is notified. */
async function applyNewPassword(
  tx: Tx,
  owner: UserRow,
  {
    password_hash,
    kept_session_id,
    address,
    now,
  }: { password_hash: string; kept_session_id: string | null; address: string; now: Date },
): Promise<void> {
  const [action, stale] = kept_session_id
    ? (['password.change', 'wrong_current_password'] as const)
    : (['password.set', 'link_over'] as const)
  // Under the lock, the earlier check must still hold: two simultaneous changes are one change and one refusal.
  if (!(await replacePasswordHash(tx, owner.id, owner.password_hash, password_hash))) throw new Refusal(stale)
  await endSessionsOf(tx, owner.id, { but: kept_session_id, now })
  await endPasswordTokens(tx, owner.id, now)
  await deleteAttempts(tx, owner.login)
  if (owner.email)
    await queueMail(
      tx,
      passwordChangedMail({ ...owner, email: owner.email }, await getBankIdentity(tx), { at: now, address }),
      now,
    )
  await recordEvent(tx, {
    at: now,
    user_id: owner.id,
    session_id: kept_session_id,
    account_id: null,
    address,
    action,
    subject_id: owner.id,
    facts: {},
  })
}

/** Further effects of a password that is set with a link: domains of higher tiers pass them in. */
export type OnPasswordSet = (tx: Tx, person: { user_id: string; address: string }, now: Date) => Promise<void>

export async function getPasswordLink(
  { db, clock }: PasswordPorts,
  token: string,
): Promise<{ kind: 'new' | 'existing'; expires_at: number }> {
  const link = await findPasswordToken(db, hashOfToken(token), clock.now())
  if (!link) throw new Refusal('link_over')
  const kind = hasPassword(await getUserById(db, link.user_id)) ? 'existing' : 'new'
  return { kind, expires_at: unixSeconds(link.expires_at) }
}

/** Sets a password with a link. It does not sign the user in: the sign-in page is next. */
export async function setPassword(
  { db, clock, passwords, onPasswordSet }: PasswordPorts & { onPasswordSet: OnPasswordSet },
  { token, password, address }: { token: string; password: string; address: string },
): Promise<void> {
  const token_hash = hashOfToken(token)
  const link = await findPasswordToken(db, token_hash, clock.now())
  if (!link) throw new Refusal('link_over')
  const owner = await getUserById(db, link.user_id)
  refusePersonal(password, owner)
  // Before the transaction: hashing takes long, and no lock is held meanwhile.
  const password_hash = await passwords.hash(password)
  await transaction(db, async (tx) => {
    const now = clock.now()
    if (!(await useUpPasswordToken(tx, token_hash, now))) throw new Refusal('link_over')
    await applyNewPassword(tx, owner, { password_hash, kept_session_id: null, address, now })
    await onPasswordSet(tx, { user_id: owner.id, address }, now)
  })
}

const FRESH_SIGN_IN_MS = 10 * 60_000

/**
 * Whether the password that must be replaced was typed in this session a moment ago. Such a session can only set a new
 * password, so asking for the old one again would protect nothing.
 */
async function hasJustSignedIn({ db, clock }: PasswordPorts, owner: UserRow, session_id: string): Promise<boolean> {
  if (!owner.must_change_password) return false
  const opened_at = await findSessionStart(db, session_id)
  return opened_at !== null && clock.now().getTime() - opened_at.getTime() < FRESH_SIGN_IN_MS
}

/**
 * Changes the password of a signed-in user. The current one, sent with the new one, is the re-authentication that decisions.md 7
 * requires: it is checked for this change and counted like a sign-in attempt, so a second dialog would only repeat it.
 */
export async function changePassword(
  ports: PasswordPorts,
  { user_id, session_id, address }: Caller,
  { current, password }: { current?: string | undefined; password: string },
): Promise<void> {
  const { db, clock, passwords } = ports
  const owner = await getUserById(db, user_id)
  if (current !== undefined)
    await checkPassword(ports, { login: owner.login, user: owner, password: current }, 'wrong_current_password')
  else if (!(await hasJustSignedIn(ports, owner, session_id))) throw new Refusal('current_password_missing')
  if (await passwords.matches(password, owner.password_hash)) throw new Refusal('password_unchanged')
  refusePersonal(password, owner)
  const password_hash = await passwords.hash(password)
  await transaction(db, (tx) =>
    applyNewPassword(tx, owner, { password_hash, kept_session_id: session_id, address, now: clock.now() }),
  )
}
