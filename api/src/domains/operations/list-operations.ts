import { PER_PAGE } from 'contract/endpoint.ts'
import { MONTH_TOTALS_HEADER } from 'contract/operations.ts'
import type { Db } from '../../db/db.ts'
import { listBookedOperations, listUpcomingOperations } from './operation-store.ts'

/** A page of operations; the first one opens with those to come, which no total counts. */
export async function listOperations(db: Db, accountId: string, page: number) {
  const booked = await listBookedOperations(db, accountId, { page, per_page: PER_PAGE })
  // Most accounts have none: then the page is one round trip.
  const upcoming = page === 1 && booked.has_upcoming ? await listUpcomingOperations(db, accountId) : []
  return {
    items: [...upcoming, ...booked.items],
    total: booked.total,
    page,
    per_page: PER_PAGE,
    headers: { [MONTH_TOTALS_HEADER]: JSON.stringify(booked.months) },
  }
}
