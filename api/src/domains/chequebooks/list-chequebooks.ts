import type { ChequebookDetail, ChequebookType } from 'contract/products/chequebooks.ts'
import type { Language } from 'contract/language.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db, Sql } from '../../db/db.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { chargesOn } from './chequebook-rules.ts'
import {
  chequebookOf,
  countChequebooks,
  findChequebooks,
  findChequeTariff,
  findTypes,
  listPaid,
  listStops,
} from './chequebook-store.ts'

export async function listChequebooks(
  db: Db,
  caller: AccountCaller,
  lang: Language,
  cheque: number | null,
  page: { page: number; per_page: number },
) {
  const rows = await findChequebooks(db, caller, lang, {
    cheque,
    limit: page.per_page,
    offset: (page.page - 1) * page.per_page,
  })
  return {
    ...page,
    items: rows.map((row) => chequebookOf(row, caller)),
    total: await countChequebooks(db, caller.account_id, cheque),
  }
}

export async function listTypes(db: Db): Promise<ChequebookType[]> {
  const { taf_basis_points } = await findChequeTariff(db)
  const types = await findTypes(db, null)
  const totalOf = (fee: number) => fee + chargesOn(fee, taf_basis_points).tax
  return types.map((type) => ({
    ...type,
    totals: Array.from({ length: type.max_per_order }, (_, position) => totalOf(type.fee * (position + 1))),
    currency: 'XOF',
  }))
}

/** One chequebook with its used cheques. */
export async function describeChequebook(
  db: Sql,
  caller: AccountCaller,
  lang: Language,
  id: string,
): Promise<ChequebookDetail> {
  const [row] = await findChequebooks(db, caller, lang, { id, limit: 1, offset: 0 })
  if (!row) throw new Refusal('not_found')
  const tariff = await findChequeTariff(db)
  const { fees, tax } = chargesOn(tariff.cheque_stop_fee, tariff.taf_basis_points)
  const { first_number, last_number } = row
  const stops = await listStops(db, caller.account_id, id)
  return {
    ...chequebookOf(row, caller),
    stops: stops.map((stop) => ({ ...stop, stopped_at: unixSeconds(stop.stopped_at) })),
    paid:
      first_number !== null && last_number !== null
        ? await listPaid(db, caller.account_id, first_number, last_number)
        : [],
    stop_price: fees + tax,
  }
}
