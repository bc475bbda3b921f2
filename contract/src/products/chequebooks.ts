import * as z from 'zod/mini'
import { endpoint, Page } from '../endpoint.ts'
import { PlainDate, UnixSeconds } from '../values/dates.ts'
import { Amount, Currency } from '../values/money.ts'
import { Id, Reason } from '../values/text.ts'

/** pending: it waits for the signatures of a company. */
export const chequebookStatuses = ['pending', 'ordered', 'in_production', 'available', 'delivered', 'refused'] as const
export type ChequebookStatus = (typeof chequebookStatuses)[number]
/** The four reasons of the law (Règlement 15/2002, article 84). */
export const stopReasons = ['loss', 'theft', 'fraud', 'insolvency'] as const
export type StopReason = (typeof stopReasons)[number]

export const MAX_CHEQUEBOOKS = 5

const TypeId = z.string().check(z.regex(/^[a-z0-9-]{2,40}$/, 'invalid'))

export const ChequebookType = z.strictObject({
  id: TypeId,
  leaves: z.int(),
  /** Crossed and not endorsable: payable only through a bank. */
  crossed: z.boolean(),
  /** For one chequebook, before tax. */
  fee: Amount,
  /** The prices with TAF of one, two and more chequebooks, up to the maximum of an order. */
  totals: z.array(Amount),
  currency: Currency,
  max_per_order: z.int(),
})
export type ChequebookType = z.infer<typeof ChequebookType>

export const Agency = z.strictObject({
  code: z.string(),
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  opening_hours: z.string(),
})
export type Agency = z.infer<typeof Agency>

/** A cheque number of seven digits. */
const ChequeNumber = z
  .int('cheque_number_invalid')
  .check(z.minimum(1, 'cheque_number_invalid'), z.maximum(9_999_999, 'cheque_number_invalid'))

const ChequeStop = z.strictObject({
  id: Id,
  first_number: z.int(),
  last_number: z.int(),
  reason: z.enum(stopReasons),
  stopped_at: UnixSeconds,
  reference: z.string(),
})

/** A cheque of this chequebook that the account has paid. */
const PaidCheque = z.strictObject({ number: z.int(), operation_id: Id, date: PlainDate, amount: Amount })

export const Chequebook = z.strictObject({
  id: Id,
  type: z.pick(ChequebookType, { id: true, leaves: true, crossed: true }),
  quantity: z.int(),
  fees: Amount,
  tax: Amount,
  total: Amount,
  currency: Currency,
  reference: z.string(),
  status: z.enum(chequebookStatuses),
  /** The reason given by the person who refused it. */
  reason: z.nullable(z.string()),
  ordered_at: UnixSeconds,
  ordered_by: z.string(),
  available_at: z.nullable(UnixSeconds),
  first_number: z.nullable(z.int()),
  last_number: z.nullable(z.int()),
  /** Neither paid nor stopped; null without numbers. */
  remaining: z.nullable(z.int()),
  agency: Agency,
  approvals_missing: z.int(),
  actions: z.array(z.enum(['accept', 'reject', 'stop'])),
})
export type Chequebook = z.infer<typeof Chequebook>

export const ChequebookDetail = z.extend(Chequebook, {
  stops: z.array(ChequeStop),
  /** The newest first. */
  paid: z.array(PaidCheque),
  /** Fee and TAF for stopping its cheques. */
  stop_price: Amount,
})
export type ChequebookDetail = z.infer<typeof ChequebookDetail>

const reading = { right: 'payment-methods' } as const
const byId = { params: z.strictObject({ id: Id }) }

export const listChequebooks = endpoint({
  ...reading,
  method: 'GET',
  path: '/chequebooks',
  summary: 'Lists the chequebooks of the account, the last ordered first',
  query: z.strictObject({
    page: Page,
    /** The chequebook that contains this cheque number, as printed. */
    cheque: z.optional(z.string().check(z.regex(/^\d{7}$/, 'cheque_number_invalid'))),
  }),
  answer: z.array(Chequebook),
  isPaged: true,
})

