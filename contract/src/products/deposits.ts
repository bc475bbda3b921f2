import * as z from 'zod/mini'
import { endpoint, Page } from '../endpoint.ts'
import { PlainDate, UnixSeconds } from '../values/dates.ts'
import { depositFrequencies } from '../values/deposit-schedule.ts'
import { Amount, Currency } from '../values/money.ts'
import { Id } from '../values/text.ts'

/** `pending` means in progress: the specification's word. */
export const depositStatuses = ['pending', 'matured', 'renewed', 'broken', 'closed'] as const

/** A term deposit in its state of today (domain.md 5). Interest is gross unless a name says net. */
export const Deposit = z.strictObject({
  id: Id,
  number: z.string(),
  status: z.enum(depositStatuses),
  /** It is pledged as a security: it cannot be broken. */
  is_pledged: z.boolean(),
  currency: Currency,
  amount: Amount,
  /** Percent a year. */
  rate: z.number(),
  value_date: PlainDate,
  maturity_date: PlainDate,
  /** In months. */
  term: z.int(),
  frequency: z.enum(depositFrequencies),
  basis: z.union([z.literal(360), z.literal(365)]),
  /** Tax withheld from interest, percent. */
  withholding_rate: z.number(),
  paid_interests: Amount,
  /** Accrued since the value date, including paid interest. */
  cumulated_interests: Amount,
  remaining_interests: Amount,
  last_payment_date: z.nullable(PlainDate),
})
export type Deposit = z.infer<typeof Deposit>

/** Sums of the deposits in progress. */
export const DEPOSIT_TOTALS_HEADER = 'X-Connect-Deposit-Totals'
export type DepositTotals = { amount: number; paid: number; remaining: number }

export const depositRequests = ['renew', 'break'] as const

export const DepositPayment = z.strictObject({
  place: z.int(),
  from: PlainDate,
  to: PlainDate,
  days: z.int(),
  gross: Amount,
  withholding: Amount,
  net: Amount,
  /** Null until it is credited. */
  paid_on: z.nullable(PlainDate),
})
export type DepositPayment = z.infer<typeof DepositPayment>

/** The number of a payment of a deposit, from 1. */
const PaymentPosition = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,3}$/, 'invalid')),
  z.transform((digits: string) => Number(digits)),
)

const one = { right: 'dat', params: z.strictObject({ id: Id }) } as const

export const listDeposits = endpoint({
  method: 'GET',
  path: '/deposits',
  summary: 'Lists the term deposits of the account, those in progress first; their totals are in a header',
  right: 'dat',
  query: z.strictObject({ page: Page }),
  answer: z.array(Deposit),
  isPaged: true,
})

/** The result of a break: the interest of the whole time at the lower rate, the part of it paid before, and the repaid amount. */
const DepositBreak = z.strictObject({ rate: z.number(), net: Amount, paid_net: Amount, returned: Amount })

/** The maximum length of the bank's reason for a refusal. */
export const REQUEST_REFUSAL_LENGTH = 500

const OtherDeposit = z.strictObject({ id: Id, number: z.string() })

export const DepositDetail = z.strictObject({
  ...Deposit.shape,
  payments: z.array(DepositPayment),
  /** The result of a break today; null where it cannot be broken. */
  early_break: z.nullable(DepositBreak),
  ended_on: z.nullable(PlainDate),
  /** The result of its break; null for deposits broken before the bank's ledger began. */
  broken: z.nullable(DepositBreak),
  /** The open request. */
  request: z.nullable(z.strictObject({ kind: z.enum(depositRequests), asked_at: UnixSeconds })),
  /** The bank's last refusal with its reason, until the next request or acceptance. */
  refused: z.nullable(z.strictObject({ kind: z.enum(depositRequests), answered_at: UnixSeconds, reason: z.string() })),
  /** The accepted renewal at maturity: its rate, and whether the last interest is added to the capital. */
  renewal: z.nullable(z.strictObject({ rate: z.number(), adds_interest: z.boolean() })),
  /** The deposit that renews this one, and the one that this one renews. */
  renewed_by: z.nullable(OtherDeposit),
  renews: z.nullable(OtherDeposit),
})
export type DepositDetail = z.infer<typeof DepositDetail>

/** The bank's current rates by term. */
export const DepositOffer = z.strictObject({
  term: z.int(),
  rate: z.number(),
  min_amount: Amount,
  basis: z.union([z.literal(360), z.literal(365)]),
  withholding_rate: z.number(),
})
export type DepositOffer = z.infer<typeof DepositOffer>

export const listDepositOffers = endpoint({
  method: 'GET',
  path: '/deposits/offers',
  summary: 'Lists the terms and rates of new deposits, the shortest first',
  right: 'dat',
  answer: z.array(DepositOffer),
})

export const getDeposit = endpoint({
  ...one,
  method: 'GET',
  path: '/deposits/:id',
  summary: 'Returns a term deposit with its interest payments and the result of breaking it today',
  answer: DepositDetail,
  refusals: ['not_found'],
})

export const requestOfDeposit = endpoint({
  ...one,
  capability: 'message.send',
  method: 'POST',
  path: '/deposits/:id/requests',
  summary: 'Requests the renewal of a deposit at maturity, or its break',
  isIdempotent: true,
  isConfirmed: true,
  body: z.strictObject({ kind: z.enum(depositRequests) }),
  refusals: [
    'not_found',
    'deposit_ended',
    'deposit_pledged',
    'wish_pending',
    'renewal_agreed',
    'confirmation_required',
    'idempotency_key_reused',
  ],
})

export const getDepositCertificate = endpoint({
  ...one,
  method: 'GET',
  path: '/deposits/:id/certificate',
  summary: 'Returns the certificate of a deposit as of today (PDF), in the language of the request',
  isFile: true,
  refusals: ['not_found'],
})

export const getDepositNotice = endpoint({
  right: 'dat',
  params: z.strictObject({ id: Id, place: PaymentPosition }),
  method: 'GET',
  path: '/deposits/:id/payments/:place/notice',
  summary:
    'Returns the notice of credited interest, and of capital repaid with it (PDF), in the language of the request',
  isFile: true,
  refusals: ['not_found', 'document_archived'],
})
