import * as z from 'zod/mini'
import { endpoint, Page } from '../endpoint.ts'
import { PlainDate } from '../values/dates.ts'
import { graces, loanPeriods } from '../values/loan-schedule.ts'
import { Amount, Currency } from '../values/money.ts'
import { Id } from '../values/text.ts'

export const creditTypes = ['consumer', 'home', 'equipment'] as const
/** `pending` means in progress: the specification's word. */
export const creditStatuses = ['pending', 'closed'] as const

/** A loan in its state of today (domain.md 6.2). */
export const Credit = z.strictObject({
  id: Id,
  number: z.string(),
  type: z.enum(creditTypes),
  /** Its purpose, as in the contract. */
  purpose: z.nullable(z.string()),
  status: z.enum(creditStatuses),
  currency: Currency,
  amount_borrowed: Amount,
  /** Principal of every unpaid line, due or not. */
  outstanding: Amount,
  /** Percent a year. */
  rate: z.number(),
  /** The overall effective rate of the contract, percent a year. */
  teg: z.number(),
  period: z.enum(loanPeriods),
  grace: z.nullable(z.enum(graces)),
  grace_count: z.int(),
  /** Percent of the amount a year. */
  insurance_rate: z.number(),
  /** Tax on interest, percent. */
  tax_rate: z.number(),
  setup_date: PlainDate,
  first_due_date: PlainDate,
  last_due_date: PlainDate,
  /** The first unpaid line from today on; null where none is left. */
  next_due_date: z.nullable(PlainDate),
  due_amount: z.nullable(Amount),
  total_due: z.int(),
  remaining_due: z.int(),
  unpaid_due: z.int(),
  total_unpaid: Amount,
})
export type Credit = z.infer<typeof Credit>

/** Sums of all credits of the account that are in progress. */
export const CREDIT_TOTALS_HEADER = 'X-Connect-Credit-Totals'
export type CreditTotals = { outstanding: number; unpaid: number; next_due_date: string | null; next_due: number }

const lineStates = ['paid', 'unpaid', 'due'] as const

/** A line of the amortisation table. The account pays the instalment. */
export const CreditLine = z.strictObject({
  place: z.int(),
  due_date: PlainDate,
  /** Negative where a grace period adds interest to the capital. */
  principal: Amount,
  interest: Amount,
  fees: Amount,
  taxes: Amount,
  instalment: Amount,
  outstanding: Amount,
  state: z.enum(lineStates),
  paid_on: z.nullable(PlainDate),
  /** Late interest with its tax: as charged, or accrued until today. */
  late_interest: Amount,
})
export type CreditLine = z.infer<typeof CreditLine>

const one = { right: 'credits', params: z.strictObject({ id: Id }) } as const

export const listCredits = endpoint({
  method: 'GET',
  path: '/credits',
  summary: 'Lists the credits of the account, those in progress first; their totals are in a header',
  right: 'credits',
  query: z.strictObject({ page: Page }),
  answer: z.array(Credit),
  isPaged: true,
})

export const CreditDetail = z.strictObject({
  ...Credit.shape,
  /** The parts of the next line. */
  next: z.nullable(z.pick(CreditLine, { principal: true, interest: true, fees: true, taxes: true })),
  /** Accrued on unpaid lines until today, with its tax. */
  late_interest: Amount,
  /** The repayments of each year: capital and the other parts. */
  years: z.array(z.strictObject({ year: z.int(), principal: Amount, cost: Amount })),
})
export type CreditDetail = z.infer<typeof CreditDetail>

export const getCredit = endpoint({
  ...one,
  method: 'GET',
  path: '/credits/:id',
  summary: 'Returns a credit with the parts of its next line and its years',
  answer: CreditDetail,
  refusals: ['not_found'],
})

export const getCreditBoard = endpoint({
  ...one,
  method: 'GET',
  path: '/credits/:id/board',
  summary: 'Returns the complete amortisation table of a credit',
  answer: z.array(CreditLine),
  refusals: ['not_found'],
})

/** The maximum number of days ahead for an early repayment. */
export const EARLY_DAYS = 90

/** The cost of an early repayment of the whole credit on a day. */
export const EarlyRepayment = z.strictObject({
  day: PlainDate,
  /** Capital that is not due yet. */
  capital: Amount,
  /** Since the last due date, and the tax on it. */
  interest: Amount,
  interest_tax: Amount,
  /** The fee for early repayment, and the tax on it. */
  fee: Amount,
  fee_tax: Amount,
  /** Due and unpaid instalments, with their late interest. */
  unpaid: Amount,
  total: Amount,
})
export type EarlyRepayment = z.infer<typeof EarlyRepayment>

export const getEarlyRepayment = endpoint({
  ...one,
  method: 'GET',
  path: '/credits/:id/early-repayment',
  summary: 'Calculates the cost of an early repayment of the whole credit on a day, today by default',
  query: z.strictObject({ day: z.optional(PlainDate) }),
  answer: EarlyRepayment,
  refusals: ['not_found', 'credit_closed', 'day_out_of_reach'],
})

export const boardFormats = ['pdf', 'xlsx', 'csv'] as const
export const getCreditBoardFile = endpoint({
  ...one,
  method: 'GET',
  path: '/credits/:id/board/file',
  summary: 'Exports the amortisation table as a file, in the language of the request',
  query: z.strictObject({ format: z.optional(z.enum(boardFormats)) }),
  isFile: true,
  refusals: ['not_found'],
})
