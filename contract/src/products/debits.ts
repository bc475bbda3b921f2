import * as z from 'zod/mini'
import { endpoint, Page } from '../endpoint.ts'
import { isCreditorId, isMandateReference, tidyCreditorId } from '../values/creditor.ts'
import { AmountText, runsForward } from '../values/list-filter.ts'
import { PlainDate, UnixSeconds } from '../values/dates.ts'
import { Identity } from '../values/identity.ts'
import { Amount, Currency, PositiveAmount } from '../values/money.ts'
import { Id, line } from '../values/text.ts'

/** Between companies (b2b) a mandate is confirmed before its first collection, and an authorised collection is not refunded. */
export const debitSchemes = ['local', 'core', 'b2b'] as const
export const debitSequences = ['first', 'recurrent', 'final', 'one_off'] as const
export const pastDebitStatuses = ['executed', 'rejected', 'refused', 'refunded'] as const
export const debitStatuses = ['announced', ...pastDebitStatuses] as const
/** Why a collection was rejected or refunded (ISO 20022). */
export const debitReasons = ['AC04', 'AC06', 'AG01', 'AM02', 'AM04', 'MD01', 'MD06', 'MD07', 'MS02', 'SL01'] as const

/** A collection presented by a creditor. */
export const Debit = z.strictObject({
  id: Id,
  creditor_name: z.string(),
  creditor_id: z.string(),
  /** The unique mandate reference. */
  umr: z.string(),
  scheme: z.enum(debitSchemes),
  sequence: z.enum(debitSequences),
  amount: Amount,
  currency: Currency,
  due_date: PlainDate,
  label: z.string(),
  /** The creditor, under the name that the customer may have given it. */
  identity: Identity,
  reference: z.string(),
  status: z.enum(debitStatuses),
  reason: z.nullable(z.enum(debitReasons)),
  settled_on: z.nullable(PlainDate),
  /** The last moment for refusing it; null where it has passed. */
  refuse_until: z.nullable(UnixSeconds),
  /** The last day for a refund without a reason; null where there is none. */
  refund_until: z.nullable(PlainDate),
  /** The last day for claiming that it was unauthorised; null where it has passed, or a claim exists. */
  claim_until: z.nullable(PlainDate),
  claimed_at: z.nullable(UnixSeconds),
  /** When the bank answered the claim: with a refund, or with a reason for refusing it. */
  claim_answered_at: z.nullable(UnixSeconds),
  claim_refusal: z.nullable(z.string()),
})
export type Debit = z.infer<typeof Debit>

export const debitTabs = ['upcoming', 'history'] as const

const debitFilter = {
  tab: z.optional(z.enum(debitTabs)),
  /** In the creditor's name, the label or the mandate reference; digits also as the amount. */
  search: z.optional(z.string().check(z.maxLength(64, 'text_too_long'))),
  /** Due, or settled in the past, between these days, inclusive. */
  from: z.optional(PlainDate),
  to: z.optional(PlainDate),
  min: AmountText,
  max: AmountText,
  status: z.optional(z.enum(pastDebitStatuses)),
}
const DebitQuery = z.strictObject(debitFilter)
export type DebitQuery = z.infer<typeof DebitQuery>

export const listDebits = endpoint({
  method: 'GET',
  path: '/debits',
  summary:
    'Lists upcoming collections, soonest first, or past ones, latest first; the total of all found is in a header',
  right: 'debits',
  query: z.strictObject({ page: Page, ...debitFilter }).check(...runsForward),
  answer: z.array(Debit),
  isPaged: true,
})

const one = { right: 'debits', params: z.strictObject({ id: Id }) } as const

export const getDebit = endpoint({
  ...one,
  method: 'GET',
  path: '/debits/:id',
  summary: 'Returns one collection, upcoming or past',
  answer: Debit,
  refusals: ['not_found'],
})

export const debitExportFormats = ['csv', 'xlsx'] as const

export const exportDebits = endpoint({
  method: 'GET',
  path: '/debits/export',
  summary: 'Exports the collections that a filter finds as a file',
  right: 'debits',
  /** CSV unless said otherwise. */
  query: z.strictObject({ format: z.optional(z.enum(debitExportFormats)), ...debitFilter }).check(...runsForward),
  isFile: true,
})

const manage = { ...one, capability: 'mandate.manage' } as const

export const rejectDebit = endpoint({
  ...manage,
  method: 'PUT',
  path: '/debits/:id/reject',
  summary: 'Refuses an upcoming collection, until noon of the business day before it is due',
  answer: Debit,
  refusals: ['not_found', 'debit_not_announced', 'refusal_too_late'],
})

/** `refund`: without a reason. `unauthorised`: there was no mandate. */
export const disputeReasons = ['refund', 'unauthorised'] as const
export type DisputeReason = (typeof disputeReasons)[number]

