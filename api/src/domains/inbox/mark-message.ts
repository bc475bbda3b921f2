import type { Db } from '../../db/db.ts'
import { Refusal } from '../../refusal.ts'
import { markRead } from './message-store.ts'

export async function markMessage(db: Db, accountId: string, id: string, readAt: Date | null): Promise<null> {
  const isTheirs = await markRead(db, accountId, id, readAt)
  if (!isTheirs) throw new Refusal('not_found')
  return null
}
