// Totals of the lines of a draft, for today and for each date that they contain. Pure.
import type { Import, ImportItem } from 'contract/transfers/imports.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import { type networks } from 'contract/transfers/transfers.ts'
import type { CheckedLine } from './import-rules.ts'

/** The balance at the end of a day, with all scheduled movements until then. */
export type ProjectedDay = { date: PlainDate; balance: number }
export type Funds = { available: number; overdraft: number; currency: Import['summary']['currency'] }

const chosenOf = (lines: readonly CheckedLine[]) =>
  lines.flatMap(({ item, payable }) =>
    payable && !item.is_skipped
      ? [{ cost: payable.amount + payable.fees + payable.tax, day: payable.execution_date }]
      : [],
  )

/** The last date of a selected line; null where all are paid as soon as possible. */
export const lastDayOf = (lines: readonly CheckedLine[]): PlainDate | null =>
  chosenOf(lines).reduce<PlainDate | null>(
    (last, { day }) => (day !== null && (last === null || day > last) ? day : last),
    null,
  )

/** The first day on which these lines exceed the balance. */
function shortfallOf(
  chosen: readonly { cost: number; day: PlainDate | null }[],
  projected: readonly ProjectedDay[],
  overdraft: number,
): Import['summary']['shortfall'] {
  const days = [...new Set(chosen.flatMap(({ day }) => day ?? []))].toSorted()
  for (const day of days) {
    const reached = projected.find(({ date }) => date === day)
    if (!reached) continue
    const spent = chosen.reduce((sum, one) => (one.day === null || one.day <= day ? sum + one.cost : sum), 0)
    const missing = spent - reached.balance - overdraft
    if (missing > 0) return { day, missing }
  }
  return null
}

/** The selected lines by the network that they take, with their charges and the day on which the last one arrives. */
function networksOf(lines: readonly CheckedLine[]): Import['summary']['networks'] {
  const found = new Map<(typeof networks)[number], Import['summary']['networks'][number]>()
  for (const { item, payable } of lines) {
    if (!payable || item.is_skipped) continue
    const { network } = payable
    const { arrival_date } = item.transfer
    const sum = found.get(network) ?? { network, lines: 0, charges: 0, arrival_date: null }
    const last = sum.arrival_date !== null && (arrival_date ?? '') < sum.arrival_date ? sum.arrival_date : arrival_date
    found.set(network, {
      network,
      lines: sum.lines + 1,
      charges: sum.charges + payable.fees + payable.tax,
      arrival_date: last,
    })
  }
  return [...found.values()]
}

export function summaryOf(
  lines: readonly CheckedLine[],
  { available, overdraft, currency }: Funds,
  projected: readonly ProjectedDay[],
): Omit<Import['summary'], 'cover'> {
  const count = (status: ImportItem['status']) => lines.filter(({ item }) => item.status === status).length
  const chosen = chosenOf(lines)
  const total = chosen.reduce((sum, { cost }) => sum + cost, 0)
  const due_now = chosen.reduce((sum, { cost, day }) => (day === null ? sum + cost : sum), 0)
  return {
    lines: lines.length,
    ready: count('ready'),
    warning: count('warning'),
    duplicate: count('duplicate'),
    invalid: count('invalid'),
    total,
    due_now,
    balance: available,
    missing: Math.max(0, due_now - available),
    networks: networksOf(lines),
    shortfall: shortfallOf(chosen, projected, overdraft),
    unacknowledged: lines.filter(
      ({ item, payable }) => payable && !item.is_skipped && item.acknowledgement === 'needed',
    ).length,
    currency,
  }
}
