import * as z from 'zod/mini'
import { acceptanceOfMany } from '../transfers/acceptances.ts'
import { endpoint, Page } from '../endpoint.ts'
import { PrepaidCard } from './prepaid-cards.ts'
import { PlainDate, UnixSeconds } from '../values/dates.ts'
import { Amount, Currency } from '../values/money.ts'
import { Id, Reason } from '../values/text.ts'

export const recurrences = ['monthly', 'quarterly', 'biannual', 'yearly'] as const
export type Recurrence = (typeof recurrences)[number]
export const topupStatuses = ['pending', 'done', 'failed'] as const
/** Why a top-up failed. refused: by a validator; expired: without signatures in time. */
export const topupReasons = [
  'refused',
  'expired',
  'funds',
  'payer',
  'card_blocked',
  'card_expired',
  'holding_cap',
  'monthly_cap',
] as const
export type TopupReason = (typeof topupReasons)[number]

/** The specification's maximum. The bank's own limits may be narrower, never wider. */
export const MAX_TOPUP = 2_000_000

const TopupAmount = z
  .int('amount_invalid')
  .check(z.minimum(1, 'amount_invalid'), z.maximum(MAX_TOPUP, 'topup_too_high'))

const Card = z.pick(PrepaidCard, { id: true, number_masked: true, holder: true })
export const signingActions = ['accept', 'reject'] as const
const Actions = z.array(z.enum(signingActions))

export const CardTopup = z.strictObject({
  id: Id,
  card: Card,
  amount: Amount,
  fees: Amount,
  tax: Amount,
  total: Amount,
  currency: Currency,
  reference: z.string(),
  status: z.enum(topupStatuses),
  reason_code: z.nullable(z.enum(topupReasons)),
  reason: z.nullable(z.string()),
  /** One date of a recurring top-up. */
  is_recurring: z.boolean(),
  created_at: UnixSeconds,
  created_by: z.string(),
  decided_at: z.nullable(UnixSeconds),
  approvals: z.int(),
  approvals_missing: z.int(),
  actions: Actions,
})
export type CardTopup = z.infer<typeof CardTopup>

export const RecurringTopup = z.strictObject({
  id: Id,
  card: Card,
  amount: Amount,
  currency: Currency,
  recurrence: z.enum(recurrences),
  start_date: PlainDate,
  end_date: z.nullable(PlainDate),
  /** pending: it waits for signatures. */
  status: z.enum(['pending', 'active', 'paused', 'refused']),
  enabled: z.boolean(),
  next_date: PlainDate,
  /** The next dates, each as the bank runs it. */
  next_dates: z.array(PlainDate),
  /** Set while a date without sufficient funds is retried. */
  retry_at: z.nullable(UnixSeconds),
  last: z.nullable(
    z.strictObject({
      date: PlainDate,
      status: z.enum(['done', 'failed']),
      reason_code: z.nullable(z.enum(topupReasons)),
    }),
  ),
  version: z.int(),
  approvals_missing: z.int(),
  actions: Actions,
})
export type RecurringTopup = z.infer<typeof RecurringTopup>

/** `same_topup_today`: the same card had a top-up of the same amount within 24 hours. */
export const topupWarnings = ['same_topup_today'] as const

export const TopupQuote = z.strictObject({
  amount: Amount,
  fees: Amount,
  tax: Amount,
  total: Amount,
  currency: Currency,
  available: Amount,
  balance_after: Amount,
  card_balance_after: Amount,
  /** The remaining limits before this top-up, over all cards of the customer: the maximum balance and the monthly maximum. */
  holding_left: Amount,
  monthly_left: Amount,
  signatures_needed: z.int(),
  /** Warnings about a top-up that is allowed. */
  warnings: z.array(z.enum(topupWarnings)),
  /** Identifies this quote: the top-up sends it back, and is refused when the amounts have changed. */
  quote: z.string(),
})
export type TopupQuote = z.infer<typeof TopupQuote>

