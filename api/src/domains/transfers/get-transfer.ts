import type { Transfer } from 'contract/transfers.ts'
import type { Db } from '../../db/db.ts'
import { Refusal } from '../../refusal.ts'
import { findTransfer } from './transfer-store.ts'

export async function getTransfer(db: Db, accountId: string, id: string): Promise<Transfer> {
  const transfer = await findTransfer(db, accountId, id)
  if (!transfer) throw new Refusal('not_found')
  return transfer
}
