import { columnsOf, recordsetOf } from '../db/columns.ts'
import type { Sql, Tx } from '../db/db.ts'
import {
  type Branch,
  branches,
  listedBranches,
  type PlacedBranch,
  placelessBranches,
  type ForeignHoliday,
  foreignHolidays,
  type Holiday,
  holidays,
  publishedBranches,
  publishedHolidays,
} from '../domains/bank/bank-columns.ts'

export type Rate = { currency: string; unit: number; buy: string; sell: string; transfer: string; fixed: boolean }

/** Answers the currencies whose rate of this moment was published before. */
export async function insertRates(tx: Tx, rates: readonly Rate[], at: Date): Promise<number> {
  const made = await tx`
    INSERT INTO exchange_rates (currency, effective_at, unit, buy, sell, transfer, fixed)
    SELECT currency, ${at}, unit, buy, sell, transfer, fixed
      FROM jsonb_to_recordset(${JSON.stringify(rates)}) AS r (currency text, unit integer, buy numeric, sell numeric, transfer numeric, fixed boolean)
    ON CONFLICT DO NOTHING RETURNING 1`
  return made.length
}

/** The published holidays among these days, unchanged. */
export const listHolidaysOf = (tx: Tx, given: readonly Holiday[]): Promise<Holiday[]> =>
  tx<Holiday>`
    SELECT ${columnsOf(holidays)} FROM holidays WHERE day = ANY (${given.map(({ day }) => day)}::date[]) ORDER BY day`

export async function upsertHolidays(tx: Tx, given: readonly Holiday[]): Promise<void> {
  await tx`
    INSERT INTO holidays (${columnsOf(holidays)}) SELECT ${columnsOf(holidays)} FROM ${recordsetOf(holidays, given, 'h')}
    ON CONFLICT (day) DO UPDATE SET (${columnsOf(publishedHolidays)}) = ROW(${columnsOf(publishedHolidays, 'excluded')})`
}

/**
 * Removes expected days: when a holiday is confirmed for another day at most three days away, the expected one is deleted, and so is
 * the Monday after it.
 */
export const removeExpectedHolidays = (tx: Tx, given: readonly Holiday[]): Promise<Holiday[]> =>
  tx<Holiday>`
    DELETE FROM holidays h
     WHERE NOT h.is_confirmed AND h.day <> ALL (${given.map(({ day }) => day)}::date[])
       AND EXISTS (SELECT FROM ${recordsetOf(holidays, given, 'c')}
                    WHERE c.is_confirmed AND abs(c.day - h.day) <= 3 AND h.name_fr IN (c.name_fr, 'Lendemain de la ' || c.name_fr))
    RETURNING ${columnsOf(holidays)}`

/** The published holidays of other countries among these, unchanged. */
export const listForeignHolidaysOf = (tx: Tx, given: readonly ForeignHoliday[]): Promise<ForeignHoliday[]> =>
  tx<ForeignHoliday>`
    SELECT ${columnsOf(foreignHolidays, 'f')} FROM foreign_holidays f JOIN ${recordsetOf(foreignHolidays, given, 'g')} USING (country, day)
     ORDER BY f.country, f.day`

export async function upsertForeignHolidays(tx: Tx, given: readonly ForeignHoliday[]): Promise<void> {
  await tx`
    INSERT INTO foreign_holidays (${columnsOf(foreignHolidays)})
    SELECT ${columnsOf(foreignHolidays)} FROM ${recordsetOf(foreignHolidays, given, 'h')}
    ON CONFLICT (country, day) DO UPDATE SET (${columnsOf(publishedHolidays)}) = ROW(${columnsOf(publishedHolidays, 'excluded')})`
}

/** Removes the expected day of a holiday that is confirmed in the same country for another day, at most three days away. */
export const removeExpectedForeignHolidays = (tx: Tx, given: readonly ForeignHoliday[]): Promise<ForeignHoliday[]> =>
  tx<ForeignHoliday>`
    DELETE FROM foreign_holidays h
     WHERE NOT h.is_confirmed
       AND NOT EXISTS (SELECT FROM ${recordsetOf(foreignHolidays, given, 'g')} WHERE g.country = h.country AND g.day = h.day)
       AND EXISTS (SELECT FROM ${recordsetOf(foreignHolidays, given, 'c')}
                    WHERE c.country = h.country AND c.is_confirmed AND abs(c.day - h.day) <= 3 AND c.name_fr = h.name_fr)
    RETURNING ${columnsOf(foreignHolidays, 'h')}`

