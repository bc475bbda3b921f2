import type { Db } from '../../../db/db.ts'
import { Refusal } from '../../../refusal.ts'
import { findRequestDocument } from './request-document-store.ts'

/** The file of the invoice of a request, for its requester and for a payer at this bank. */
export async function getRequestDocument(db: Db, accountId: string, id: string) {
  const found = await findRequestDocument(db, accountId, id)
  if (!found) throw new Refusal('not_found')
  return { file_name: found.name, media_type: found.media_type, content: found.content }
}
