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

/** Refuses a year whose entries the first jobs of the next one have still to read: its last statements, and its last interest on debit balances. */
async function refuseUnfinishedYear(db: Sql, year: number): Promise<void> {
  const [made] = await db<{ statements: boolean; interest: boolean; values: boolean }>`
    SELECT EXISTS (SELECT FROM statement_months WHERE first_day >= make_date(${year} - 1, 12, 1)) AS statements,
           EXISTS (SELECT FROM overdraft_quarters WHERE first_day >= make_date(${year} - 1, 10, 1)) AS interest,
           NOT EXISTS (SELECT FROM ledger_entries
                        WHERE seq IS NOT NULL AND booking_date < make_date(${year}, 1, 1)
                          AND value_date >= (SELECT max(first_day) + interval '3 months' FROM overdraft_quarters)) AS values`
  if (!made?.statements) throw new Refused(`the statements of December ${year - 1} are not made yet`)
  if (!made.interest)
    throw new Refused(`the interest on debit balances of the last quarter of ${year - 1} is not computed yet`)
  if (!made.values)
    throw new Refused(
      `operations of ${year - 1} have value dates in a quarter whose interest on debit balances is not computed yet`,
    )
}

/** Detaches all years before one; answers the names of their tables. */
export async function archiveYears(db: Sql, year: number, now: Date): Promise<string[]> {
  await refuseUnfinishedYear(db, year)
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
