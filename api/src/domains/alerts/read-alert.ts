import type { Db } from '../../db/db.ts'
import { Refusal } from '../../refusal.ts'
import { markAlertRead } from './alert-store.ts'

export async function readAlert(db: Db, userId: string, id: string, now: Date): Promise<null> {
  if (!(await markAlertRead(db, userId, id, now))) throw new Refusal('not_found')
  return null
}
