import { addDays, type Holidays } from 'contract/values/calendar.ts'
import { MAX_DAYS_AHEAD } from 'contract/transfers/transfers.ts'
import { type Fragment, part, type Sql } from '../../db/db.ts'

/** The bank's holidays from a day on. */
export async function listHolidaysFrom(db: Sql, from: string): Promise<Holidays> {
  const rows = await db<{ day: string }>`SELECT day FROM holidays WHERE day >= ${from}::date ORDER BY day`
  return new Set(rows.map(({ day }) => day))
}

// For as long as orders are planned, and some days more.
const lastDayFrom = (from: string) => addDays(from, MAX_DAYS_AHEAD + 31)

/** The holidays of the country of `paid.iban`, after the code of the country. */
export const payeeHolidaysFrom = (from: string): Fragment => part`
  ARRAY(SELECT country || ' ' || day FROM foreign_holidays
         WHERE country = left(paid.iban, 2) AND day BETWEEN ${from}::date AND ${lastDayFrom(from)}::date)`

/** The holidays of the bank's country and of the others, as `UnionHolidays` has them. */
export const unionHolidaysFrom = (from: string): Fragment => part`(
  ARRAY(SELECT day::text FROM holidays WHERE day >= ${from}::date ORDER BY day LIMIT 60)
  || ARRAY(SELECT country || ' ' || day FROM foreign_holidays
            WHERE day BETWEEN ${from}::date AND ${lastDayFrom(from)}::date))`

export async function listUnionHolidaysFrom(db: Sql, from: string): Promise<string[]> {
  const [row] = await db<{ days: string[] }>`SELECT ${unionHolidaysFrom(from)} AS days`
  return row?.days ?? []
}
