import type { Message } from 'contract/messages.ts'
import type { Db } from '../../db/db.ts'
import { Refusal } from '../../refusal.ts'
import { findMessage } from './message-store.ts'

export async function getMessage(db: Db, accountId: string, id: string): Promise<Message> {
  const message = await findMessage(db, accountId, id)
  if (!message) throw new Refusal('not_found')
  return message
}
