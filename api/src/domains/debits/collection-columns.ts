// Lists the columns of collections, of the messages that present them, and of the answers to creditors' banks.
import type { Debit } from 'contract/products/debits.ts'
import type { Currency } from 'contract/values/money.ts'
import {
  bigint,
  bytea,
  date,
  except,
  integer,
  nullable,
  only,
  type RowOf,
  table,
  text,
  timestamp,
  uuid,
} from '../../db/columns.ts'
import type { CollectionMessage } from './collection-parts.ts'

export const collections = table('collections', {
  account_id: uuid(),
  id: uuid(),
  umr: text(),
  creditor_name: text(),
  creditor_id: text(),
  scheme: text<Debit['scheme']>(),
  sequence: text<Debit['sequence']>(),
  amount: bigint(),
  currency: text<Currency>(),
  due_date: date(),
  label: text(),
  reference: text(),
  presented_at: timestamp(),
  status: text<Debit['status']>(),
  reason: nullable(text<NonNullable<Debit['reason']>>()),
  /** Empty once it is executed or will not be. */
  run_at: nullable(timestamp()),
  settled_on: nullable(date()),
  posting_id: nullable(uuid()),
  refund_posting_id: nullable(uuid()),
  /** Of a claim that it was unauthorised. */
  claimed_at: nullable(timestamp()),
  claim_answered_at: nullable(timestamp()),
  claim_refusal: nullable(text()),
})

/** The columns of a new collection: the others are filled later. */
export const newCollections = except(
  collections,
  'reason',
  'settled_on',
  'posting_id',
  'refund_posting_id',
  'claimed_at',
  'claim_answered_at',
  'claim_refusal',
)

/** The columns by which a due collection is executed. */
export const dueCollections = except(newCollections, 'presented_at', 'status', 'run_at')

/** The columns that the account reads. */
export const readCollections = except(
  collections,
  'account_id',
  'presented_at',
  'run_at',
  'posting_id',
  'refund_posting_id',
  'claimed_at',
  'claim_answered_at',
)

/** The columns of a claim that waits for the bank. */
export const claimedCollections = only(
  collections,
  'id',
  'creditor_name',
  'umr',
  'scheme',
  'amount',
  'currency',
  'reference',
  'account_id',
)

export const collectionMessages = table('collection_messages', {
  sender: text(),
  message_id: text(),
  message_name: text<CollectionMessage['message_name']>(),
  content_hash: bytea(),
  file_name: text(),
  received_at: timestamp(),
})
export type CollectionMessageRow = RowOf<typeof collectionMessages>

/** The lines of the messages, as received. */
export const collectionLines = table('collection_lines', {
  sender: text(),
  message_id: text(),
  place: integer(),
  reference: text(),
  instruction_id: nullable(text()),
  /** TxId, between banks. */
  transaction_id: nullable(text()),
  creditor_bic: nullable(text()),
  amount: bigint(),
  currency: text(),
  due_date: date(),
  collection_id: nullable(uuid()),
  /** Why a collection was not announced. */
  obstacle: nullable(text()),
  /** The answer to the creditor's bank. */
  said_status: nullable(text<'ACSC' | 'RJCT'>()),
  said_reason: nullable(text()),
  status_answer: nullable(uuid()),
  return_answer: nullable(uuid()),
})
export const presentedLines = except(collectionLines, 'said_status', 'said_reason', 'status_answer', 'return_answer')
export const lineKeys = only(collectionLines, 'sender', 'message_id', 'place', 'creditor_bic')
export const answeredLines = only(
  collectionLines,
  'place',
  'reference',
  'instruction_id',
  'transaction_id',
  'amount',
  'currency',
  'said_reason',
  'collection_id',
)

export const collectionAnswers = table('collection_answers', {
  id: uuid(),
  kind: text<'pacs.002' | 'pacs.004'>(),
  sender: text(),
  message_id: text(),
  creditor_bic: nullable(text()),
  created_at: timestamp(),
  written_at: nullable(timestamp()),
})
export const newAnswers = except(collectionAnswers, 'written_at')
