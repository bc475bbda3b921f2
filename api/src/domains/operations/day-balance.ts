// Finds the balances of an account at the end of a day.
import type { Answer } from 'contract/endpoint.ts'
import type { getDayBalance } from 'contract/accounts/balances.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'
import { Refusal } from '../../refusal.ts'
import { findArchivedDay, getBookedBalance, getLastSeq, getValueBalance } from '../overdrafts/overdraft-store.ts'

export async function dayBalance(
  db: Sql,
  { account_id, currency }: AccountCaller,
  on: string,
): Promise<Answer<typeof getDayBalance>> {
  const archived = await findArchivedDay(db, account_id)
  if (archived !== null && on < archived) throw new Refusal('days_archived')
  const lastSeq = await getLastSeq(db, account_id)
  return {
    on,
    balance: await getBookedBalance(db, account_id, on),
    value_balance: await getValueBalance(db, account_id, on, lastSeq),
    currency,
  }
}