export const getChequebook = endpoint({
  ...reading,
  ...byId,
  method: 'GET',
  path: '/chequebooks/:id',
  summary: 'Returns one chequebook, with its paid and stopped cheques',
  answer: ChequebookDetail,
  refusals: ['not_found'],
})

export const listChequebookTypes = endpoint({
  ...reading,
  method: 'GET',
  path: '/chequebooks/types',
  summary: 'Lists the types of chequebooks with their prices',
  answer: z.array(ChequebookType),
})

export const getAgencyAddress = endpoint({
  ...reading,
  method: 'GET',
  path: '/account/agency/address',
  summary: 'Returns the branch of the account, where chequebooks are picked up if no other is chosen',
  answer: Agency,
})

export const listAgencies = endpoint({
  ...reading,
  method: 'GET',
  path: '/chequebooks/agencies',
  summary:
    "Lists the bank's branches, where chequebooks can be picked up: that of the account first, the others by name",
  answer: z.array(Agency),
})

const acting = {
  ...reading,
  capability: 'chequebook.order',
  movesMoney: true,
  isIdempotent: true,
  isConfirmed: true,
  status: 201,
} as const
const idempotencyRefusals = [
  'balance_too_low',
  'account_not_in_francs',
  'confirmation_required',
  'idempotency_key_reused',
] as const

export const NewChequebook = z.strictObject({
  type: TypeId,
  quantity: z.int('invalid').check(z.minimum(1, 'invalid'), z.maximum(MAX_CHEQUEBOOKS, 'too_many_chequebooks')),
  /** For cheques that are not crossed: the customer has read the warning. */
  accepts_risk: z.boolean(),
  /** The code of the branch where it is picked up; null or absent: the branch of the account. */
  agency: z.optional(z.nullable(z.string().check(z.regex(/^\d{5}$/, 'invalid')))),
})
export type NewChequebook = z.infer<typeof NewChequebook>

export const orderChequebook = endpoint({
  ...acting,
  method: 'POST',
  path: '/chequebooks',
  summary: 'Orders chequebooks, one open order at a time, to be picked up at the branch of the account or another one',
  body: NewChequebook,
  answer: Chequebook,
  refusals: [
    ...idempotencyRefusals,
    'unknown_chequebook_type',
    'unknown_agency',
    'risk_not_accepted',
    'chequebook_on_its_way',
    'chequebook_not_possible',
  ],
})

export const NewStop = z.strictObject({
  first_number: ChequeNumber,
  last_number: ChequeNumber,
  reason: z.enum(stopReasons, 'stop_reason_missing'),
})
export type NewStop = z.infer<typeof NewStop>

export const stopCheques = endpoint({
  ...acting,
  ...byId,
  method: 'POST',
  path: '/chequebooks/:id/stops',
  summary: 'Stops one cheque or a range, for one of the four legal reasons',
  body: NewStop,
  answer: ChequebookDetail,
  refusals: [
    ...idempotencyRefusals,
    'not_found',
    'cheques_not_of_chequebook',
    'cheque_already_paid',
    'cheque_already_stopped',
  ],
})

const signing = { ...reading, ...byId, capability: 'transfer.validate', answer: Chequebook } as const

export const acceptChequebook = endpoint({
  ...signing,
  method: 'PUT',
  path: '/chequebooks/:id/accept',
  summary: 'Signs an order of chequebooks; the last signature sends it',
  movesMoney: true,
  isConfirmed: true,
  refusals: [
    'not_found',
    'payment_not_pending',
    'own_payment',
    'payment_signed',
    'not_validator',
    'confirmation_required',
  ],
})

export const rejectChequebook = endpoint({
  ...signing,
  method: 'PUT',
  path: '/chequebooks/:id/reject',
  summary: 'Refuses an order of chequebooks, which ends it',
  body: z.strictObject({ reason: Reason }),
  refusals: ['not_found', 'payment_not_pending', 'own_payment'],
})
