// Selects the account of this tab.
import { type Account, listAccounts } from 'contract/accounts/accounts.ts'
import { updatePreferences } from 'contract/access/session.ts'
import { call } from '../api/call.ts'
import { makeStale } from '../api/query.ts'
import { chooseAccount } from './session.ts'

export function openAccount(account: Account): void {
  chooseAccount(account)
  // Stored on the server, so that it is among the recent ones on every device; errors of that call are ignored.
  void call(updatePreferences, { body: { account: account.uuid } })
    .then(() => makeStale(listAccounts))
    .catch(() => null)
}

/** One of the user's accounts by its number; null if the user no longer has it. */
export async function findAccount({ id, number }: { id: string; number: string }): Promise<Account | null> {
  const { answer } = await call(listAccounts, { query: { search: number } })
  return answer.find(({ uuid }) => uuid === id) ?? null
}
