// Lists the columns of batches, of their lines, and of the view of a batch.
import type { Batch } from 'contract/transfers/batches.ts'
import {
  bigint,
  boolean,
  bytea,
  date,
  except,
  integer,
  jsonb,
  nullable,
  numeric,
  only,
  type RowOf,
  smallint,
  table,
  text,
  timestamp,
  uuid,
} from '../../db/columns.ts'
import type { PayableLine, StoredLine } from '../transfer-imports/import-rules.ts'

/** A line of a message that was not ordered with the others. `is_in_draft`: it can still be ordered. */
export type LeftOut = Pick<StoredLine, 'line' | 'block' | 'instruction_id'> &
  Pick<StoredLine['typed'], 'reference' | 'amount'> & {
    /** Of its amount; absent in batches that were stored before amounts had one. */
    currency?: string
  }

export const batches = table('transfer_batches', {
  account_id: uuid(),
  id: uuid(),
  reference: text(),
  file_name: text(),
  content_hash: bytea(),
  message_id: nullable(text()),
  message_name: nullable(text()),
  /** The number of transfers in the message, over all the accounts that it debits. */
  message_lines: nullable(integer()),
  /** The draft that the lines were taken from, and how many other lines stay there. */
  import_id: nullable(uuid()),
  left_out_count: integer(),
  left_out: nullable(jsonb<readonly LeftOut[]>()),
  retry_of: nullable(uuid()),
  single_entry: boolean(),
  is_confidential: boolean(),
  /** Whether new payees are saved in the address book. */
  saves_payees: boolean(),
  state: text<Batch['state']>(),
  reason: nullable(text()),
  reason_code: nullable(text<NonNullable<Batch['reason_code']>>()),
  line_count: integer(),
  amount: bigint(),
  fees: bigint(),
  tax: bigint(),
  currency: text<Batch['currency']>(),
  execution_date: date(),
  signing_rule: text<Batch['signing_rule']>(),
  signatures_needed: smallint<0 | 1 | 2>(),
  version: integer(),
  created_at: timestamp(),
  created_by: uuid(),
  validated_at: nullable(timestamp()),
  posting_id: nullable(uuid()),
  booked: nullable(bigint()),
  settled_at: nullable(timestamp()),
})

/** The columns of a new batch: the others are filled later. */
export const newBatches = except(batches, 'reason', 'reason_code', 'validated_at', 'posting_id', 'booked', 'settled_at')
export type NewBatch = RowOf<typeof newBatches>

/** The columns that are read under the lock of a batch: without its origin and its booking. */
export const lockedBatches = except(
  newBatches,
  'message_id',
  'message_name',
  'message_lines',
  'import_id',
  'left_out_count',
  'left_out',
  'retry_of',
  'execution_date',
)
export type LockedBatch = RowOf<typeof lockedBatches>

export const batchLines = table('transfer_batch_lines', {
  account_id: uuid(),
  batch_id: uuid(),
  id: uuid(),
  line: integer(),
  beneficiary_id: nullable(uuid()),
  own_account_id: nullable(uuid()),
  /** Of a payee that is paid by its phone number. */
  lookup_id: nullable(uuid()),
  name: text(),
  iban: text(),
  amount: bigint(),
  fees: bigint(),
  tax: bigint(),
  instructed_amount: nullable(bigint()),
  instructed_currency: nullable(text<Batch['currency']>()),
  credit_amount: nullable(bigint()),
  credit_currency: nullable(text<Batch['currency']>()),
  exchange_rate: nullable(numeric()),
  rate_until: nullable(timestamp()),
  exchange_commission: nullable(bigint()),
  charges: nullable(text<NonNullable<PayableLine['charges']>>()),
  label: text(),
  rail: text<PayableLine['rail']>(),
  network: text<PayableLine['network']>(),
  is_own: boolean(),
  execution_date: nullable(date()),
  phone: nullable(text()),
  email: nullable(text()),
  reference: nullable(text()),
  block: nullable(text()),
  instruction_id: nullable(text()),
  category_purpose: nullable(text()),
  bic: nullable(text()),
  country: nullable(text()),
  purpose: nullable(text<NonNullable<PayableLine['purpose']>>()),
  retry_of: nullable(uuid()),
  is_refused: boolean(),
  reason: nullable(text()),
  reason_code: nullable(text<'payee_changed'>()),
  is_failure_notified: boolean(),
})

/** The values of each line that come from the file. */
export const payableLines = except(
  batchLines,
  'account_id',
  'batch_id',
  'is_refused',
  'reason',
  'reason_code',
  'is_failure_notified',
)

/** The fields of a line as typed. */
export const typedLines = only(
  batchLines,
  'id',
  'line',
  'name',
  'iban',
  'amount',
  'instructed_amount',
  'instructed_currency',
  'credit_amount',
  'credit_currency',
  'label',
  'phone',
  'email',
  'reference',
  'block',
  'instruction_id',
  'category_purpose',
  'bic',
  'purpose',
)

export const batchDetails = table('batch_details', {
  ...except(
    batches,
    'content_hash',
    'message_name',
    'message_lines',
    'import_id',
    'left_out_count',
    'left_out',
    'saves_payees',
    'validated_at',
    'posting_id',
    'booked',
    'settled_at',
  ).columns,
  author: text(),
  approvals: bigint(),
  refused: bigint(),
  executed: bigint(),
  failed: bigint(),
  retryable: bigint(),
  left_out: integer(),
  left_in_draft: bigint(),
})

export const batchSignatures = table('transfer_batch_signatures', {
  account_id: uuid(),
  batch_id: uuid(),
  user_id: uuid(),
  signing_group: nullable(text<'A' | 'B'>()),
  signed_at: timestamp(),
})
