import * as z from 'zod/mini'
import { endpoint, Page } from './endpoint.ts'
import { PlainDate, UnixSeconds } from './values/dates.ts'
import { Amount, Currency } from './values/money.ts'
import { Id } from './values/text.ts'

export const operationTypes = [
  'transfer_in',
  'transfer_out',
  'transfer_return',
  'card',
  'withdrawal',
  'cash_deposit',
  'cheque_in',
  'cheque_out',
  'direct_debit',
  'fee',
  'interest',
  'tax',
  'loan',
  'card_topup',
  'other',
] as const

export const Category = z.strictObject({ id: Id, label: z.string() })
export type Category = z.infer<typeof Category>

/** One movement of an account: booked (`execution_date`), or still to come (`intraday_id`, no execution date). */
export const Operation = z.strictObject({
  id: Id,
  intraday_id: z.nullable(z.string()),
  type: z.enum(operationTypes),
  label: z.string(),
  counterparty: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** Negative when money leaves the account. Fees include their tax. */
  amount: Amount,
  currency: Currency,
  execution_date: z.nullable(UnixSeconds),
  executed_at: z.nullable(UnixSeconds),
  /** For an operation to come: the day it is expected. */
  value_date: PlainDate,
  /** 17 (TAF) on bank fees, 18 on the rare service under VAT, null elsewhere. */
  vat_rate: z.nullable(z.number()),
  vat_amount: z.nullable(Amount),
  categories: z.array(Category),
  accounting: z.boolean(),
  comment: z.nullable(z.string()),
  document_count: z.int(),
})
export type Operation = z.infer<typeof Operation>

/** Money in and out of the months that a page touches, whole months and not only the lines of the page. */
export const MonthTotals = z.array(z.strictObject({ month: z.string(), credits: Amount, debits: Amount }))
export type MonthTotals = z.infer<typeof MonthTotals>
/** The header that carries MonthTotals as JSON: a list answers a plain array, so its totals travel beside it. */
export const MONTH_TOTALS_HEADER = 'X-Month-Totals'

export const listOperations = endpoint({
  method: 'GET',
  path: '/operations',
  summary: 'A page of operations, newest first; page 1 opens with the operations to come, which totals do not count',
  right: 'operations',
  query: z.strictObject({ page: Page }),
  answer: z.array(Operation),
  isPaged: true,
})

export const getOperation = endpoint({
  method: 'GET',
  path: '/operations/:id',
  summary: 'One operation',
  right: 'operations',
  params: z.strictObject({ id: Id }),
  answer: Operation,
  refusals: ['not_found'],
})
