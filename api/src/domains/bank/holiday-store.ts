import type { Holidays } from 'contract/values/calendar.ts'
import type { Sql } from '../../db/db.ts'

/** The bank's holidays from a day on. */
export async function listHolidaysFrom(db: Sql, from: string): Promise<Holidays> {
  const rows = await db<{ day: string }>`SELECT day FROM holidays WHERE day >= ${from}::date ORDER BY day`
  return new Set(rows.map(({ day }) => day))
}
