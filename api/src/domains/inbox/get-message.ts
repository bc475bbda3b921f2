import type { Message } from 'contract/accounts/messages.ts'
import type { Db } from '../../db/db.ts'
import { Refusal } from '../../refusal.ts'
import { findMessage, findMessageDocument } from './message-store.ts'

export async function getMessage(db: Db, accountId: string, id: string): Promise<Message> {
  const message = await findMessage(db, accountId, id)
  if (!message) throw new Refusal('not_found')
  return message
}

/** Every reader of the conversation may open its files. */
export async function downloadMessageDocument(db: Db, accountId: string, key: { id: string; document: string }) {
  const found = await findMessageDocument(db, accountId, key)
  if (!found) throw new Refusal('not_found')
  return { file_name: found.name, media_type: found.media_type, content: found.content }
}
