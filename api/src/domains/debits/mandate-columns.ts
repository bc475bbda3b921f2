// Lists the columns of mandates and of their signed copies.
import type { Mandate } from 'contract/products/debits.ts'
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

export const mandates = table('mandates', {
  account_id: uuid(),
  id: uuid(),
  umr: text(),
  creditor_name: text(),
  creditor_id: text(),
  scheme: text<Mandate['scheme']>(),
  recurrence: text<Mandate['recurrence']>(),
  signed_on: date(),
  last_used_on: nullable(date()),
  max_amount: nullable(bigint()),
  status: text<Mandate['status']>(),
  /** The user who registered it; empty where the creditor presented it. */
  registered_by: nullable(uuid()),
  known_at: timestamp(),
  version: integer(),
})

export const newMandates = except(mandates, 'last_used_on', 'version')
export type NewMandate = RowOf<typeof newMandates>

/** The columns that its holder reads. */
export const readMandates = except(mandates, 'account_id', 'known_at')

/** The columns that a collection is checked against. */
export const namedMandates = only(
  mandates,
  'account_id',
  'creditor_id',
  'umr',
  'id',
  'scheme',
  'recurrence',
  'signed_on',
  'last_used_on',
  'max_amount',
  'status',
)

export const mandateCopies = table('mandate_copies', {
  account_id: uuid(),
  mandate_id: uuid(),
  name: text(),
  content: bytea(),
  added_at: timestamp(),
})

/** The signed copy, as uploaded. */
export const uploadedCopies = only(mandateCopies, 'name', 'content')
