// Lists the columns of an operation, booked or upcoming: every list of operations and every single one uses them.
import type { Operation } from 'contract/accounts/operations.ts'
import {
  bigint,
  date,
  doublePrecision,
  except,
  json,
  nullable,
  type RowOf,
  table,
  text,
  uuid,
} from '../../db/columns.ts'

/** Only of a booked operation, with its number among the entries of its account. */
export const operationDetails = table('operation_details', {
  account_id: uuid(),
  seq: bigint(),
  /** The key of its partition. */
  booking_date: date(),
  id: uuid(),
  /** Only of an upcoming operation that a network has announced. */
  intraday_id: nullable(text()),
  type: text<Operation['type']>(),
  label: text(),
  counterparty: nullable(text()),
  reference: nullable(text()),
  amount: bigint(),
  currency: text<Operation['currency']>(),
  /** Empty while it is upcoming. */
  execution_date: nullable(bigint()),
  executed_at: nullable(bigint()),
  value_date: date(),
  vat_rate: nullable(doublePrecision()),
  vat_amount: nullable(bigint()),
  categories: json<Operation['categories']>(),
  accounting: nullable(text()),
  comment: nullable(text()),
  document_count: bigint(),
  transfer_id: nullable(uuid()),
  balance_after: nullable(bigint()),
})

export const operations = except(operationDetails, 'account_id', 'seq', 'booking_date')
/** An operation as it is stored: without the identity, which follows from it. */
export type OperationRow = RowOf<typeof operations> & Pick<Operation, 'account'>
