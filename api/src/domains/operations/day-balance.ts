// Finds the balances of an account at the end of a day.
import type { Answer } from 'contract/endpoint.ts'
import type { getDayBalance } from 'contract/accounts/balances.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'
import { getBookedBalance, getLastSeq, getValueBalance } from '../overdrafts/overdraft-store.ts'

export async function dayBalance(
  db: Sql,
  { account_id, currency }: AccountCaller,
  on: string,
): Promise<Answer<typeof getDayBalance>> {
  const lastSeq = await getLastSeq(db, account_id)
  return {
    on,
    balance: await getBookedBalance(db, account_id, on),
    value_balance: await getValueBalance(db, account_id, on, lastSeq),
    currency,
  }
}
