// Checks of an order and the actions that are allowed on it. Pure.
import type { RefusalCode } from 'contract/refusals.ts'
import type { Capability } from 'contract/rights.ts'
import { MAX_DAYS_AHEAD, type NewTransfer, type Transfer, type TransferAction } from 'contract/transfers/transfers.ts'
import {
  addDays,
  businessDayFrom,
  dueDate,
  type Holidays,
  occurrenceDate,
  type Periodicity,
} from 'contract/values/calendar.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import type { RefusalValues } from '../../refusal.ts'
import { firstDayFor, type Network, type Tariff } from './transfer-charges-rules.ts'

type Rail = Transfer['rail']
export type Payee = { account_id: string; status: string; currency: string }
export type Objection = { code: RefusalCode; facts: RefusalValues }

const because = (code: RefusalCode, facts: RefusalValues = {}): Objection => ({ code, facts })

type Context = {
  account_id: string
  currency: string
  rail: Rail | null
  payee: Payee | null
  /** Between accounts of one customer, who may exchange between them. */
  is_own: boolean
}

/** The currencies of accounts at this bank. */
const heldCurrencies: readonly string[] = ['XOF', 'EUR']

/** Why this payee may not be paid this amount, or null when they may. `rail` null: the account has no such beneficiary. */
export function objectionTo({ account_id, currency, rail, payee, is_own }: Context): Objection | null {
  if (rail === null) return because('unknown_beneficiary')
  if (rail === 'internal') {
    if (!payee || payee.status === 'closed') return because('beneficiary_account_closed')
    if (payee.account_id === account_id) return because('beneficiary_same_account')
    const isExchanged = is_own && [payee.currency, currency].every((one) => heldCurrencies.includes(one))
    return payee.currency === currency || isExchanged ? null : because('currency_mismatch')
  }
  // The networks of the UEMOA settle in francs only; abroad both francs and euro are paid.
  const payable = rail === 'local' ? ['XOF'] : heldCurrencies
  return payable.includes(currency) ? null : because('currency_mismatch')
}

export type OrderDates = {
  execution_date: PlainDate
  periodicity: Periodicity | null
  start_date: PlainDate | null
  end_date: PlainDate | null
}

type Calendar = { now: Date; network: Network; tariff: Tariff; holidays: Holidays }

/** The first execution date of an order, or the error of its dates. A direct one runs as soon as its network allows. */
export function datesOf(input: NewTransfer, { now, network, tariff, holidays }: Calendar): OrderDates | Objection {
  const today = now.toISOString().slice(0, 10)
  const once = { periodicity: null, start_date: null, end_date: null }
  if (input.type === 'direct') return { execution_date: firstDayFor(network, now, tariff, holidays), ...once }
  const first = (input.type === 'delayed' ? input.execution_date : input.start_date) ?? null
  // Each error is at the field that was filled in.
  const isSeries = input.type === 'periodic'
  if (first === null) return because(isSeries ? 'start_missing' : 'date_missing')
  if (first <= today) return because(isSeries ? 'start_in_the_past' : 'date_in_the_past')
  if (first > addDays(today, MAX_DAYS_AHEAD)) return because(isSeries ? 'start_too_far' : 'date_too_far')
  if (input.type === 'delayed')
    return { execution_date: network === 'instant' ? first : businessDayFrom(first, holidays), ...once }
  if (!input.periodicity) return because('periodicity_missing')
  const end_date = input.end_date ?? null
  if (end_date !== null && end_date < first) return because('end_before_start')
  const series = { periodicity: input.periodicity, start_date: first, end_date }
  // The first date of a series is its start, which was checked above not to be after its end.
  return { execution_date: dueDate(series, 0, holidays)?.due ?? first, ...series }
}

/** The cause of the hold of an order: one for each version. */
export const holdCause = ({ id, version }: { id: string; version: number }) =>
  `transfer:${id}${version === 1 ? '' : `:${version}`}`

