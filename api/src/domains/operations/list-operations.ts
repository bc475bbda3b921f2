import { PER_PAGE } from 'contract/endpoint.ts'
import { FOUND_TOTALS_HEADER, MONTH_TOTALS_HEADER, type OperationFilter } from 'contract/operations.ts'
import type { Db } from '../../db/db.ts'
import { listBookedOperations, listUpcomingOperations, searchBookedOperations } from './operation-store.ts'

/** A page of operations; the first one opens with those to come, which no total counts. */
export async function listOperations(db: Db, accountId: string, page: number, filter: OperationFilter) {
  const isNarrowed = Object.values(filter).some((value) => value !== undefined && value !== '')
  const place = { page, per_page: PER_PAGE }
  // Without a filter the ledger knows its totals, and nothing is added up.
  const booked = await (isNarrowed ? searchBookedOperations(db, accountId, filter, place) : listBookedOperations(db, accountId, place))
  // Most accounts have none: then the page is one round trip.
  const upcoming = page === 1 && booked.has_upcoming ? await listUpcomingOperations(db, accountId, filter) : []
  return {
    items: [...upcoming, ...booked.items],
    total: booked.total,
    page,
    per_page: PER_PAGE,
    headers: { [MONTH_TOTALS_HEADER]: JSON.stringify(booked.months), [FOUND_TOTALS_HEADER]: JSON.stringify(booked.totals) },
  }
}
