import * as z from 'zod/mini'
import { endpoint, Page } from './endpoint.ts'
import { PlainDate, UnixSeconds } from './values/dates.ts'
import { depositFrequencies } from './values/deposit-schedule.ts'
import { Amount, Currency } from './values/money.ts'
import { Id } from './values/text.ts'

/** `pending` is in progress: the specification's word for it. */
export const depositStatuses = ['pending', 'matured', 'renewed', 'broken', 'closed'] as const

/** A term deposit as it stands today (domain.md 5). Interest is gross unless a name says net. */
export const Deposit = z.strictObject({
  id: Id,
  number: z.string(),
  status: z.enum(depositStatuses),
  /** It stands as a security: it cannot be broken. */
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
  /** Earned since the value date, what is paid included. */
  cumulated_interests: Amount,
  remaining_interests: Amount,
  last_payment_date: z.nullable(PlainDate),
})
export type Deposit = z.infer<typeof Deposit>

/** Sums of the deposits in progress. */
export const DEPOSIT_TOTALS_HEADER = 'X-Connect-Deposit-Totals'
export type DepositTotals = { amount: number; paid: number; remaining: number }

export const depositWishes = ['renew', 'break'] as const

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

const one = { right: 'dat', params: z.strictObject({ id: Id }) } as const

export const listDeposits = endpoint({
  method: 'GET',
  path: '/deposits',
  summary: 'The term deposits of the account, those in progress first; their sums in a header',
  right: 'dat',
  query: z.strictObject({ page: Page }),
  answer: z.array(Deposit),
  isPaged: true,
})

export const DepositDetail = z.strictObject({
  ...Deposit.shape,
  payments: z.array(DepositPayment),
  /** What breaking it today would come to; null where it cannot be broken. */
  early_break: z.nullable(z.strictObject({ rate: z.number(), net: Amount, paid_net: Amount, returned: Amount })),
  /** What was asked of the bank and is not answered yet. */
  wish: z.nullable(z.strictObject({ kind: z.enum(depositWishes), asked_at: UnixSeconds })),
})
export type DepositDetail = z.infer<typeof DepositDetail>

/** What the bank pays for a term today. */
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
  summary: 'The terms and rates of new deposits, the shortest first',
  right: 'dat',
  answer: z.array(DepositOffer),
})

export const getDeposit = endpoint({
  ...one,
  method: 'GET',
  path: '/deposits/:id',
  summary: 'A term deposit with its payments of interest, and what breaking it today would come to',
  answer: DepositDetail,
  refusals: ['not_found'],
})

export const askOfDeposit = endpoint({
  ...one,
  method: 'POST',
  path: '/deposits/:id/requests',
  summary: 'Asks the bank to renew a deposit at maturity, or to break it',
  isIdempotent: true,
  isConfirmed: true,
  body: z.strictObject({ kind: z.enum(depositWishes) }),
  refusals: ['not_found', 'deposit_ended', 'deposit_pledged', 'wish_pending', 'confirmation_required', 'idempotency_key_reused'],
})
