import type { Purpose } from 'contract/transfers/transfers.ts'
import type { Sql } from '../../db/db.ts'

/** The bank that settles payments in a currency, and the account of this bank there. */
export type Correspondent = { currency: string; bic: string; account_number: string | null }

/** What payments abroad need from the bank: its correspondents, and the code of each purpose for the declaration. */
export type AbroadReference = { correspondents: Correspondent[]; codes: Partial<Record<Purpose, string>> }

export async function findAbroadReference(db: Sql): Promise<AbroadReference> {
  const [row] = await db<AbroadReference>`
    SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'bic', bic, 'account_number', account_number)), '[]') FROM correspondents) AS correspondents,
           (SELECT coalesce(jsonb_object_agg(purpose, code), '{}') FROM economic_codes) AS codes`
  if (!row) throw new Error('a select without a row')
  return row
}
