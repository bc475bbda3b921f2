import type { OperationDocument } from 'contract/accounts/operations.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { kindOfMediaType } from '../../formats/file-content.ts'

/** An uploaded file, scanned and clean. */
export type NewDocument = { id: string; name: string; media_type: string; content: Buffer }
type RowKey = { account_id: string; entry_id: string }
export type JoinedDocument = { entry_id: string; id: string; name: string }
type Row = Omit<OperationDocument, 'file_kind'> & { media_type: string }

/** Locks the operation: two simultaneous uploads must not both see the last free slot. */
export async function lockDocuments(tx: Tx, { account_id, entry_id }: RowKey): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`operation.documents:${account_id}:${entry_id}`}, 0))`
}

export async function listDocuments(db: Sql, { account_id, entry_id }: RowKey): Promise<OperationDocument[]> {
  const rows = await db<Row>`
    SELECT id, name, media_type, size, floor(extract(epoch FROM added_at))::bigint AS added_at
      FROM operation_documents
     WHERE account_id = ${account_id} AND entry_id = ${entry_id}
     ORDER BY operation_documents.added_at, place`
  return rows.map(({ media_type, ...document }) => ({ ...document, file_kind: kindOfMediaType(media_type) }))
}

/** The files of many operations, by operation. */
export function listJoinedDocuments(
  db: Sql,
  accountId: string,
  entryIds: readonly string[],
): Promise<JoinedDocument[]> {
  return db<JoinedDocument>`
    SELECT entry_id, id, name FROM operation_documents
     WHERE account_id = ${accountId} AND entry_id = ANY (${entryIds}::uuid[])
     ORDER BY added_at, place`
}

export async function insertDocuments(
  tx: Tx,
  { account_id, entry_id }: RowKey,
  documents: readonly NewDocument[],
  { by, at }: { by: string; at: Date },
): Promise<void> {
  for (const [key, { id, name, media_type, content }] of documents.entries())
    await tx`
      INSERT INTO operation_documents (account_id, entry_id, id, name, media_type, size, content, added_at, place, added_by)
      VALUES (${account_id}, ${entry_id}, ${id}, ${name}, ${media_type}, ${content.length}, ${content}, ${at}, ${key}, ${by})`
}

export async function findDocument(
  db: Sql,
  { account_id, entry_id }: RowKey,
  id: string,
): Promise<{ name: string; media_type: string; content: Buffer } | null> {
  const [row] = await db<{ name: string; media_type: string; content: Buffer }>`
    SELECT name, media_type, content FROM operation_documents
     WHERE id = ${id} AND account_id = ${account_id} AND entry_id = ${entry_id}`
  return row ?? null
}

/** Deletes the file and answers its name, or null where there was none. */
export async function deleteDocument(tx: Tx, { account_id, entry_id }: RowKey, id: string): Promise<string | null> {
  const [row] = await tx<{ name: string }>`
    DELETE FROM operation_documents WHERE id = ${id} AND account_id = ${account_id} AND entry_id = ${entry_id} RETURNING name`
  return row?.name ?? null
}
