// Finds pages of operations without a filter, with their identities: under load, pages of several accounts are read together.
import { PER_PAGE } from 'contract/endpoint.ts'
import type { Operation } from 'contract/accounts/operations.ts'
import { batcherOfEach } from '../../db/batcher.ts'
import type { Sql } from '../../db/db.ts'
import { readKnownNames } from '../counterparties/known-names.ts'
import { identifyLists } from './identify-operations.ts'
import { type BookedPage, listBookedPages, type PageOfAccount } from './operation-store.ts'

/** A page takes a quarter of a millisecond of the database: one does not wait for many others. */
const PAGES = { max: 16, concurrency: 4 }

type IdentifiedPage = Omit<BookedPage, 'items'> & { items: Operation[] }
export type FindPage = (db: Sql, page: PageOfAccount) => Promise<IdentifiedPage>

async function findPages(db: Sql, pages: readonly PageOfAccount[]): Promise<IdentifiedPage[]> {
  const [booked, names] = await Promise.all([
    listBookedPages(db, pages, PER_PAGE),
    readKnownNames(db, [...new Set(pages.map(({ account_id }) => account_id))]),
  ])
  const lists = pages.map(({ account_id }, index) => ({ account_id, items: booked[index]?.items ?? [] }))
  const items = await identifyLists(db, lists, names)
  return booked.map((page, index) => ({ ...page, items: items[index] ?? [] }))
}

/** A page that is read at once, apart from others. */
export const findPage: FindPage = async (db, page) => {
  const [found] = await findPages(db, [page])
  if (!found) throw new Error('each requested page is answered')
  return found
}

/** Booked operations of a page of one account, newest first, with the totals of the account and of the months of the page. */
export const pageFinder = (): FindPage => batcherOfEach(findPages, PAGES)
