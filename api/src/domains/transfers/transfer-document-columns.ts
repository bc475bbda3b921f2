// Lists the columns of the files of an order.
import type { TransferDocument } from 'contract/transfers/transfers.ts'
import { bytea, except, integer, nullable, only, smallint, table, text, timestamp, uuid } from '../../db/columns.ts'

export const transferDocuments = table('transfer_documents', {
  account_id: uuid(),
  transfer_id: uuid(),
  id: uuid(),
  kind: text<TransferDocument['kind']>(),
  name: text(),
  media_type: text(),
  size: integer(),
  content: bytea(),
  added_at: timestamp(),
  added_by: uuid(),
  /** Its index among the files that were added with it. */
  place: smallint(),
  removed_at: nullable(timestamp()),
})

export const newDocuments = except(transferDocuments, 'removed_at')
export const listedDocuments = only(transferDocuments, 'id', 'kind', 'name', 'media_type', 'size')
export const documentFiles = only(transferDocuments, 'name', 'media_type', 'content')
