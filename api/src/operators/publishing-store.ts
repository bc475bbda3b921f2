import type { Tx } from '../db/db.ts'

export type Rate = { currency: string; unit: number; buy: string; sell: string; transfer: string; fixed: boolean }
export type Holiday = { day: string; name_fr: string; name_en: string; is_confirmed: boolean }
export type Branch = {
  code: string
  name: string
  address: string
  phone: string
  opening_hours_fr: string
  opening_hours_en: string
}

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
export const listHolidaysOf = (tx: Tx, holidays: readonly Holiday[]): Promise<Holiday[]> =>
  tx<Holiday>`SELECT day, name_fr, name_en, is_confirmed FROM holidays WHERE day = ANY (${holidays.map(({ day }) => day)}::date[]) ORDER BY day`

export async function upsertHolidays(tx: Tx, holidays: readonly Holiday[]): Promise<void> {
  await tx`
    INSERT INTO holidays (day, name_fr, name_en, is_confirmed)
    SELECT day, name_fr, name_en, is_confirmed
      FROM jsonb_to_recordset(${JSON.stringify(holidays)}) AS h (day date, name_fr text, name_en text, is_confirmed boolean)
    ON CONFLICT (day) DO UPDATE SET name_fr = excluded.name_fr, name_en = excluded.name_en, is_confirmed = excluded.is_confirmed`
}

/**
 * Removes expected days: when a holiday is confirmed for another day at most three days away, the expected one is deleted, and so is
 * the Monday after it.
 */
export const removeExpectedHolidays = (tx: Tx, holidays: readonly Holiday[]): Promise<Holiday[]> =>
  tx<Holiday>`
    DELETE FROM holidays h
     WHERE NOT h.is_confirmed AND h.day <> ALL (${holidays.map(({ day }) => day)}::date[])
       AND EXISTS (SELECT FROM jsonb_to_recordset(${JSON.stringify(holidays)}) AS c (day date, name_fr text, is_confirmed boolean)
                    WHERE c.is_confirmed AND abs(c.day - h.day) <= 3 AND h.name_fr IN (c.name_fr, 'Lendemain de la ' || c.name_fr))
    RETURNING day, name_fr, name_en, is_confirmed`

/** The published branches among these, unchanged. */
export const listBranchesOf = (tx: Tx, branches: readonly Branch[]): Promise<Branch[]> =>
  tx<Branch>`
    SELECT code, name, address, phone, opening_hours_fr, opening_hours_en
      FROM branches WHERE code = ANY (${branches.map(({ code }) => code)}) ORDER BY code`

export async function upsertBranches(tx: Tx, branches: readonly Branch[]): Promise<void> {
  await tx`
    INSERT INTO branches (code, name, address, phone, opening_hours_fr, opening_hours_en)
    SELECT code, name, address, phone, opening_hours_fr, opening_hours_en
      FROM jsonb_to_recordset(${JSON.stringify(branches)}) AS b (code text, name text, address text, phone text, opening_hours_fr text,
                                                               opening_hours_en text)
    ON CONFLICT (code) DO UPDATE SET name = excluded.name, address = excluded.address, phone = excluded.phone,
                                     opening_hours_fr = excluded.opening_hours_fr, opening_hours_en = excluded.opening_hours_en`
}
