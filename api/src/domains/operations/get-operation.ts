import type { Operation } from 'contract/accounts/operations.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { Refusal } from '../../refusal.ts'
import { readKnownNames } from '../counterparties/known-names.ts'
import { identifyOperations } from './identify-operations.ts'
import { findOperation, listUpcomingOperations, oneAccount } from './operation-store.ts'

/** One operation of the account, booked or still to come. */
export async function getOperation(db: Db, caller: AccountCaller, id: string): Promise<Operation> {
  const { account_id } = caller
  const [booked, names] = await Promise.all([findOperation(db, account_id, id), readKnownNames(db, [account_id])])
  const row = booked ?? (await listUpcomingOperations(db, oneAccount(caller), {}, id))[0]
  const [operation] = row ? await identifyOperations(db, [row], account_id, names) : []
  if (!operation) throw new Refusal('not_found')
  return operation
}
