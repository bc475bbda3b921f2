// Lists the columns of top-ups of cards, single and recurring.
import type { CardTopup, RecurringTopup, TopupReason } from 'contract/products/card-topups.ts'
import type { SigningRuleName } from 'contract/transfers/signing-rules.ts'
import { bigint, date, except, integer, nullable, type RowOf, table, text, timestamp, uuid } from '../../db/columns.ts'

export const topups = table('card_topups', {
  account_id: uuid(),
  id: uuid(),
  card_id: uuid(),
  amount: bigint(),
  fees: bigint(),
  tax: bigint(),
  reference: text(),
  status: text<CardTopup['status']>(),
  reason_code: nullable(text<TopupReason>()),
  reason: nullable(text()),
  /** The recurring top-up that it belongs to, and its nominal date. */
  recurring_id: nullable(uuid()),
  nominal_date: nullable(date()),
  signing_rule: text<SigningRuleName>(),
  signatures_needed: integer(),
  created_at: timestamp(),
  created_by: uuid(),
  decided_at: nullable(timestamp()),
  posting_id: nullable(uuid()),
})

export const newTopups = except(topups, 'reason')
export type LockedTopup = RowOf<typeof topups>
export type NewTopup = RowOf<typeof newTopups>

export type RecurringState = RecurringTopup['status'] | 'ended' | 'deleted'

export const recurringTopups = table('recurring_topups', {
  account_id: uuid(),
  id: uuid(),
  card_id: uuid(),
  amount: bigint(),
  recurrence: text<RecurringTopup['recurrence']>(),
  start_date: date(),
  end_date: nullable(date()),
  next_occurrence: integer(),
  next_date: date(),
  run_at: nullable(timestamp()),
  tries: integer(),
  status: text<RecurringState>(),
  reason: nullable(text()),
  version: integer(),
  signing_rule: text<SigningRuleName>(),
  signatures_needed: integer(),
  created_at: timestamp(),
  created_by: uuid(),
  edited_by: nullable(uuid()),
  /** The time since which it waits for signatures. */
  waits_since: nullable(timestamp()),
})

export const newRecurring = except(recurringTopups, 'tries', 'reason', 'version', 'edited_by')
/** The columns that an edit writes, all of them. */
export const recurringEdits = except(
  recurringTopups,
  'account_id',
  'id',
  'card_id',
  'tries',
  'reason',
  'created_at',
  'created_by',
)
export type LockedRecurring = RowOf<typeof recurringTopups>
export type NewRecurring = Omit<RowOf<typeof newRecurring>, 'waits_since'>
export type RecurringEdit = Omit<RowOf<typeof recurringEdits>, 'waits_since'> & { edited_at: Date }
