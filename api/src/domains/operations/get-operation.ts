import type { Operation } from 'contract/operations.ts'
import type { Db } from '../../db/db.ts'
import { Refusal } from '../../refusal.ts'
import { findOperation } from './operation-store.ts'

export async function getOperation(db: Db, accountId: string, id: string): Promise<Operation> {
  const operation = await findOperation(db, accountId, id)
  if (!operation) throw new Refusal('not_found')
  return operation
}
