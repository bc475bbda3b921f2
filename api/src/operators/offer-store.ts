import { columnsOf, recordsetOf, type RowOf } from '../db/columns.ts'
import type { Sql, Tx } from '../db/db.ts'
import { chequebookTypes, pricedTypes } from '../domains/chequebooks/chequebook-columns.ts'
import { offers, publishedOffers } from '../domains/deposits/deposit-columns.ts'

export type Offer = RowOf<typeof offers>
export type ChequebookType = RowOf<typeof chequebookTypes>

/** Replaces all offers; answers the former ones. */
export async function replaceOffers(tx: Tx, given: readonly Offer[]): Promise<Offer[]> {
  const before = await tx<Offer>`SELECT ${columnsOf(offers)} FROM deposit_offers ORDER BY term FOR UPDATE`
  await tx`DELETE FROM deposit_offers WHERE term <> ALL (${given.map(({ term }) => term)}::int[])`
  await tx`
    INSERT INTO deposit_offers (${columnsOf(offers)}) SELECT ${columnsOf(offers)} FROM ${recordsetOf(offers, given, 'o')}
    ON CONFLICT (term) DO UPDATE SET (${columnsOf(publishedOffers)}) = ROW(${columnsOf(publishedOffers, 'excluded')})`
  return before
}

/** All types of chequebooks, also those that are no longer on offer. */
export const listChequebookTypes = (db: Sql): Promise<ChequebookType[]> =>
  db<ChequebookType>`SELECT ${columnsOf(chequebookTypes)} FROM chequebook_types ORDER BY NOT is_offered, id`

/** Offers these types and no others. The types themselves stay: orders name them. */
export async function offerChequebookTypes(tx: Tx, given: readonly ChequebookType[]): Promise<void> {
  await tx`UPDATE chequebook_types SET is_offered = false WHERE id <> ALL (${given.map(({ id }) => id)})`
  await tx`
    INSERT INTO chequebook_types (${columnsOf(chequebookTypes)})
    SELECT ${columnsOf(chequebookTypes)} FROM ${recordsetOf(chequebookTypes, given, 't')}
    ON CONFLICT (id) DO UPDATE SET (${columnsOf(pricedTypes)}) = ROW(${columnsOf(pricedTypes, 'excluded')})`
}
