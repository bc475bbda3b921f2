import { MAX_DOCUMENTS, type OperationDocument } from 'contract/accounts/operations.ts'
import type { AccountCaller } from '../../caller.ts'
import { recordEvent } from '../audit/audit-store.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import {
  deleteDocument,
  findDocument,
  insertDocuments,
  listDocuments,
  lockDocuments,
  type NewDocument,
} from './operation-document-store.ts'
import { findOperation } from './operation-store.ts'

type Ports = { db: Db; clock: Clock }
type Params = { id: string; document: string }

const keyOf = ({ account_id }: AccountCaller, entry_id: string) => ({ account_id, entry_id })

export async function listOperationDocuments(db: Db, caller: AccountCaller, id: string): Promise<OperationDocument[]> {
  const documents = await listDocuments(db, keyOf(caller, id))
  if (documents.length === 0 && !(await findOperation(db, caller.account_id, id))) throw new Refusal('not_found')
  return documents
}

/** Attaches files to a booked operation: an upcoming one cannot have attachments yet. */
export function attachDocuments(
  { db, clock }: Ports,
  { account_id, user_id, session_id, address }: AccountCaller,
  id: string,
  files: readonly Omit<NewDocument, 'id'>[],
): Promise<OperationDocument[]> {
  const documents = files.map(({ name, media_type, content }) => ({ id: newId(), name, media_type, content }))
  return transaction(db, async (tx) => {
    const key = { account_id, entry_id: id }
    await lockDocuments(tx, key)
    if (!(await findOperation(tx, account_id, id))) throw new Refusal('not_found')
    if (documents.length === 0) throw new Refusal('documents_missing')
    const kept = await listDocuments(tx, key)
    if (kept.length + documents.length > MAX_DOCUMENTS) throw new Refusal('too_many_files')
    const at = clock.now()
    await insertDocuments(tx, key, documents, { by: user_id, at })
    const facts = { documents: documents.map((document) => ({ id: document.id, name: document.name })) }
    await recordEvent(tx, {
      user_id,
      session_id,
      account_id,
      address,
      at,
      action: 'operation.document.add',
      subject_id: id,
      facts,
    })
    return listDocuments(tx, key)
  })
}

export async function downloadOperationDocument(db: Db, caller: AccountCaller, { id, document }: Params) {
  const found = await findDocument(db, keyOf(caller, id), document)
  if (!found) throw new Refusal('not_found')
  return { file_name: found.name, media_type: found.media_type, content: found.content }
}

/** Deletes a file permanently: attachments belong to the customer. The audit log keeps the deletion. */
export function removeDocument({ db, clock }: Ports, caller: AccountCaller, { id, document }: Params): Promise<null> {
  return transaction(db, async (tx) => {
    const { account_id, user_id, session_id, address } = caller
    const name = await deleteDocument(tx, keyOf(caller, id), document)
    if (name === null) throw new Refusal('not_found')
    const facts = { document, name }
    await recordEvent(tx, {
      user_id,
      session_id,
      account_id,
      address,
      at: clock.now(),
      action: 'operation.document.remove',
      subject_id: id,
      facts,
    })
    return null
  })
}
