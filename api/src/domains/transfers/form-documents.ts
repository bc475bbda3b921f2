import { MAX_DOCUMENTS } from 'contract/transfers/transfers.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import type { NewDocument } from './transfer-document-store.ts'

type File = { name: string; media_type: string; content: Buffer }

/** The uploaded files as documents of an order, within the limit for both kinds together. */
export function documentsIn({
  documents,
  international_documents,
}: {
  documents: File[]
  international_documents: File[]
}): NewDocument[] {
  if (documents.length + international_documents.length > MAX_DOCUMENTS) throw new Refusal('too_many_files')
  const named =
    (kind: NewDocument['kind']) =>
    ({ name, media_type, content }: File) => ({ id: newId(), kind, name, media_type, content })
  return [...documents.map(named('document')), ...international_documents.map(named('international'))]
}