type DatedHoliday = ForeignHoliday & { is_ours: boolean }

/** The holidays from a day on, of the bank's country and of the others of the union. */
export const listHolidaysFrom = (db: Sql, from: string): Promise<DatedHoliday[]> =>
  db<DatedHoliday>`
    SELECT left(bank.code, 2) AS country, h.day, h.name_fr, h.name_en, h.is_confirmed, true AS is_ours FROM bank, holidays h WHERE h.day >= ${from}
     UNION ALL
    SELECT f.country, f.day, f.name_fr, f.name_en, f.is_confirmed, false FROM foreign_holidays f WHERE f.day >= ${from}
     ORDER BY is_ours DESC, country, day`

/** The removed holiday of the bank's country; null where the day is none. */
export async function removeHoliday(tx: Tx, day: string): Promise<Holiday | null> {
  const [row] = await tx<Holiday>`DELETE FROM holidays WHERE day = ${day} RETURNING ${columnsOf(holidays)}`
  return row ?? null
}

/** The removed holiday of another country; null where the day is none there. */
export async function removeForeignHoliday(tx: Tx, country: string, day: string): Promise<ForeignHoliday | null> {
  const [row] = await tx<ForeignHoliday>`
    DELETE FROM foreign_holidays WHERE country = ${country} AND day = ${day} RETURNING ${columnsOf(foreignHolidays)}`
  return row ?? null
}

export async function getBankCountry(tx: Tx): Promise<string> {
  const [row] = await tx<{ country: string }>`SELECT left(code, 2) AS country FROM bank`
  if (!row) throw new Error('the bank has no identity')
  return row.country
}

/** The published branches among these, unchanged. */
export const listBranchesOf = (tx: Tx, given: readonly Pick<Branch, 'code'>[]): Promise<PlacedBranch[]> =>
  tx<PlacedBranch>`
    SELECT ${columnsOf(branches)} FROM branches WHERE code = ANY (${given.map(({ code }) => code)}) ORDER BY code`

/** Branches of a file without positions keep theirs. */
export async function upsertBranches(tx: Tx, given: readonly Branch[]): Promise<void> {
  await tx`
    INSERT INTO branches (${columnsOf(listedBranches)}) SELECT ${columnsOf(listedBranches)} FROM ${recordsetOf(listedBranches, given, 'b')}
    ON CONFLICT (code) DO UPDATE SET (${columnsOf(placelessBranches)}) = ROW(${columnsOf(placelessBranches, 'excluded')})`
}

export async function upsertPlacedBranches(tx: Tx, given: readonly PlacedBranch[]): Promise<void> {
  await tx`
    INSERT INTO branches (${columnsOf(branches)}) SELECT ${columnsOf(branches)} FROM ${recordsetOf(branches, given, 'b')}
    ON CONFLICT (code) DO UPDATE SET (${columnsOf(publishedBranches)}) = ROW(${columnsOf(publishedBranches, 'excluded')})`
}

export const listBranches = (db: Sql): Promise<PlacedBranch[]> =>
  db<PlacedBranch>`SELECT ${columnsOf(branches)} FROM branches ORDER BY code`

/** What names a branch; it stays as it is until the transaction ends. Null where there is no such branch. */
export async function lockBranchUses(
  tx: Tx,
  code: string,
): Promise<{ accounts: number; managers: number; chequebooks: number } | null> {
  const locked = await tx`SELECT 1 FROM branches WHERE code = ${code} FOR UPDATE`
  if (locked.length === 0) return null
  const [row] = await tx<{ accounts: number; managers: number; chequebooks: number }>`
    SELECT (SELECT count(*) FROM accounts WHERE branch_code = ${code}) AS accounts,
           (SELECT count(*) FROM advisors WHERE branch_code = ${code}) AS managers,
           (SELECT count(*) FROM chequebooks WHERE branch_code = ${code}) AS chequebooks`
  return row ?? null
}

export async function removeBranch(tx: Tx, code: string): Promise<PlacedBranch | null> {
  const [row] = await tx<PlacedBranch>`DELETE FROM branches WHERE code = ${code} RETURNING ${columnsOf(branches)}`
  return row ?? null
}
