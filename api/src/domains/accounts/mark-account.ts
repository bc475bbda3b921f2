import type { Db } from '../../db/db.ts'
import { Refusal } from '../../refusal.ts'
import { markFavourite } from './account-store.ts'

/** The user's own mark on one of their accounts: it says nothing to anybody else, and needs no right. */
export async function markAccount(db: Db, userId: string, accountId: string, { is_favourite }: { is_favourite: boolean }): Promise<null> {
  if (!(await markFavourite(db, userId, accountId, is_favourite))) throw new Refusal('account_unknown')
  return null
}
