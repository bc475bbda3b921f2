import { columnsOf, recordsetOf } from '../db/columns.ts'
import type { Tx } from '../db/db.ts'
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
