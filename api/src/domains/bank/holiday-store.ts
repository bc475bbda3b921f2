import type { Sql } from '../../db/db.ts'

/** The bank's holidays from a day on. */
export async function listHolidaysFrom(db: Sql, from: string): Promise<string[]> {
  const rows = await db<{ day: string }>`SELECT day FROM holidays WHERE day >= ${from}::date ORDER BY day`
  return rows.map(({ day }) => day)
}
