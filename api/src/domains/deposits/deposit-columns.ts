// Lists the columns of deposits, their payments, the requests about them, and the offers.
import type { DepositOffer, depositRequests, depositStatuses } from 'contract/products/deposits.ts'
import type { DepositTerms } from 'contract/values/deposit-schedule.ts'
import type { Currency } from 'contract/values/money.ts'
import {
  bigint,
  boolean,
  date,
  except,
  integer,
  nullable,
  numeric,
  only,
  table,
  text,
  timestamp,
  uuid,
} from '../../db/columns.ts'

export const deposits = table('deposits', {
  account_id: uuid(),
  id: uuid(),
  number: text(),
  currency: text<Currency>(),
  principal: bigint(),
  rate: numeric(),
  value_date: date(),
  maturity_date: date(),
  term: integer(),
  frequency: text<DepositTerms['frequency']>(),
  basis: integer<DepositTerms['basis']>(),
  withholding_rate: numeric(),
  is_pledged: boolean(),
  status: text<(typeof depositStatuses)[number]>(),
  ended_on: nullable(date()),
  /** The deposit that this one renews. */
  renews: nullable(uuid()),
  /** The settlement of a broken deposit. */
  broken_rate: nullable(numeric()),
  broken_gross: nullable(bigint()),
  broken_withholding: nullable(bigint()),
})

/** The columns that its holder reads. */
export const readDeposits = except(deposits, 'account_id', 'renews')

/** The columns of a new deposit: the others are filled at its end. */
export const newDeposits = except(deposits, 'ended_on', 'broken_rate', 'broken_gross', 'broken_withholding')

/** The columns by which a due payment is posted, and its deposit renewed. */
export const dueDeposits = only(
  deposits,
  'account_id',
  'number',
  'currency',
  'principal',
  'rate',
  'term',
  'frequency',
  'basis',
  'withholding_rate',
  'maturity_date',
  'is_pledged',
)

/** The columns on the notice of a payment. */
export const noticedDeposits = only(deposits, 'number', 'principal', 'rate', 'basis', 'withholding_rate', 'currency')

/** The columns by which the bank answers a request. */
export const requestedDeposits = only(
  deposits,
  'account_id',
  'number',
  'principal',
  'currency',
  'maturity_date',
  'is_pledged',
)

export const depositPayments = table('deposit_payments', {
  deposit_id: uuid(),
  place: integer(),
  from_date: date(),
  to_date: date(),
  gross: bigint(),
  withholding: bigint(),
  /** Empty once it is credited, or cancelled by a break. */
  run_at: nullable(timestamp()),
  paid_on: nullable(date()),
  posting_id: nullable(uuid()),
})

export const newPayments = except(depositPayments, 'paid_on', 'posting_id')
export const readPayments = only(depositPayments, 'place', 'from_date', 'to_date', 'gross', 'withholding', 'paid_on')
export const duePayments = only(depositPayments, 'deposit_id', 'place', 'to_date', 'gross', 'withholding')

export const requests = table('deposit_requests', {
  id: uuid(),
  deposit_id: uuid(),
  kind: text<(typeof depositRequests)[number]>(),
  asked_by: uuid(),
  asked_at: timestamp(),
  answered_at: nullable(timestamp()),
  answer: nullable(text<'accepted' | 'refused' | 'lapsed'>()),
  refusal: nullable(text()),
  /** Of an accepted renewal. */
  renewal_rate: nullable(numeric()),
  adds_interest: nullable(boolean()),
})

export const newRequests = only(requests, 'id', 'deposit_id', 'kind', 'asked_by', 'asked_at')
export const openRequests = only(requests, 'kind', 'asked_at')
export const waitingRequests = only(requests, 'id', 'deposit_id', 'kind', 'asked_at')

export const offers = table('deposit_offers', {
  term: integer(),
  rate: numeric(),
  min_amount: bigint(),
  basis: integer<DepositOffer['basis']>(),
  withholding_rate: numeric(),
})
/** The columns that a new publication replaces. */
export const publishedOffers = except(offers, 'term')