const paying = { right: 'payment-methods', capability: 'topup' } as const
const byId = { params: z.strictObject({ id: Id }) }

const cardRefusals = [
  'unknown_card',
  'card_not_active',
  'topup_out_of_range',
  'holding_cap_exceeded',
  'monthly_cap_exceeded',
] as const

export const quoteTopup = endpoint({
  ...paying,
  method: 'POST',
  path: '/prepaid-card-reloads/fees',
  summary: 'Calculates the cost of a top-up and the balances after it. Nothing is stored',
  body: z.strictObject({ card_id: Id, amount: TopupAmount }),
  answer: TopupQuote,
  refusals: ['unknown_card', 'card_not_active', 'topup_out_of_range', 'account_not_in_francs'],
})

const series = {
  recurrence: z.enum(recurrences),
  start_date: PlainDate,
  end_date: z.nullable(PlainDate),
}

export const NewTopup = z.strictObject({
  card_id: Id,
  amount: TopupAmount,
  quote: z.string().check(z.maxLength(100, 'invalid')),
  /** Of a recurring one: its period, start and end. */
  series: z.nullable(z.strictObject(series)),
})
export type NewTopup = z.infer<typeof NewTopup>

const dateRefusals = ['start_in_the_past', 'start_too_far', 'end_before_start', 'card_expires_before'] as const

export const createTopup = endpoint({
  ...paying,
  method: 'POST',
  path: '/prepaid-card-reloads',
  summary: 'Tops up a card: immediately, after the signatures that the account requires, or on recurring dates',
  movesMoney: true,
  isIdempotent: true,
  isConfirmed: true,
  body: NewTopup,
  answer: z.strictObject({ topup: z.nullable(CardTopup), recurring: z.nullable(RecurringTopup) }),
  status: 201,
  refusals: [
    ...cardRefusals,
    ...dateRefusals,
    'stale_quote',
    'balance_too_low',
    'account_not_in_francs',
    'confirmation_required',
    'idempotency_key_reused',
  ],
})

const filter = {
  card: z.optional(Id),
  status: z.optional(z.enum(topupStatuses)),
  /** The requested validity: between these dates, inclusive. */
  from: z.optional(PlainDate),
  to: z.optional(PlainDate),
}

const TopupQuery = z.strictObject({ page: Page, ...filter })
export type TopupQuery = z.infer<typeof TopupQuery>

export const listTopups = endpoint({
  method: 'GET',
  path: '/prepaid-card-reloads',
  summary: 'Lists the top-ups of the account, newest first',
  right: 'payment-methods',
  query: TopupQuery,
  answer: z.array(CardTopup),
  isPaged: true,
})

export const topupExportFormats = ['csv', 'xlsx'] as const

export const exportTopups = endpoint({
  method: 'GET',
  path: '/prepaid-card-reloads/export',
  summary: 'Exports the listed top-ups as a file',
  right: 'payment-methods',
  /** CSV unless said otherwise. */
  query: z.strictObject({ format: z.optional(z.enum(topupExportFormats)), ...filter }),
  isFile: true,
})

export const getTopup = endpoint({
  ...byId,
  method: 'GET',
  path: '/prepaid-card-reloads/:id',
  summary: 'Returns one top-up',
  right: 'payment-methods',
  answer: CardTopup,
  refusals: ['not_found'],
})

export const getTopupReceipt = endpoint({
  ...byId,
  method: 'GET',
  path: '/prepaid-card-reloads/:id/receipt',
  summary: 'Returns the receipt of an executed top-up (PDF)',
  right: 'payment-methods',
  isFile: true,
  refusals: ['not_found', 'topup_not_done'],
})

const signing = { ...byId, right: 'payment-methods', capability: 'transfer.validate' } as const
const signingRefusals = [
  'not_found',
  'payment_not_pending',
  'own_payment',
  'payment_signed',
  'not_validator',
  'confirmation_required',
] as const

export const MAX_TOPUPS_AT_ONCE = 50

