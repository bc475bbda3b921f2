import { TOKEN_LIFETIME_SECONDS, type User } from 'contract/access/session.ts'
import type { Db } from '../../db/db.ts'
import { type Clock, unixSeconds } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import type { Tokens } from '../../adapters/tokens.ts'
import { findOpenAccounts } from '../accounts/account-store.ts'
import { writeCursor } from '../live/live-rules.ts'
import { getCursor } from '../live/live-store.ts'
import { getUserById } from './user-store.ts'

/** `isInstant`: whether the bank is connected to the platform of instant payments. */
export type UserPorts = { db: Db; clock: Clock; tokens: Tokens; isInstant: boolean }

/** The user with a new token, the default account, and the account they are working on (by default the same). */
export async function describeUser(
  { db, clock, tokens, isInstant }: UserPorts,
  {
    user_id,
    session_id,
    selected_account_id,
  }: { user_id: string; session_id: string; selected_account_id: string | null },
): Promise<User> {
  const now = unixSeconds(clock.now())
  // First: a change while the rest is read is sent as an event.
  const event_cursor = writeCursor(await getCursor(db))
  const [user, { byDefault, selected, count }, token] = await Promise.all([
    getUserById(db, user_id),
    findOpenAccounts(db, user_id, selected_account_id, now),
    tokens.sign({ user_id, session_id, issued_at: now, expires_at: now + TOKEN_LIFETIME_SECONDS }, newId()),
  ])
  return {
    uuid: user.id,
    login: user.login,
    token,
    lang: user.lang,
    theme: user.theme,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    email_to_confirm: user.email_to_confirm,
    phone: user.phone,
    picture: user.picture,
    must_change_password: user.must_change_password,
    factors: [...user.factors],
    factor_due_at: user.factor_due_at && unixSeconds(user.factor_due_at),
    instant_payments: isInstant,
    event_cursor,
    accounts: { default: byDefault, count },
    account: selected ?? byDefault,
  }
}
