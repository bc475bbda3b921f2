import { PER_PAGE } from 'contract/endpoint.ts'
import { FOUND_TOTALS_HEADER, MONTH_TOTALS_HEADER, type Operation } from 'contract/accounts/operations.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { readKnownNames } from '../counterparties/known-names.ts'
import { listReadableAccounts } from './all-accounts-store.ts'
import { identifyOperations } from './identify-operations.ts'
import { findPage, type FindPage } from './page-finder.ts'
import { type BookedPage, listUpcomingOperations, oneAccount, type OperationCriteria } from './operation-store.ts'
import { searchAccounts } from './search-accounts.ts'
import { searchOperations } from './search-operations.ts'

type Caller = Pick<AccountCaller, 'account_id' | 'user_id' | 'currency'>

const answer = (items: Operation[], { total, months, totals }: Omit<BookedPage, 'has_upcoming'>, page: number) => ({
  items,
  total,
  page,
  per_page: PER_PAGE,
  headers: { [MONTH_TOTALS_HEADER]: JSON.stringify(months), [FOUND_TOTALS_HEADER]: JSON.stringify(totals) },
})

/** A page of the accounts on which the user may see operations: they are read for each request, so that a removed right takes effect at once. */
async function listOfAllAccounts(db: Db, caller: Caller, page: number, filter: OperationCriteria) {
  const accounts = await listReadableAccounts(db, caller, filter)
  const booked = await searchAccounts(db, accounts, caller, filter, { page, per_page: PER_PAGE })
  const ids = accounts.map(({ id }) => id)
  const named = { user_id: caller.user_id, ids, are_named: true, currency: caller.currency }
  const upcoming = page === 1 ? await listUpcomingOperations(db, named, filter) : []
  const rows = [...upcoming, ...booked.items]
  const names = await readKnownNames(db, [...new Set(rows.map(({ account }) => account?.id ?? caller.account_id))])
  return answer(await identifyOperations(db, rows, caller.account_id, names), booked, page)
}

/** Whether a filter asks for some of the operations of an account, or for those of other accounts. */
export const isNarrowed = (filter: OperationCriteria): boolean =>
  Object.values(filter).some((value) => value !== undefined && value !== '')

/**
 * A page of an account without a filter: the ledger knows its totals, so that no sum is calculated. Most accounts have no upcoming
 * operations: then it is all that is read.
 */
async function listUnfiltered(db: Db, caller: Caller, page: number, find: FindPage) {
  const { account_id } = caller
  const booked = await find(db, { account_id, page })
  if (page > 1 || !booked.has_upcoming) return answer(booked.items, booked, page)
  const [upcoming, names] = await Promise.all([
    listUpcomingOperations(db, oneAccount(caller), {}),
    readKnownNames(db, [account_id]),
  ])
  return answer([...(await identifyOperations(db, upcoming, account_id, names)), ...booked.items], booked, page)
}

/** A page of operations; the first one starts with the upcoming ones, which the totals exclude. */
export async function listOperations(
  db: Db,
  caller: Caller,
  page: number,
  filter: OperationCriteria,
  find: FindPage = findPage,
) {
  if (filter.account === 'all') return listOfAllAccounts(db, caller, page, filter)
  if (!isNarrowed(filter)) return listUnfiltered(db, caller, page, find)
  const { account_id } = caller
  const [booked, names] = await Promise.all([
    searchOperations(db, account_id, filter, { page, per_page: PER_PAGE }),
    readKnownNames(db, [account_id]),
  ])
  const upcoming = page === 1 && booked.has_upcoming ? await listUpcomingOperations(db, oneAccount(caller), filter) : []
  return answer(await identifyOperations(db, [...upcoming, ...booked.items], account_id, names), booked, page)
}
