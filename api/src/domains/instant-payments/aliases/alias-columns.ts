// Lists the columns of the tables of aliases, claims on them, codes that prove a telephone, and the till.
import type { AliasClaim, aliasKinds, TillPayment } from 'contract/accounts/payment-aliases.ts'
import type * as z from 'zod/mini'
import {
  bigint,
  bytea,
  except,
  nullable,
  type RowOf,
  smallint,
  table,
  text,
  timestamp,
  uuid,
} from '../../../db/columns.ts'

export const paymentAliases = table('payment_aliases', {
  account_id: uuid(),
  id: uuid(),
  kind: text<(typeof aliasKinds)[number]>(),
  value: nullable(text()),
  creation_id: text(),
  state: text<'creating' | 'active' | 'failed' | 'removing' | 'removed'>(),
  created_by: uuid(),
  created_at: timestamp(),
  answered_at: nullable(timestamp()),
  refusal: nullable(text()),
})
export type AliasRow = RowOf<typeof paymentAliases>

type Claim = z.infer<typeof AliasClaim>

export const aliasClaims = table('alias_claims', {
  account_id: uuid(),
  id: uuid(),
  alias_id: uuid(),
  direction: text<Claim['direction']>(),
  claim_id: nullable(text()),
  member: nullable(text()),
  state: text<Claim['state']>(),
  created_by: nullable(uuid()),
  created_at: timestamp(),
  decided_by: nullable(uuid()),
  decided_at: nullable(timestamp()),
})
export type ClaimRow = RowOf<typeof aliasClaims>

export const phoneCodes = table('phone_codes', {
  user_id: uuid(),
  phone: text(),
  salt: bytea(),
  code_hash: bytea(),
  expires_at: timestamp(),
  tries: smallint(),
})
export type PhoneCode = RowOf<typeof phoneCodes>

export const tillPayments = table('till_payments', {
  account_id: uuid(),
  id: uuid(),
  reference: text(),
  alias: text(),
  amount: bigint(),
  created_by: uuid(),
  created_at: timestamp(),
  state: text<TillPayment['state']>(),
  end_to_end_id: nullable(text()),
})
export const newTillPayments = except(tillPayments, 'end_to_end_id')
export type NewTillRow = RowOf<typeof newTillPayments>
