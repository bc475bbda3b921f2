import type { TransferDocument } from 'contract/transfers/transfers.ts'
import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { kindOfMediaType } from '../../formats/file-content.ts'
import { documentFiles, listedDocuments, newDocuments } from './transfer-document-columns.ts'

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
  for (const [place, document] of documents.entries()) {
    const row = {
      ...document,
      account_id,
      transfer_id: id,
      size: document.content.length,
      added_at: at,
      added_by: by,
      place,
    }
    await tx`INSERT INTO transfer_documents (${columnsOf(newDocuments)}) VALUES (${valuesOf(newDocuments, row)})`
  }
}

/** The files of an order, in the order of upload. */
export async function listDocuments(db: Sql, { account_id, id }: RowKey): Promise<TransferDocument[]> {
  const rows = await db<RowOf<typeof listedDocuments>>`
    SELECT ${columnsOf(listedDocuments)} FROM transfer_documents
     WHERE account_id = ${account_id} AND transfer_id = ${id} AND removed_at IS NULL
     ORDER BY added_at, place`
  return rows.map(({ media_type, ...document }) => ({ ...document, file_kind: kindOfMediaType(media_type) }))
}

type OrderDocument = RowOf<typeof listedDocuments> & { transfer_id: string }

/** The files of the order with this reference, in the order of upload; null where the account has no such order. */
export async function listDocumentsByReference(
  db: Sql,
  accountId: string,
  reference: string,
): Promise<OrderDocument[] | null> {
  const rows = await db<OrderDocument | { id: null }>`
    SELECT ${columnsOf(listedDocuments, 'd')}, t.id AS transfer_id
      FROM transfers t
      LEFT JOIN transfer_documents d ON d.account_id = t.account_id AND d.transfer_id = t.id AND d.removed_at IS NULL
     WHERE t.account_id = ${accountId} AND t.reference = ${reference}
     ORDER BY d.added_at, d.place`
  return rows.length === 0 ? null : rows.filter((row): row is OrderDocument => row.id !== null)
}

export async function findDocument(
  db: Sql,
  { account_id, id }: RowKey,
  documentId: string,
): Promise<RowOf<typeof documentFiles> | null> {
  const [row] = await db<RowOf<typeof documentFiles>>`
    SELECT ${columnsOf(documentFiles)} FROM transfer_documents
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
