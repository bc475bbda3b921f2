// Reads and writes the files of invoices beside requests to pay.
import { columnsOf, type RowOf, valuesOf } from '../../../db/columns.ts'
import type { Sql, Tx } from '../../../db/db.ts'
import { requestDocumentFiles, requestDocuments } from '../platform/instant-columns.ts'

export type RequestDocument = RowOf<typeof requestDocumentFiles>

export async function insertRequestDocument(tx: Tx, requestId: string, file: RequestDocument): Promise<void> {
  const { name, media_type, content } = file
  const row = { request_id: requestId, name, media_type, size: content.length, content }
  await tx`INSERT INTO request_documents (${columnsOf(requestDocuments)}) VALUES (${valuesOf(requestDocuments, row)})`
}

/** The file of a request of this account, sent or received. The view decides who may read it. */
export async function findRequestDocument(
  db: Sql,
  accountId: string,
  requestId: string,
): Promise<RequestDocument | null> {
  const [row] = await db<RequestDocument>`
    SELECT ${columnsOf(requestDocumentFiles)} FROM readable_request_documents
     WHERE account_id = ${accountId} AND request_id = ${requestId}`
  return row ?? null
}
