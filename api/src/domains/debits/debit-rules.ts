// Deadlines for refusing or disputing a collection, and the outcome of a due one (domain.md 3). Pure.
import type { Debit, debitReasons, DisputeReason, Mandate } from 'contract/products/debits.ts'
import { addDays, addMonths, businessDayFrom, type Holidays, isBusinessDay } from 'contract/values/calendar.ts'
import { isCreditorId } from 'contract/values/creditor.ts'
import { mayMeanHolder } from '../accounts/name-rules.ts'

type Scheme = Mandate['scheme']
export type Reason = (typeof debitReasons)[number]

const COLLECTION_TIME = 'T08:00:00Z'
const REFUSED_UNTIL = 'T12:00:00Z'
const CLAIM_MONTHS = 13
const UNUSED_MONTHS = 36

/** In the morning of its business day. Africa/Dakar is UTC. */
export const collectionTimeOf = (dueDate: string, holidays: Holidays): Date =>
  new Date(`${businessDayFrom(dueDate, holidays)}${COLLECTION_TIME}`)

function businessDayBefore(day: string, holidays: Holidays): string {
  const before = addDays(day, -1)
  return isBusinessDay(before, holidays) ? before : businessDayBefore(before, holidays)
}

/** Noon of the business day before the collection: from then on it can no longer be refused. */
export const refusedUntil = (dueDate: string, holidays: Holidays): Date =>
  new Date(`${businessDayBefore(businessDayFrom(dueDate, holidays), holidays)}${REFUSED_UNTIL}`)

/** The last day for the unconditional refund of an authorised collection; between companies there is none. `refundDays`: the bank's parameter. */
export const refundedUntil = (scheme: Scheme, executedOn: string, refundDays: number): string | null =>
  scheme === 'b2b' ? null : addDays(executedOn, refundDays)

/** The last day to claim an unauthorised collection. */
export const claimedUntil = (executedOn: string): string => addMonths(executedOn, CLAIM_MONTHS)

export type Dispute = 'refund' | 'claim' | 'too_late' | 'between_companies'

/** The outcome of a dispute on a day: a refund at once, a claim for the bank to examine, or a reason for its refusal. */
export function disputeOf(
  reason: DisputeReason,
  { scheme, taken_on }: { scheme: Scheme; taken_on: string },
  today: string,
  refundDays: number,
): Dispute {
  const until = refundedUntil(scheme, taken_on, refundDays)
  if (until !== null && today <= until) return 'refund'
  if (reason === 'unauthorised') return today <= claimedUntil(taken_on) ? 'claim' : 'too_late'
  return until === null ? 'between_companies' : 'too_late'
}

export type PresentedContext = {
  creditor_id: string
  scheme: Scheme
  sequence: Debit['sequence']
  due_date: string
  debtor_name: string | null
  /** Null where it is not an account of this bank. */
  holder: string | null
  is_mandate_known: boolean
  /** The same collection was presented before. */
  is_repeated: boolean
}

/** Why a collection is not announced, as the creditor's bank is answered; null where it is announced. */
export function obstacleToAnnounce(
  { creditor_id, scheme, sequence, due_date, debtor_name, holder, is_mandate_known, is_repeated }: PresentedContext,
  today: string,
): 'AC01' | 'AM05' | 'BE01' | 'BE05' | 'DT01' | 'MD01' | null {
  if (holder === null) return 'AC01'
  if (!isCreditorId(creditor_id)) return 'BE05'
  if (debtor_name !== null && !mayMeanHolder(debtor_name, holder)) return 'BE01'
  // The customer needs a morning in which to refuse it.
  if (due_date <= today) return 'DT01'
  if (is_repeated) return 'AM05'
  // Between companies the debtor may still register the mandate until the due date.
  const isFollowing = sequence === 'recurrent' || sequence === 'final'
  return isFollowing && scheme !== 'b2b' && !is_mandate_known ? 'MD01' : null
}

/** Core mandates are between the creditor and the debtor; the interbank debit of the country needs the debtor's authorisation (form 1504-1). */
export const firstStatusOf = (scheme: 'local' | 'core') =>
  scheme === 'local' ? ('pending_confirmation' as const) : ('active' as const)

export type MandateDates = Pick<Mandate, 'status' | 'signed_on' | 'last_used_on' | 'recurrence'>

/** The state of a mandate on a day: it expires after 36 months without use, and a single one after its collection. */
export function statusOn(
  { status, signed_on, last_used_on, recurrence }: MandateDates,
  day: string,
): Mandate['status'] {
  if (status !== 'active' && status !== 'suspended') return status
  const isUsedUp = recurrence === 'one_off' && last_used_on !== null
  return isUsedUp || day > addMonths(last_used_on ?? signed_on, UNUSED_MONTHS) ? 'expired' : status
}

type Input = 'active' | 'suspended' | 'revoked' | 'refused'
const next: Partial<Record<Mandate['status'], readonly Input[]>> = {
  pending_confirmation: ['active', 'refused'],
  active: ['suspended', 'revoked'],
  suspended: ['active', 'revoked'],
}
export const mayBecome = (from: Mandate['status'], to: Input): boolean => next[from]?.includes(to) ?? false

/** Whether a limit allows more than the one before. */
export const isHigherLimit = (from: number | null, to: number | null): boolean =>
  from !== null && (to === null || to > from)

export type DueContext = {
  scheme: Scheme
  amount: number
  currency: string
  account: { status: string; kind: string; currency: string; is_company: boolean }
  is_creditor_blocked: boolean
  mandate: (MandateDates & { scheme: Scheme; max_amount: number | null }) | null
}

/** Why a collection is not executed, before the balance is checked; null where it may be. */
export function obstacleTo(
  { scheme, amount, currency, account, is_creditor_blocked, mandate }: DueContext,
  day: string,
): Reason | null {
  if (account.status === 'closed') return 'AC04'
  if (account.status !== 'active') return 'AC06'
  if (account.kind === 'savings' || account.currency !== currency) return 'AG01'
  if (scheme === 'b2b' && !account.is_company) return 'AG01'
  if (is_creditor_blocked) return 'SL01'
  const status = mandate && mandate.scheme === scheme ? statusOn(mandate, day) : null
  if (status === 'suspended') return 'MS02'
  if (!mandate || status !== 'active') return 'MD01'
  return mandate.max_amount !== null && amount > mandate.max_amount ? 'AM02' : null
}
