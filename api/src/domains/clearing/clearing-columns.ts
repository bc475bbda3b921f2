// Lists the columns of outgoing payments, of the files that contain them, and of the clearing's answers.
import {
  bigint,
  bytea,
  date,
  except,
  integer,
  nullable,
  numeric,
  only,
  type RowOf,
  table,
  text,
  timestamp,
  uuid,
} from '../../db/columns.ts'
import type { ChargeBearer, Purpose } from 'contract/transfers/transfers.ts'
import type { Network as FileNetwork } from '../../formats/pacs008.ts'
import type { AnswerMessage } from './answer-message.ts'
import type { PaymentState } from './clearing-rules.ts'

/** Those whose payments leave in files, and the platform of instant payments, whose payments leave as messages. */
export type PaymentNetwork = FileNetwork | 'instant'

export const outgoingPayments = table('outgoing_payments', {
  id: uuid(),
  account_id: uuid(),
  transfer_id: uuid(),
  /** The date of a series; empty for an order of one date. */
  nominal_date: nullable(date()),
  posting_id: uuid(),
  network: text<PaymentNetwork>(),
  amount: bigint(),
  currency: text(),
  settlement_date: date(),
  reference: text(),
  end_to_end_id: text(),
  /** The customer's own reference and the category of the payment, from a payment initiation. */
  instruction_id: nullable(text()),
  category_purpose: nullable(text()),
  uetr: uuid(),
  debtor_name: text(),
  debtor_iban: text(),
  creditor_name: text(),
  creditor_iban: text(),
  creditor_bic: nullable(text()),
  label: text(),
  /** What was debited for it, where that is in another currency. A return gives this back. */
  debit_amount: nullable(bigint()),
  debit_currency: nullable(text()),
  exchange_rate: nullable(numeric()),
  instructed_amount: nullable(bigint()),
  instructed_currency: nullable(text()),
  /** Who bears the charges abroad: OUR, SHA or BEN. */
  charges: nullable(text<ChargeBearer>()),
  purpose: nullable(text<Purpose>()),
  /** The purpose as an item of the balance of payments. */
  economic_code: nullable(text()),
  domiciliation: nullable(text()),
  /** Lines of addresses, for messages abroad. */
  debtor_address: nullable(text()),
  creditor_address: nullable(text()),
  creditor_country: nullable(text()),
  /** The country of the address, where it is not that of the account. */
  creditor_address_country: nullable(text()),
  /** The correspondent that settles it abroad, and the account of the bank there. */
  correspondent_bic: nullable(text()),
  correspondent_account: nullable(text()),
  queued_at: timestamp(),
  state: text<PaymentState>(),
  /** The file that contains it, and its index there. */
  file_id: nullable(uuid()),
  place: nullable(integer()),
  settled_at: nullable(timestamp()),
  returned_at: nullable(timestamp()),
  return_reason: nullable(text()),
})

/** The columns of a new payment: the others are filled later. */
export const newPayments = except(outgoingPayments, 'file_id', 'place', 'settled_at', 'returned_at', 'return_reason')

/** The columns by which other domains find the order. */
export const paymentOrders = only(
  outgoingPayments,
  'id',
  'account_id',
  'transfer_id',
  'nominal_date',
  'network',
  'amount',
  'currency',
)

/** The columns that a message to the clearing contains. */
export const sentPayments = only(
  outgoingPayments,
  'id',
  'amount',
  'currency',
  'settlement_date',
  'end_to_end_id',
  'instruction_id',
  'category_purpose',
  'uetr',
  'debtor_name',
  'debtor_iban',
  'creditor_name',
  'creditor_iban',
  'creditor_bic',
  'label',
  'debit_amount',
  'debit_currency',
  'exchange_rate',
  'instructed_amount',
  'instructed_currency',
  'charges',
  'purpose',
  'economic_code',
  'debtor_address',
  'creditor_address',
  'creditor_country',
  'creditor_address_country',
  'correspondent_bic',
  'correspondent_account',
)

/** The columns that an answer is compared with. */
export const answeredPayments = only(
  outgoingPayments,
  'id',
  'account_id',
  'transfer_id',
  'nominal_date',
  'network',
  'amount',
  'currency',
  'state',
  'posting_id',
  'reference',
  'settlement_date',
  'debit_amount',
  'debit_currency',
)

export const clearingFiles = table('clearing_files', {
  id: uuid(),
  network: text<FileNetwork>(),
  message_id: text(),
  created_at: timestamp(),
  payment_count: integer(),
  payment_sum: bigint(),
  written_at: nullable(timestamp()),
})
export const newFiles = except(clearingFiles, 'written_at')
export type FileRow = RowOf<typeof newFiles>

export const clearingMessages = table('clearing_messages', {
  sender: text(),
  message_id: text(),
  kind: text<AnswerMessage['kind'] | 'pacs.008'>(),
  content_hash: bytea(),
  file_name: text(),
  received_at: timestamp(),
})

export const clearingAnswers = table('clearing_answers', {
  sender: text(),
  message_id: text(),
  place: integer(),
  payment_id: nullable(uuid()),
  transaction_id: text(),
  status: text(),
  reason: nullable(text()),
  outcome: text<'applied' | 'noted' | 'unknown' | 'contradicts'>(),
})
/** The columns of a line of an answer: the others are those of its message. */
export const storedAnswers = except(clearingAnswers, 'sender', 'message_id', 'place')
