import type { FoundTotals, MonthTotals, Operation, Totals } from 'contract/accounts/operations.ts'
import { fromPlainDate, fromUnix, monthOf } from '../../lib/formats.ts'

export type OperationGroup = { month: string | null; totals: Totals[]; operations: Operation[] }

const isComing = ({ intraday_id, execution_date }: Operation) => intraday_id !== null || execution_date === null

/** The booking date of an operation, or its expected date. */
export const dayOf = ({ execution_date, value_date }: Operation) =>
  execution_date === null ? fromPlainDate(value_date) : fromUnix(execution_date)

/** Reads totals from a header; an unreadable header gives none. */
function readTotals<T extends Totals>(header: string | null): T[] {
  try {
    const totals: unknown = JSON.parse(header ?? '[]')
    return Array.isArray(totals) ? (totals as T[]) : []
  } catch {
    return []
  }
}
export const readMonthTotals = (header: string | null): MonthTotals => readTotals(header)
export const readFoundTotals = (header: string | null): FoundTotals => readTotals(header)

/**
 * Upcoming operations first, then one group per month in the order of the list. The totals of a month are the server's,
 * for the whole month, not only for the lines on the page.
 */
export function groupOperations(operations: readonly Operation[], totals: MonthTotals): OperationGroup[] {
  const groups: OperationGroup[] = []
  for (const operation of operations) {
    const month = isComing(operation) ? null : monthOf(dayOf(operation))
    let group = groups.find((known) => known.month === month)
    if (!group) {
      group = { month, totals: totals.filter((known) => known.month === month), operations: [] }
      groups.push(group)
    }
    group.operations.push(operation)
    if (month === null) addTo(group.totals, operation)
  }
  return groups
}

function addTo(totals: Totals[], { amount, currency }: Operation): void {
  let total = totals.find((known) => known.currency === currency)
  if (!total) {
    total = { currency, credits: 0, debits: 0 }
    totals.push(total)
  }
  if (amount > 0) total.credits += amount
  else total.debits += amount
}
