// The days without business, of the bank's country and of transfers to the other countries of the union. Pure.
import { addDays, businessDayFrom, type Holidays, isBusinessDay } from 'contract/values/calendar.ts'
import type { UnionHolidays } from '../transfers/transfer-charges-rules.ts'

/** A day without business, and the next one with it. `country`: for transfers through the clearing to it; null: for everything else. */
export type ClosedDay = { country: string | null; day: string; next: string }

const closedIn = (country: string | null, holidays: Holidays): ClosedDay[] =>
  [...holidays]
    // Nothing is planned on a Saturday or a Sunday.
    .filter((day) => isBusinessDay(day, new Set()))
    .map((day) => ({ country, day, next: businessDayFrom(addDays(day, 1), holidays) }))

/** A transfer to a country whose holidays are known runs on a business day of both countries. */
export function closedDaysOf(holidays: UnionHolidays): ClosedDay[] {
  const own = [...holidays].filter((day) => !day.includes(' '))
  const foreign = Map.groupBy(
    [...holidays].filter((day) => day.includes(' ')),
    (day) => day.slice(0, 2),
  )
  return [
    ...closedIn(null, new Set(own)),
    ...[...foreign].flatMap(([country, days]) =>
      closedIn(country, new Set([...own, ...days.map((day) => day.slice(3))])),
    ),
  ]
}
