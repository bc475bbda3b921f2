import type { Operation } from 'contract/accounts/operations.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { Refusal } from '../../refusal.ts'
import { findOperation, listUpcomingOperations, oneAccount } from './operation-store.ts'

/** One operation of the account, booked or still to come. */
export async function getOperation(db: Db, caller: AccountCaller, id: string): Promise<Operation> {
  const booked = await findOperation(db, caller.account_id, id)
  if (booked) return booked
  const [upcoming] = await listUpcomingOperations(db, oneAccount(caller), {}, id)
  if (!upcoming) throw new Refusal('not_found')
  return upcoming
}
