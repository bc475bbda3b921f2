// Lists the columns of the transfers and of their view.
import type { Transfer } from 'contract/transfers/transfers.ts'
import {
  bigint,
  boolean,
  date,
  except,
  integer,
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

export const transfers = table('transfers', {
  account_id: uuid(),
  id: uuid(),
  type: text<Transfer['type']>(),
  rail: text<Transfer['rail']>(),
  network: text<Transfer['network']>(),
  /** What identifies the payee: a beneficiary, an own account, or a look-up, which a beneficiary may have beside it. */
  beneficiary_id: nullable(uuid()),
  own_account_id: nullable(uuid()),
  lookup_id: nullable(uuid()),
  beneficiary_name: text(),
  beneficiary_iban: text(),
  amount: bigint(),
  fees: bigint(),
  tax: bigint(),
  currency: text<Transfer['currency']>(),
  instructed_amount: nullable(bigint()),
  instructed_currency: nullable(text<Transfer['currency']>()),
  credit_amount: nullable(bigint()),
  credit_currency: nullable(text<Transfer['currency']>()),
  exchange_rate: nullable(numeric()),
  rate_until: nullable(timestamp()),
  exchange_commission: nullable(bigint()),
  charges: nullable(text<NonNullable<Transfer['charges']>>()),
  label: text(),
  comment: nullable(text()),
  purpose: nullable(text<NonNullable<Transfer['purpose']>>()),
  domiciliation: nullable(text()),
  reference: text(),
  validation_status: text<Transfer['validation_status']>(),
  execution_status: text<Transfer['execution_status']>(),
  suspended: nullable(text<NonNullable<Transfer['suspended']>>()),
  reason: nullable(text()),
  reason_code: nullable(text<NonNullable<Transfer['reason_code']>>()),
  signatures_needed: smallint(),
  signing_rule: text<Transfer['signing_rule']>(),
  is_own: boolean(),
  execution_date: date(),
  periodicity: nullable(text<NonNullable<Transfer['periodicity']>>()),
  start_date: nullable(date()),
  end_date: nullable(date()),
  next_occurrence: nullable(integer()),
  created_at: timestamp(),
  created_by: uuid(),
  edited_at: nullable(timestamp()),
  edited_by: nullable(uuid()),
  validated_at: nullable(timestamp()),
  run_at: nullable(timestamp()),
  executed_at: nullable(timestamp()),
  posting_id: nullable(uuid()),
  /** The batch that contains it. */
  batch_id: nullable(uuid()),
  /** Of a confidential batch: visible only with the capability. */
  is_confidential: boolean(),
  version: integer(),
  tries: smallint(),
})

/** The columns of a new order: the others are filled later. */
export const newTransfers = except(
  transfers,
  'suspended',
  'reason',
  'reason_code',
  'edited_at',
  'edited_by',
  'version',
  'tries',
)
export type TransferRow = RowOf<typeof newTransfers>

/** The columns that an edit writes, all of them: a column that is added later is included. */
export const transferEdits = except(
  transfers,
  'account_id',
  'id',
  'currency',
  'reference',
  'execution_status',
  'suspended',
  'reason',
  'reason_code',
  'created_at',
  'created_by',
  'executed_at',
  'posting_id',
  'batch_id',
  'is_confidential',
  'version',
  'tries',
)
export type TransferEditRow = RowOf<typeof transferEdits>

const pricedNames = [
  'amount',
  'fees',
  'tax',
  'instructed_amount',
  'instructed_currency',
  'credit_amount',
  'credit_currency',
  'exchange_rate',
  'exchange_commission',
  'charges',
  'rate_until',
] as const
/** The columns that a price at the rate of the day changes. */
export const transferPrices = only(transfers, ...pricedNames)

/** The same with the key of the order. */
export const pricedTransfers = only(transfers, 'account_id', 'id', ...pricedNames)

export const transferDetails = table('transfer_details', {
  ...except(
    transfers,
    'is_own',
    'edited_at',
    'validated_at',
    'run_at',
    'posting_id',
    'batch_id',
    'is_confidential',
    'tries',
  ).columns,
  bank_name: nullable(text()),
  author: text(),
  approvals: bigint(),
  is_on_its_way: boolean(),
})

export const transferSignatures = table('transfer_signatures', {
  account_id: uuid(),
  transfer_id: uuid(),
  version: integer(),
  user_id: uuid(),
  signing_group: nullable(text<'A' | 'B'>()),
  signed_at: timestamp(),
})
