// Lists the columns of drafts and of their lines.
import {
  boolean,
  bytea,
  except,
  integer,
  nullable,
  type RowOf,
  table,
  text,
  timestamp,
  uuid,
} from '../../db/columns.ts'
import type { Message } from './import-message.ts'

export const imports = table('transfer_imports', {
  account_id: uuid(),
  id: uuid(),
  user_id: uuid(),
  file_name: text(),
  content_hash: bytea(),
  /** Of the payment initiation that contained it. */
  message_id: nullable(text()),
  message_name: nullable(text<Message['message_name']>()),
  message_lines: nullable(integer()),
  created_at: timestamp(),
  expires_at: timestamp(),
  /** When its author chose instant payments for the lines that can be paid so; null: the clearing. */
  instant_chosen_at: nullable(timestamp()),
  /** The options of its batch; null: not chosen. */
  single_entry: nullable(boolean()),
  is_confidential: nullable(boolean()),
  save_payees: nullable(boolean()),
})

/** The columns that its author reads. */
export const drafts = except(imports, 'account_id', 'user_id')
export type DraftRow = RowOf<typeof drafts>

export const importLines = table('transfer_import_lines', {
  account_id: uuid(),
  import_id: uuid(),
  id: uuid(),
  line: integer(),
  is_skipped: boolean(),
  name: text(),
  iban: text(),
  amount: text(),
  label: text(),
  bic: text(),
  execution_date: text(),
  phone: text(),
  email: text(),
  reference: text(),
  purpose: text(),
  currency: text(),
  block: nullable(text()),
  /** What the message says about the transfer, for the payee's bank. */
  instruction_id: nullable(text()),
  category_purpose: nullable(text()),
  /** The name that was acknowledged although the account's holder has another. */
  acknowledged: nullable(text()),
})

/** The columns that come from the file, or were typed. */
export const newLines = except(importLines, 'account_id', 'import_id', 'is_skipped', 'acknowledged')
export type NewLine = RowOf<typeof newLines>

export const readLines = except(importLines, 'account_id', 'import_id')
