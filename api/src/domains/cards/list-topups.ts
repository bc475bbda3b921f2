import type { CardTopup, RecurringTopup } from 'contract/products/card-topups.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { listRecurring } from './recurring-store.ts'
import { countTopups, findTopup, findTopupRules, findTopups, type TopupFilter, topupOf } from './topup-store.ts'

type Ports = { db: Db; clock: Clock }

export async function listTopups(
  { db }: Ports,
  caller: AccountCaller,
  filter: TopupFilter,
  page: { page: number; per_page: number },
) {
  const { per_page } = page
  const rows = await findTopups(db, caller, filter, { limit: per_page, offset: (page.page - 1) * per_page })
  return {
    ...page,
    items: rows.map((row) => topupOf(row, caller)),
    total: await countTopups(db, caller.account_id, filter),
  }
}

export async function getTopup({ db }: Ports, caller: AccountCaller, id: string): Promise<CardTopup> {
  const row = await findTopup(db, caller, id)
  if (!row) throw new Refusal('not_found')
  return topupOf(row, caller)
}

export async function listRecurringTopups({ db, clock }: Ports, caller: AccountCaller): Promise<RecurringTopup[]> {
  const { holidays } = await findTopupRules(db, clock.now().toISOString().slice(0, 10))
  return listRecurring(db, caller, null, new Set(holidays))
}
