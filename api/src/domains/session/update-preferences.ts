import type { updatePreferences as contract } from 'contract/access/session.ts'
import type { Input } from 'contract/endpoint.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { storeLastAccount } from '../accounts/account-store.ts'
import { updateUserPreferences } from './user-store.ts'

type PreferencesInput = Input<typeof contract>['body']

/** Stores the preferences for all devices of the user: language, theme, last account. All of them or none. */
export function updatePreferences(
  { db, clock }: { db: Db; clock: Clock },
  userId: string,
  { lang, theme, account }: PreferencesInput,
): Promise<null> {
  return transaction(db, async (tx) => {
    if (account && !(await storeLastAccount(tx, userId, account, clock.now()))) throw new Refusal('account_unknown')
    if (lang || theme) await updateUserPreferences(tx, userId, { lang: lang ?? null, theme: theme ?? null })
    return null
  })
}
