// Calculates the status of an order for its reader. Lists, filters, panels, batches and exports all use this rule.
import type { TransferStatus } from './transfer-statuses.ts'
import type { Transfer } from './transfers.ts'
import type { PlainDate } from '../values/dates.ts'

export type TransferState = Pick<
  Transfer,
  'type' | 'validation_status' | 'execution_status' | 'suspended' | 'reason_code'
> & {
  /** Its day lies before today. */
  is_past: boolean
  /** Sent to another bank that has not settled it yet. */
  is_on_its_way: boolean
  /** Whether the reader can sign it. */
  may_sign: boolean
}

/** The customer ended it by changing the payee: the bank has rejected nothing. */
const endedByCustomer: readonly Transfer['reason_code'][] = ['payee_changed', 'payee_removed']

/** An order that waits for a signature runs as soon as it is signed: it has no date before. */
const runsOnceSigned = ({ type, validation_status }: TransferState) =>
  type === 'direct' && validation_status === 'pending'

export function transferStatus(state: TransferState): TransferStatus {
  const { type, validation_status, execution_status, suspended, reason_code, is_past, is_on_its_way, may_sign } = state
  // A validator writes a reason; a code means that the order expired without signatures, or that the payee has changed.
  if (validation_status === 'refused') return reason_code === null ? 'refused' : 'cancelled'
  if (execution_status === 'cancelled' || execution_status === 'returned' || execution_status === 'ended')
    return execution_status
  if (execution_status === 'rejected') return endedByCustomer.includes(reason_code) ? 'cancelled' : 'rejected'
  if (execution_status === 'executed') return is_on_its_way ? 'in_progress' : 'executed'
  if (suspended === 'payee_change') return 'suspended'
  if (execution_status === 'paused') return 'paused'
  if (suspended === 'late' || (is_past && !runsOnceSigned(state))) return 'late'
  if (validation_status === 'pending') return may_sign ? 'to_sign' : 'pending'
  return type === 'periodic' ? 'active' : 'scheduled'
}

/** Whether lists show the order under its date. A past date on which it has not run is shown only for a late order. */
export function hasDay(state: TransferState): boolean {
  const status = transferStatus(state)
  if (status === 'paused') return false
  if (status === 'suspended') return !state.is_past
  return !((status === 'to_sign' || status === 'pending') && runsOnceSigned(state))
}

const DAY_MS = 86_400_000

/** The number of days by which an order is late. */
export const daysLate = (execution_date: PlainDate, today: PlainDate): number =>
  Math.max(0, Math.round((Date.parse(today) - Date.parse(execution_date)) / DAY_MS))
