// Lists the columns of statements.
import { bigint, date, except, nullable, table, text, timestamp, uuid } from '../../db/columns.ts'

export const statements = table('statements', {
  account_id: uuid(),
  id: uuid(),
  number: text(),
  first_day: date(),
  last_day: date(),
  available_on: date(),
  holder: text(),
  /** The address in the month of the statement; null where the bank did not know it. */
  holder_address: nullable(text()),
  overdraft: bigint(),
  /** The number of the last entry before it, and of its last entry. */
  seq_before: bigint(),
  last_seq: bigint(),
  opening: bigint(),
  credits: bigint(),
  debits: bigint(),
  closing: bigint(),
  previous_last_day: nullable(date()),
  made_at: timestamp(),
})

/** The columns that a statement is printed from. */
export const printedStatements = except(statements, 'account_id', 'previous_last_day')