export const disputeDebit = endpoint({
  ...manage,
  method: 'POST',
  path: '/debits/:id/dispute',
  summary: 'Refunds a collection within its period, or asks the bank to examine an unauthorised one',
  isIdempotent: true,
  isConfirmed: true,
  body: z.strictObject({ reason: z.enum(disputeReasons) }),
  answer: Debit,
  refusals: [
    'not_found',
    'debit_not_executed',
    'dispute_too_late',
    'no_refund_between_companies',
    'debit_disputed',
    'confirmation_required',
    'idempotency_key_reused',
  ],
})

export const REFUND_CLAIM_REFUSAL_LENGTH = 500

export const mandateStatuses = ['pending_confirmation', 'active', 'suspended', 'revoked', 'expired', 'refused'] as const
export const mandateRecurrences = ['one_off', 'recurrent'] as const

export const Mandate = z.strictObject({
  id: Id,
  umr: z.string(),
  creditor_name: z.string(),
  creditor_id: z.string(),
  /** The creditor under its registered name. */
  identity: Identity,
  scheme: z.enum(debitSchemes),
  recurrence: z.enum(mandateRecurrences),
  signed_on: PlainDate,
  last_used_on: z.nullable(PlainDate),
  max_amount: z.nullable(Amount),
  currency: Currency,
  status: z.enum(mandateStatuses),
  is_creditor_blocked: z.boolean(),
  /** Registered by the reader: another person must confirm it. */
  is_own: z.boolean(),
  /** Whether the signed copy was uploaded. */
  has_copy: z.boolean(),
  version: z.int(),
})
export type Mandate = z.infer<typeof Mandate>

export const listMandates = endpoint({
  method: 'GET',
  path: '/mandates',
  summary: 'Lists the mandates of the account, those to confirm first',
  right: 'debits',
  query: z.strictObject({ page: Page }),
  answer: z.array(Mandate),
  isPaged: true,
})

export const getMandate = endpoint({
  ...one,
  method: 'GET',
  path: '/mandates/:id',
  summary: 'Returns one mandate',
  answer: Mandate,
  refusals: ['not_found'],
})

const CreditorId = z.pipe(
  z.pipe(z.string('required'), z.transform(tidyCreditorId)),
  z.string().check(z.minLength(1, 'required'), z.refine(isCreditorId, 'creditor_id_invalid')),
)
const MandateReference = z
  .string('required')
  .check(z.minLength(1, 'required'), z.refine(isMandateReference, 'umr_invalid'))

/** Between companies only: other mandates become known with their first collection. */
export const NewMandate = z.strictObject({
  creditor_name: line(1, 70),
  creditor_id: CreditorId,
  umr: MandateReference,
  recurrence: z.enum(mandateRecurrences),
  signed_on: PlainDate,
  max_amount: z.nullable(PositiveAmount),
})
export type NewMandate = z.infer<typeof NewMandate>

export const registerMandate = endpoint({
  method: 'POST',
  path: '/mandates',
  summary: 'Registers a mandate between companies with its signed copy (PDF); another person must confirm it',
  right: 'debits',
  capability: 'mandate.manage',
  isIdempotent: true,
  isConfirmed: true,
  files: { copy: { max: 1, kinds: ['pdf'] } },
  body: NewMandate,
  answer: Mandate,
  status: 201,
  refusals: [
    'mandate_companies_only',
    'mandate_known',
    'mandate_signed_later',
    'mandate_signed_long_ago',
    'mandate_copy_missing',
    'file_too_large',
    'too_many_files',
    'upload_cut',
    'confirmation_required',
    'idempotency_key_reused',
  ],
})

export const getMandateCopy = endpoint({
  ...one,
  method: 'GET',
  path: '/mandates/:id/copy',
  summary: 'Returns the signed copy of a mandate',
  isFile: true,
  refusals: ['not_found'],
})

/** One change at a time: the state, the limit (null: none), or blocking and unblocking the creditor. */
export const MandateChange = z.union([
  z.strictObject({ version: z.int(), status: z.enum(['active', 'suspended', 'revoked', 'refused']) }),
  z.strictObject({ version: z.int(), max_amount: z.nullable(PositiveAmount) }),
  z.strictObject({ version: z.int(), is_creditor_blocked: z.boolean() }),
])
export type MandateChange = z.infer<typeof MandateChange>

export const changeMandate = endpoint({
  ...manage,
  method: 'PUT',
  path: '/mandates/:id',
  summary: 'Confirms, suspends, resumes or revokes a mandate, sets its maximum amount, or blocks its creditor',
  isConfirmed: true,
  body: MandateChange,
  answer: Mandate,
  refusals: ['not_found', 'stale_mandate', 'mandate_state', 'own_mandate', 'confirmation_required'],
})
