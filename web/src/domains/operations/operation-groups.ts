import type { FoundTotals, MonthTotals, Operation } from 'contract/operations.ts'
import { fromPlainDate, fromUnix, monthOf } from '../../lib/formats.ts'

export type OperationGroup = { month: string | null; credits: number; debits: number; operations: Operation[] }

const isComing = ({ intraday_id, execution_date }: Operation) => intraday_id !== null || execution_date === null

/** The day of an operation: when it was booked, or is expected. */
export const dayOf = ({ execution_date, value_date }: Operation) =>
  execution_date === null ? fromPlainDate(value_date) : fromUnix(execution_date)

/** Reads the totals that travel in a header; a header that cannot be read leaves the groups without totals. */
export function readMonthTotals(header: string | null): MonthTotals | null {
  try {
    const totals: unknown = JSON.parse(header ?? 'null')
    return Array.isArray(totals) ? (totals as MonthTotals) : null
  } catch {
    return null
  }
}

/** Reads the totals of all that was found; without their header nothing is claimed. */
export function readFoundTotals(header: string | null): FoundTotals {
  try {
    return { credits: 0, debits: 0, ...(JSON.parse(header ?? '{}') as Partial<FoundTotals>) }
  } catch {
    return { credits: 0, debits: 0 }
  }
}

/**
 * What is to come first, then month by month in the order of the list. The totals of a month are the server's, for the whole
 * month: those of the lines on one page would say less than the month holds.
 */
export function groupOperations(operations: readonly Operation[], totals: MonthTotals | null): OperationGroup[] {
  const groups: OperationGroup[] = []
  for (const operation of operations) {
    const month = isComing(operation) ? null : monthOf(dayOf(operation))
    let group = groups.find((known) => known.month === month)
    if (!group) {
      const total = totals?.find((known) => known.month === month)
      group = { month, credits: total?.credits ?? 0, debits: total?.debits ?? 0, operations: [] }
      groups.push(group)
    }
    group.operations.push(operation)
    if (month !== null) continue
    if (operation.amount > 0) group.credits += operation.amount
    else group.debits += operation.amount
  }
  return groups
}
