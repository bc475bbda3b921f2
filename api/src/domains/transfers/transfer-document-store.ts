import type { TransferDocument } from 'contract/transfers/transfers.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { kindOfMediaType } from '../../formats/file-content.ts'

/** A file uploaded with an order, scanned and clean. */
export type NewDocument = {
  id: string
  kind: TransferDocument['kind']
  name: string
  media_type: string
  content: Buffer
}

type RowKey = { account_id: string; id: string }

export async function insertDocuments(
  tx: Tx,
  { account_id, id }: RowKey,
  documents: readonly NewDocument[],
  { by, at }: { by: string; at: Date },
): Promise<void> {
  for (const [index, { id: documentId, kind, name, media_type, content }] of documents.entries())
    await tx`
      INSERT INTO transfer_documents (account_id, transfer_id, id, kind, name, media_type, size, content, added_at, place, added_by)
      VALUES (${account_id}, ${id}, ${documentId}, ${kind}, ${name}, ${media_type}, ${content.length}, ${content}, ${at}, ${index}, ${by})`
}

/** The files of an order, in the order of upload. */
export async function listDocuments(db: Sql, { account_id, id }: RowKey): Promise<TransferDocument[]> {
  const rows = await db<{ id: string; kind: TransferDocument['kind']; name: string; media_type: string; size: number }>`
    SELECT id, kind, name, media_type, size FROM transfer_documents
     WHERE account_id = ${account_id} AND transfer_id = ${id} AND removed_at IS NULL
     ORDER BY added_at, place`
  return rows.map(({ media_type, ...document }) => ({ ...document, file_kind: kindOfMediaType(media_type) }))
}

export async function findDocument(
  db: Sql,
  { account_id, id }: RowKey,
  documentId: string,
): Promise<{ name: string; media_type: string; content: Buffer } | null> {
  const [row] = await db<{ name: string; media_type: string; content: Buffer }>`
    SELECT name, media_type, content FROM transfer_documents
     WHERE id = ${documentId} AND account_id = ${account_id} AND transfer_id = ${id} AND removed_at IS NULL`
  return row ?? null
}

export async function removeDocuments(
  tx: Tx,
  { account_id, id }: RowKey,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await tx`
    UPDATE transfer_documents SET removed_at = ${now}
     WHERE account_id = ${account_id} AND transfer_id = ${id} AND id = ANY (${ids}::uuid[]) AND removed_at IS NULL`
}
