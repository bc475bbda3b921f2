import type { Operation } from 'contract/operations.ts'
import type { Db } from '../../db/db.ts'
import { Refusal } from '../../refusal.ts'
import { findOperation, listUpcomingOperations } from './operation-store.ts'

/** One operation of the account, booked or still to come. */
export async function getOperation(db: Db, accountId: string, id: string): Promise<Operation> {
  const booked = await findOperation(db, accountId, id)
  if (booked) return booked
  const [upcoming] = await listUpcomingOperations(db, accountId, {}, id)
  if (!upcoming) throw new Refusal('not_found')
  return upcoming
}
