// Lists the columns of the quarterly charges of interest on debit balances.
import { bigint, date, integer, nullable, type RowOf, table, timestamp, uuid } from '../../db/columns.ts'

export const overdraftCharges = table('overdraft_charges', {
  account_id: uuid(),
  first_day: date(),
  /** The number of the last entry that was considered. */
  last_seq: bigint(),
  authorised: bigint(),
  rate: integer(),
  excess_rate: integer(),
  tax_rate: integer(),
  interest: bigint(),
  tax: bigint(),
  made_at: timestamp(),
  run_at: nullable(timestamp()),
  posting_id: nullable(uuid()),
})
export type OverdraftCharge = RowOf<typeof overdraftCharges>
