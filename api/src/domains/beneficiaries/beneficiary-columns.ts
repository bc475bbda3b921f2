// Lists the columns of beneficiaries.
import type { Beneficiary } from 'contract/transfers/beneficiaries.ts'
import { boolean, except, integer, nullable, only, type RowOf, table, text, timestamp, uuid } from '../../db/columns.ts'

export const beneficiaries = table('beneficiaries', {
  account_id: uuid(),
  id: uuid(),
  name: text(),
  /** The database writes it: the name, as searches and lists compare it. */
  sort_name: text(),
  is_company: boolean(),
  iban: text(),
  country: nullable(text()),
  bic: nullable(text()),
  bank_name: nullable(text()),
  email: nullable(text()),
  phone: nullable(text()),
  address: nullable(text()),
  zip: nullable(text()),
  city: nullable(text()),
  comment: nullable(text()),
  code: nullable(text()),
  social_security_number: nullable(text()),
  approval_status: text<Beneficiary['approval_status']>(),
  is_confidential: boolean(),
  /** Whether it is in the address book. */
  is_saved: boolean(),
  version: integer(),
  created_at: timestamp(),
  removed_at: nullable(timestamp()),
})

/** What an edit writes, all of it anew. */
export const beneficiaryEdits = except(
  beneficiaries,
  'account_id',
  'id',
  'sort_name',
  'is_confidential',
  'is_saved',
  'version',
  'created_at',
  'removed_at',
)

/** What only the page of one beneficiary shows. */
export const contactDetails = only(
  beneficiaries,
  'email',
  'phone',
  'address',
  'zip',
  'city',
  'comment',
  'social_security_number',
  'version',
  'created_at',
)

export type LockedBeneficiary = RowOf<typeof beneficiaries>
export type BeneficiaryRow = RowOf<typeof beneficiaryEdits> & { id: string }
