import { columnsOf, recordsetOf } from '../db/columns.ts'
import type { Sql, Tx } from '../db/db.ts'
import {
  banks,
  correspondents,
  type EconomicCode,
  economicCodes,
  type ListedBank,
  type ListedCorrespondent,
  publishedBanks,
  publishedCorrespondents,
} from '../domains/bank/bank-columns.ts'

const MAX = 5_000

/** The countries among these that the portal does not know. */
export async function listUnknownCountries(tx: Tx, codes: readonly string[]): Promise<string[]> {
  const rows = await tx<{ code: string }>`
    SELECT DISTINCT given.code FROM unnest(${codes}::text[]) given (code)
     WHERE NOT EXISTS (SELECT FROM countries c WHERE c.code = given.code) ORDER BY given.code`
  return rows.map(({ code }) => code)
}

/** The directory, or the part of one country. */
export const listBanks = (db: Sql, country: string | null): Promise<ListedBank[]> =>
  db<ListedBank>`
    SELECT ${columnsOf(banks)} FROM banks WHERE ${country}::text IS NULL OR country = ${country} ORDER BY country, code LIMIT ${MAX}`

/** The banks of the directory among these, unchanged. */
export const listBanksOf = (tx: Tx, given: readonly ListedBank[]): Promise<ListedBank[]> =>
  tx<ListedBank>`
    SELECT ${columnsOf(banks, 'b')} FROM banks b JOIN ${recordsetOf(banks, given, 'g')} USING (country, code) ORDER BY b.country, b.code`

export async function upsertBanks(tx: Tx, given: readonly ListedBank[]): Promise<void> {
  await tx`
    INSERT INTO banks (${columnsOf(banks)}) SELECT ${columnsOf(banks)} FROM ${recordsetOf(banks, given, 'b')}
    ON CONFLICT (country, code) DO UPDATE SET (${columnsOf(publishedBanks)}) = ROW(${columnsOf(publishedBanks, 'excluded')})`
}

/** The removed bank; null where the directory has none with this code. */
export async function removeBank(tx: Tx, country: string, code: string): Promise<ListedBank | null> {
  const [row] = await tx<ListedBank>`
    DELETE FROM banks WHERE country = ${country} AND code = ${code} RETURNING ${columnsOf(banks)}`
  return row ?? null
}

export const listCorrespondents = (db: Sql): Promise<ListedCorrespondent[]> =>
  db<ListedCorrespondent>`SELECT ${columnsOf(correspondents)} FROM correspondents ORDER BY currency`

export async function upsertCorrespondents(tx: Tx, given: readonly ListedCorrespondent[]): Promise<void> {
  await tx`
    INSERT INTO correspondents (${columnsOf(correspondents)})
    SELECT ${columnsOf(correspondents)} FROM ${recordsetOf(correspondents, given, 'c')}
    ON CONFLICT (currency) DO UPDATE SET (${columnsOf(publishedCorrespondents)}) = ROW(${columnsOf(publishedCorrespondents, 'excluded')})`
}

/** The removed correspondent; null where the currency has none. */
export async function removeCorrespondent(tx: Tx, currency: string): Promise<ListedCorrespondent | null> {
  const [row] = await tx<ListedCorrespondent>`
    DELETE FROM correspondents WHERE currency = ${currency} RETURNING ${columnsOf(correspondents)}`
  return row ?? null
}

export const listEconomicCodes = (db: Sql): Promise<EconomicCode[]> =>
  db<EconomicCode>`SELECT ${columnsOf(economicCodes)} FROM economic_codes ORDER BY purpose`

export async function updateEconomicCodes(tx: Tx, given: readonly EconomicCode[]): Promise<void> {
  await tx`
    UPDATE economic_codes e SET code = g.code FROM ${recordsetOf(economicCodes, given, 'g')} WHERE e.purpose = g.purpose`
}
