// The moment before which a transfer must be signed to leave on its date. Pure.
import type { PlainDate } from 'contract/values/dates.ts'
import { firstDayFor, lastMomentOn, type Network, type Tariff } from '../transfers/transfer-charges-rules.ts'

/**
 * The cut-off of its date, or of today for an order without a date. Null where there is none: inside the bank a transfer
 * leaves at any hour, and a moment that has passed decides nothing any more.
 */
export function signBefore(
  { network, due_on }: { network: Network | null; due_on: PlainDate | null },
  { now, tariff, holidays }: { now: Date; tariff: Tariff; holidays: ReadonlySet<string> },
): Date | null {
  if (network === null || network === 'book') return null
  const today = now.toISOString().slice(0, 10)
  const day = due_on ?? today
  if (day < today || (day === today && firstDayFor(network, now, tariff, holidays) !== today)) return null
  return lastMomentOn(network, day, tariff)
}
