import type { Db } from '../../db/db.ts'
import { Refusal } from '../../refusal.ts'
import { markFavourite } from './account-store.ts'

/** Marks one of the user's own accounts as a favourite: only the user sees the mark, so that no right is needed. */
export async function markAccount(
  db: Db,
  userId: string,
  accountId: string,
  { is_favourite }: { is_favourite: boolean },
): Promise<null> {
  if (!(await markFavourite(db, userId, accountId, is_favourite))) throw new Refusal('account_unknown')
  return null
}
