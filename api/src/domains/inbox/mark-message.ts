import type { Db } from '../../db/db.ts'
import { Refusal } from '../../refusal.ts'
import { markRead } from './message-store.ts'

type Marks = { read?: boolean | undefined; archived?: boolean | undefined }

export async function markMessage(
  db: Db,
  accountId: string,
  id: string,
  { read, archived }: Marks,
  at: Date,
): Promise<null> {
  // An archived conversation does not count as unread.
  const marks = { read: read ?? (archived ? true : null), archived: archived ?? null, at }
  if (!(await markRead(db, accountId, id, marks))) throw new Refusal('not_found')
  return null
}
