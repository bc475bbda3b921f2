// Years of the ledger and of the audit log: each has its partitions.
import pg from 'pg'
import type { Sql } from '../db/db.ts'
import { Refused } from '../refused.ts'

/** Gives a year its partitions. False where it has them, or where something is booked in it already. */
export async function beginYear(db: Sql, year: number): Promise<boolean> {
  const [row] = await db<{ has_begun: boolean }>`SELECT begin_year(${year}) AS has_begun`
  return row?.has_begun ?? false
}

const NOT_YET = 'LG005'

/** Detaches all years before one; answers the names of their tables. */
export async function archiveYears(db: Sql, year: number, now: Date): Promise<string[]> {
  try {
    const rows = await db<{ name: string }>`SELECT name FROM archive_years(${year}, ${now}) AS name`
    return rows.map(({ name }) => name)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NOT_YET) throw new Refused(error.message, { cause: error })
    throw error
  }
}

/** Gives the planner statistics of the tables with years: PostgreSQL makes those of their partitions alone. */
export async function measureYears(db: Sql): Promise<void> {
  await db`SELECT measure_years()`
}
