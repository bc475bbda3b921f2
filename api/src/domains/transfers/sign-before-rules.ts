// The moment before which orders must be signed to leave on their date. Pure.
import type { PlainDate } from 'contract/values/dates.ts'
import { firstDayFor, isAlwaysOpen, lastMomentOn, type Network, type Tariff } from './transfer-charges-rules.ts'

type Calendar = { now: Date; tariff: Tariff; holidays: ReadonlySet<string> }

/**
 * The cut-off of its date, or of today for an order without a date. Null where there is none: inside the bank a transfer
 * leaves at any hour, and a moment that has passed decides nothing any more.
 */
export function signBefore(
  { network, due_on }: { network: Network | null; due_on: PlainDate | null },
  { now, tariff, holidays }: Calendar,
): Date | null {
  if (network === null || isAlwaysOpen(network)) return null
  const today = now.toISOString().slice(0, 10)
  const day = due_on ?? today
  if (day < today || (day === today && firstDayFor(network, now, tariff, holidays) !== today)) return null
  return lastMomentOn(network, day, tariff)
}

/** The first cut-off of several transfers of one date. */
export function firstToSignBefore(networks: readonly Network[], due_on: PlainDate, calendar: Calendar): Date | null {
  const moments = [...new Set(networks)].flatMap((network) => signBefore({ network, due_on }, calendar) ?? [])
  return moments.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null
}
