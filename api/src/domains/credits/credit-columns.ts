// Lists the columns of credits and of the lines of their tables.
import type { Credit } from 'contract/products/credits.ts'
import type { LoanTerms } from 'contract/values/loan-schedule.ts'
import {
  bigint,
  date,
  except,
  integer,
  nullable,
  numeric,
  only,
  type RowOf,
  table,
  text,
  timestamp,
  uuid,
} from '../../db/columns.ts'

export const credits = table('credits', {
  account_id: uuid(),
  id: uuid(),
  number: text(),
  type: text<Credit['type']>(),
  purpose: nullable(text()),
  currency: text<Credit['currency']>(),
  amount: bigint(),
  rate: numeric(),
  teg: numeric(),
  period: text<LoanTerms['period']>(),
  insurance_rate: numeric(),
  tax_rate: numeric(),
  tax_mode: text<LoanTerms['tax_mode']>(),
  grace: nullable(text<NonNullable<LoanTerms['grace']>>()),
  grace_count: integer(),
  /** Added to the rate on late instalments. */
  late_points: numeric(),
  setup_date: date(),
  early_fee_rate: numeric(),
})

/** The columns of a new credit: the fee of an early repayment is the bank's. */
export const newCredits = except(credits, 'early_fee_rate')

/** The columns that its holder reads. */
export const readCredits = except(credits, 'account_id', 'amount', 'tax_mode')

/** The columns by which a due line is posted. */
export const dueCredits = only(credits, 'number', 'account_id', 'currency', 'rate', 'late_points', 'tax_rate')

export const creditLines = table('credit_lines', {
  credit_id: uuid(),
  place: integer(),
  due_date: date(),
  principal: bigint(),
  interest: bigint(),
  fees: bigint(),
  taxes: bigint(),
  instalment: bigint(),
  outstanding: bigint(),
  /** Empty once it is paid. */
  run_at: nullable(timestamp()),
  tries: integer(),
  paid_on: nullable(date()),
  late_interest: bigint(),
  posting_id: nullable(uuid()),
})

export const newLines = except(creditLines, 'tries', 'paid_on', 'late_interest', 'posting_id')
export const readLines = except(creditLines, 'credit_id', 'run_at', 'posting_id')
export type StoredLine = RowOf<typeof readLines>
export const dueLines = except(creditLines, 'outstanding', 'run_at', 'paid_on', 'late_interest', 'posting_id')