export const acceptTopups = endpoint({
  ...acceptanceOfMany(z.strictObject({ account: Id, id: Id }), {
    max: MAX_TOPUPS_AT_ONCE,
    outcomes: ['done', 'pending', 'refused'],
  }),
  path: '/prepaid-card-reloads/acceptances',
  summary: 'Signs many top-ups with one confirmation, over all accounts; each has its own outcome',
})

export const acceptTopup = endpoint({
  ...signing,
  method: 'PUT',
  path: '/prepaid-card-reloads/:id/accept',
  summary: 'Signs a top-up; the last signature moves the money',
  movesMoney: true,
  isConfirmed: true,
  answer: CardTopup,
  refusals: [...signingRefusals, 'card_not_active', 'holding_cap_exceeded', 'monthly_cap_exceeded'],
})

export const rejectTopup = endpoint({
  ...signing,
  method: 'PUT',
  path: '/prepaid-card-reloads/:id/reject',
  summary: 'Refuses a top-up, which ends it',
  body: z.strictObject({ reason: Reason }),
  answer: CardTopup,
  refusals: ['not_found', 'payment_not_pending', 'own_payment'],
})

export const listRecurringTopups = endpoint({
  method: 'GET',
  path: '/prepaid-cards/recurring-reloads',
  summary: 'Lists the recurring top-ups of the account, the next one first',
  right: 'payment-methods',
  answer: z.array(RecurringTopup),
})

const Version = z.int().check(z.minimum(1))

export const RecurringEdit = z.strictObject({ version: Version, amount: TopupAmount, ...series })
export type RecurringEdit = z.infer<typeof RecurringEdit>

const isOneChange = ({ enabled, ...edit }: Record<string, unknown>) =>
  enabled === undefined
    ? Object.keys(edit).length === Object.keys(RecurringEdit.shape).length
    : Object.keys(edit).length === 0

/** The body: the edit, or enabled (specification). */
const RecurringChange = z
  .extend(z.partial(RecurringEdit), { enabled: z.optional(z.boolean()) })
  .check(z.refine(isOneChange, { error: 'required', path: ['version'] }))
export type RecurringChange = z.infer<typeof RecurringChange>

export const changeRecurringTopup = endpoint({
  ...paying,
  ...byId,
  method: 'PUT',
  path: '/prepaid-cards/recurring-reloads/:id',
  summary: 'Edits, pauses or resumes a recurring top-up. Dates during a pause are not executed later',
  isConfirmed: true,
  body: RecurringChange,
  answer: RecurringTopup,
  refusals: [
    'not_found',
    'stale_recurring',
    'topup_out_of_range',
    'card_not_active',
    'account_not_active',
    ...dateRefusals,
    'card_expires_before_next',
    'confirmation_required',
  ],
})

export const removeRecurringTopup = endpoint({
  ...paying,
  ...byId,
  method: 'DELETE',
  path: '/prepaid-cards/recurring-reloads/:id',
  summary: 'Ends a recurring top-up',
  refusals: ['not_found'],
})

export const acceptRecurringTopup = endpoint({
  ...signing,
  method: 'PUT',
  path: '/prepaid-cards/recurring-reloads/:id/accept',
  summary: 'Signs a version of a recurring top-up; the last signature activates it',
  movesMoney: true,
  isConfirmed: true,
  body: z.strictObject({ version: Version }),
  answer: RecurringTopup,
  refusals: [...signingRefusals, 'stale_recurring', 'card_not_active', 'card_expires_before_next'],
})

export const rejectRecurringTopup = endpoint({
  ...signing,
  method: 'PUT',
  path: '/prepaid-cards/recurring-reloads/:id/reject',
  summary: 'Refuses a recurring top-up, which ends it',
  body: z.strictObject({ version: Version, reason: Reason }),
  answer: RecurringTopup,
  refusals: ['not_found', 'payment_not_pending', 'own_payment', 'stale_recurring'],
})
