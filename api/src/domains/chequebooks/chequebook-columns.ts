// Lists the columns of chequebooks, of their types and of stopped cheques.
import type { ChequebookStatus, StopReason } from 'contract/products/chequebooks.ts'
import type { SigningRuleName } from 'contract/transfers/signing-rules.ts'
import {
  bigint,
  boolean,
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

export const chequebookTypes = table('chequebook_types', {
  id: text(),
  leaves: integer(),
  crossed: boolean(),
  /** For one chequebook, before tax. */
  fee: bigint(),
  max_per_order: integer(),
  is_offered: boolean(),
})

/** The columns that a new publication replaces: what is printed never changes. */
export const pricedTypes = only(chequebookTypes, 'fee', 'max_per_order', 'is_offered')

export const offeredTypes = except(chequebookTypes, 'is_offered')
export type TypeRow = RowOf<typeof offeredTypes>

export const chequebooks = table('chequebooks', {
  account_id: uuid(),
  id: uuid(),
  type_id: text(),
  quantity: integer(),
  fees: bigint(),
  tax: bigint(),
  reference: text(),
  branch_code: text(),
  status: text<ChequebookStatus>(),
  reason: nullable(text()),
  /** Empty until it is produced. */
  first_number: nullable(bigint()),
  last_number: nullable(bigint()),
  signing_rule: text<SigningRuleName>(),
  signatures_needed: integer(),
  ordered_at: timestamp(),
  ordered_by: uuid(),
  /** The time of its last change of status. */
  moved_at: timestamp(),
  available_at: nullable(timestamp()),
  posting_id: nullable(uuid()),
})

/** The columns of a new order: the others are filled later. */
export const newChequebooks = except(chequebooks, 'reason', 'first_number', 'last_number', 'available_at')
export type NewChequebook = RowOf<typeof newChequebooks>
export type LockedChequebook = RowOf<typeof chequebooks>

/** The columns that its holder reads. */
export const readChequebooks = except(chequebooks, 'moved_at', 'posting_id')

/** The columns by which the bank processes an order. */
export const waitingChequebooks = only(chequebooks, 'account_id', 'id', 'status', 'moved_at', 'ordered_at')

export const chequeStops = table('cheque_stops', {
  account_id: uuid(),
  id: uuid(),
  chequebook_id: uuid(),
  first_number: bigint(),
  last_number: bigint(),
  reason: text<StopReason>(),
  fees: bigint(),
  tax: bigint(),
  reference: text(),
  stopped_at: timestamp(),
  stopped_by: uuid(),
  posting_id: nullable(uuid()),
})
export type ChequeStopRow = RowOf<typeof chequeStops>

export const readStops = only(chequeStops, 'id', 'first_number', 'last_number', 'reason', 'stopped_at', 'reference')