type OrderText = Pick<
  Transfer,
  | 'type'
  | 'amount'
  | 'label'
  | 'comment'
  | 'execution_date'
  | 'periodicity'
  | 'start_date'
  | 'end_date'
  | 'purpose'
  | 'domiciliation'
  | 'instructed_amount'
  | 'instructed_currency'
  | 'charges'
> & { network: Network; beneficiary_id: string | null; own_account_id: string | null; lookup_id: string | null }

/** The input that would create the order again. */
export function inputOf(transfer: OrderText): NewTransfer {
  const {
    type,
    beneficiary_id,
    own_account_id,
    lookup_id,
    amount,
    label,
    comment,
    execution_date,
    periodicity,
    start_date,
    end_date,
  } = transfer
  const { purpose, domiciliation, instructed_amount, instructed_currency, charges } = transfer
  const day = type === 'delayed' ? execution_date : null
  const payee = { beneficiary_id, own_account_id, lookup_id }
  return {
    type,
    ...payee,
    network: lookup_id === null ? null : transfer.network === 'instant' ? 'instant' : 'clearing',
    amount: instructed_amount ?? amount,
    currency: instructed_currency,
    charges,
    label,
    comment,
    execution_date: day,
    periodicity,
    start_date,
    end_date,
    purpose,
    domiciliation,
  }
}

/** Dates that stay as they are. `nominal`: the date of a series that comes next, which may be executed after the end of the series. */
export type KeptDates = OrderDates & { nominal: PlainDate }

/** The dates that an order has. */
export function datesOfOrder({
  execution_date,
  periodicity,
  start_date,
  end_date,
  next_occurrence,
}: OrderText & { next_occurrence: number | null }): KeptDates {
  const isSeries = periodicity !== null && start_date !== null && next_occurrence !== null
  const nominal = isSeries ? occurrenceDate(start_date, periodicity, next_occurrence) : execution_date
  return { execution_date, periodicity, start_date, end_date, nominal }
}

type State = Pick<Transfer, 'type' | 'validation_status' | 'execution_status' | 'suspended' | 'signing_rule'> & {
  created_by: string
  edited_by: string | null
  /** Whether the user's signature would count. */
  is_open_to_reader: boolean
  /** A line of a batch: it was signed with the others, and is paid with what was held or debited for all. */
  is_of_batch: boolean
}
type Reader = { user_id: string; capabilities: readonly string[]; is_active: boolean }

/** The actions that a reader may take on an order. The server checks each again when it is called. */
export function actionsOf(state: State, { user_id, capabilities, is_active }: Reader): TransferAction[] {
  const may = (capability: Capability) => capabilities.includes(capability)
  const { type, validation_status, execution_status } = state
  const isPending = validation_status === 'pending' && execution_status === 'scheduled'
  const isOwn = user_id === state.created_by || user_id === state.edited_by
  const goes = state.suspended === null
  // A series cannot wait for signatures and be paused.
  const isEditable =
    execution_status === 'scheduled' || (execution_status === 'paused' && state.signing_rule === 'none')
  const runs = goes && type === 'periodic' && validation_status === 'validated'
  const given: Record<TransferAction, boolean> = {
    accept: isPending && goes && is_active && may('transfer.validate') && !isOwn && state.is_open_to_reader,
    reject: isPending && may('transfer.validate') && !isOwn,
    edit: isEditable && !state.is_of_batch && validation_status !== 'refused' && is_active && may('transfer.create'),
    cancel: may('transfer.create') && (execution_status === 'scheduled' || execution_status === 'paused'),
    pause: runs && execution_status === 'scheduled' && may('transfer.create'),
    resume: runs && execution_status === 'paused' && is_active && may('transfer.create'),
    skip: runs && execution_status === 'scheduled' && may('transfer.create'),
  }
  // The keys are exactly the actions.
  return (Object.keys(given) as TransferAction[]).filter((action) => given[action])
}
