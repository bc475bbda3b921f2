// Lists documents, each with the identity of its counterparty.
import type { BankDocument, DocumentFilter, DocumentType } from 'contract/accounts/statements.ts'
import type { Sql } from '../../db/db.ts'
import { readKnownNames, readOwnAccounts } from '../counterparties/known-names.ts'
import { type DocumentRow, listDocumentRows, type Seeking } from './document-store.ts'

async function identifyDocuments(db: Sql, rows: readonly DocumentRow[], account_id: string): Promise<BankDocument[]> {
  const names = await readKnownNames(db, [account_id])
  const own = await readOwnAccounts(
    db,
    // A message went abroad, and the id of a notice is that of its entry.
    rows.flatMap(({ id, type, movement, from }) =>
      movement && type === 'avis' ? [{ account_id, id, type: movement.type, transfer_id: null, booked_on: from }] : [],
    ),
    names,
  )
  return rows.map(({ movement, ...row }) => ({
    ...row,
    identity: movement && names.identify(account_id, { ...movement, own_account: own.get(row.id) ?? null }),
  }))
}

/** A page of the documents of one type that a filter finds, newest first. */
export async function listDocumentsOf(
  db: Sql,
  reader: Seeking,
  type: DocumentType,
  filter: DocumentFilter,
  page: { page: number; per_page: number },
) {
  const { items, total } = await listDocumentRows(db, reader, type, filter, page)
  return { items: await identifyDocuments(db, items, reader.account_id), total }
}
