// Searches operations on all accounts of a reader. What a filter finds is counted once by day and kept in memory: entries are only
// added, so that later calls count what is new.
import { createHash } from 'node:crypto'
import type { FoundTotals } from 'contract/accounts/operations.ts'
import type { Currency } from 'contract/values/money.ts'
import { addDays, addMonths } from 'contract/values/calendar.ts'
import type { Db } from '../../db/db.ts'
import {
  type DayTally,
  findFirstDay,
  type FoundDay,
  type GroupAccount,
  listAccountsPage,
  listFoundOnAccounts,
  type AccountRange,
  type Reader,
  tallyAccounts,
} from './all-accounts-store.ts'
import { evictOldest } from './evict-oldest.ts'
import type { BookedPage, Days, OperationCriteria, Page } from './operation-store.ts'

type Sums = { total: number; credits: number; debits: number }
type Day = { account_bits: number; total: number; by: Map<Currency, Sums> }
type Known = {
  /** The state of categories and documents that was counted; null where they do not matter. */
  categorisation: number | null
  /** The entries up to which months are counted, and those up to which what came later is counted. */
  first: readonly AccountRange[]
  ranges: readonly AccountRange[]
  /** The months that are still to count; null until the first day is known. */
  months: Days[] | null
  days: Map<string, Day>
  /** One caller counts at a time: the next one finds its work done. */
  turn: Promise<void>
}

/** Filters, and the days of all of them together, of which each takes almost a kilobyte. */
const MAX_KNOWN = { values: 200, size: 100_000 }
/** By database, accounts and filter; the least recently used one is evicted first. */
const known = new WeakMap<Db, Map<string, Known>>()

function add({ days }: Known, tallies: readonly DayTally[]): void {
  for (const { day, currency, account_bits, total, credits, debits } of tallies) {
    const one = days.get(day)
    const sums = one?.by.get(currency) ?? { total: 0, credits: 0, debits: 0 }
    const both = { total: sums.total + total, credits: sums.credits + credits, debits: sums.debits + debits }
    days.set(day, {
      account_bits: (one?.account_bits ?? 0) | account_bits,
      total: (one?.total ?? 0) + total,
      by: new Map(one?.by).set(currency, both),
    })
  }
}

/** The months between two days, newest first. */
function monthsBetween(from: string, to: string): Days[] {
  const months: Days[] = []
  for (let month = `${to.slice(0, 7)}-01`; month.slice(0, 7) >= from.slice(0, 7); month = addMonths(month, -1)) {
    const end = addDays(addMonths(month, 1), -1)
    months.push({ from: month > from ? month : from, to: end < to ? end : to })
  }
  return months
}

/** The bits of an integer that are not its sign. */
const BITS = 31

const rangeOf = (
  { id, currency, entry_count, last_booking_date }: GroupAccount,
  index: number,
  reader: Reader,
): AccountRange => ({
  id,
  bit: index % BITS,
  after_seq: 0,
  last_seq: entry_count,
  since: last_booking_date,
  has_currency: currency === reader.currency,
})

const EVER = { from: '0001-01-01', to: '9999-12-31' }
const daysOf = ({ from, to }: OperationCriteria): Days => ({ from: from ?? EVER.from, to: to ?? EVER.to })

/** The months in which the accounts have operations that the filter does not exclude by their day, newest first. */
async function monthsToCount(db: Db, { first, ranges }: Known, filter: OperationCriteria): Promise<Days[]> {
  const { from, to } = daysOf(filter)
  const oldest = await findFirstDay(
    db,
    first.map(({ id }) => id),
  )
  const newest = ranges.reduce((day, { since }) => (since !== null && since > day ? since : day), EVER.from)
  return oldest === null ? [] : monthsBetween(from > oldest ? from : oldest, to < newest ? to : newest)
}

/** Counts what is not counted yet. What was counted stays when the database fails on the way. */
async function count(
  db: Db,
  one: Known,
  accounts: readonly GroupAccount[],
  reader: Reader,
  filter: OperationCriteria,
): Promise<void> {
  one.months ??= await monthsToCount(db, one, filter)
  // Another caller may have counted further than these accounts were when they were read.
  const ranges = one.ranges.map((range, index) => {
    const account = accounts[index]
    return account && account.entry_count > range.last_seq ? rangeOf(account, index, reader) : range
  })
  const added = ranges.flatMap((range, index) => {
    const before = one.ranges[index]
    return before && before !== range ? [{ ...range, after_seq: before.last_seq, since: before.since }] : []
  })
  if (added.length > 0) add(one, await tallyAccounts(db, added, filter, daysOf(filter)))
  one.ranges = ranges
  for (let [month] = one.months; month; [month] = one.months) {
    add(one, await tallyAccounts(db, one.first, filter, month))
    one.months.shift()
  }
}

async function tally(
  db: Db,
  accounts: readonly GroupAccount[],
  reader: Reader,
  filter: OperationCriteria,
): Promise<Pick<Known, 'days' | 'ranges'>> {
  const memory = known.get(db) ?? new Map<string, Known>()
  known.set(db, memory)
  const { search, namesInWording, from, to, sign, type, min, max, categories, documents } = filter
  const ids = accounts.map(({ id }) => id)
  // What was counted before years were archived is not found any more.
  const archives = accounts[0]?.archives
  const key = createHash('sha256')
    .update(
      JSON.stringify([
        reader.currency,
        archives,
        search,
        namesInWording,
        from,
        to,
        sign,
        type,
        min,
        max,
        categories,
        documents,
        ids,
      ]),
    )
    .digest('base64')
  // A state only rises: the sum stays where none of them has changed.
  const categorisation =
    categories || documents ? accounts.reduce((sum, account) => sum + account.categorisation, 0) : null
  let one = memory.get(key)
  if (one?.categorisation !== categorisation) {
    const ranges = accounts.map((account, index) => rangeOf(account, index, reader))
    const first = ranges.map((range) => ({ ...range, since: null }))
    one = { categorisation, first, ranges, months: null, days: new Map(), turn: Promise.resolve() }
  }
  const current = one
  memory.delete(key)
  memory.set(key, current)
  const turn = current.turn.then(() => count(db, current, accounts, reader, filter))
  current.turn = turn.catch(() => undefined)
  try {
    await turn
  } finally {
    evictOldest(memory, MAX_KNOWN, ({ days }) => days.size)
  }
  return { days: new Map(current.days), ranges: current.ranges }
}

const byCurrency = (reader: Reader) => (one: { currency: Currency }, other: { currency: Currency }) =>
  Number(one.currency !== reader.currency) - Number(other.currency !== reader.currency) ||
  one.currency.localeCompare(other.currency)

/** Credits and debits of some days, one for each currency in which something is found. */
function sum(days: readonly Day[], reader: Reader): FoundTotals {
  const totals = new Map<Currency, Sums>()
  for (const { by } of days)
    for (const [currency, { total, credits, debits }] of by) {
      const one = totals.get(currency) ?? { total: 0, credits: 0, debits: 0 }
      totals.set(currency, { total: one.total + total, credits: one.credits + credits, debits: one.debits + debits })
    }
  return [...totals]
    .map(([currency, { credits, debits }]) => ({ currency, credits, debits }))
    .toSorted(byCurrency(reader))
}

/** The totals of everything found: a currency of the accounts in which nothing is found has zeros. */
function totalsOf(days: readonly Day[], accounts: readonly GroupAccount[], reader: Reader): FoundTotals {
  const found = sum(days, reader)
  const missing = new Set(accounts.map(({ currency }) => currency))
  for (const { currency } of found) missing.delete(currency)
  return [...found, ...[...missing].map((currency) => ({ currency, credits: 0, debits: 0 }))].toSorted(
    byCurrency(reader),
  )
}

/** Whether a filter only limits the days: then the running figures of the ledger give every sum. */
const isOfDays = ({ search, sign, type, min, max, categories, documents }: OperationCriteria) =>
  !search && !sign && !type && min === undefined && max === undefined && !categories && !documents

/** A page of the operations that a filter finds on these accounts, with exact totals by currency. */
export async function searchAccounts(
  db: Db,
  accounts: readonly GroupAccount[],
  reader: Reader,
  filter: OperationCriteria,
  position: Page,
): Promise<Omit<BookedPage, 'has_upcoming'>> {
  if (isOfDays(filter))
    return listAccountsPage(
      db,
      accounts.map(({ id }) => id),
      reader,
      filter,
      position,
    )
  const { days, ranges } = await tally(db, accounts, reader, filter)
  const newestFirst = [...days].toSorted(([one], [other]) => (one < other ? 1 : -1))
  const skipped = (position.page - 1) * position.per_page
  let before = 0
  let skippedOnDays = 0
  const daysOfPage: FoundDay[] = []
  for (const [day, { account_bits, total }] of newestFirst) {
    if (before + total > skipped && before < skipped + position.per_page) {
      if (daysOfPage.length === 0) skippedOnDays = skipped - before
      daysOfPage.push({ day, account_bits })
    }
    before += total
  }
  const months = [...new Set(daysOfPage.map(({ day }) => day.slice(0, 7)))]
  return {
    items:
      daysOfPage.length > 0
        ? await listFoundOnAccounts(db, ranges, filter, {
            days: daysOfPage,
            skipped: skippedOnDays,
            limit: position.per_page,
          })
        : [],
    total: before,
    totals: totalsOf([...days.values()], accounts, reader),
    months: months.flatMap((month) =>
      sum(
        newestFirst.filter(([day]) => day.startsWith(month)).map(([, day]) => day),
        reader,
      ).map((totals) => ({ month, ...totals })),
    ),
  }
}

export type Extent = {
  total: number
  totals: FoundTotals
  /** How far the accounts are read, and the days between which something is found: null where nothing is. */
  ranges: readonly AccountRange[]
  days: Days | null
}

/** The number and sums of what a filter finds on these accounts now, and the days on which it finds it. */
export async function measureAccounts(
  db: Db,
  accounts: readonly GroupAccount[],
  reader: Reader,
  filter: OperationCriteria,
): Promise<Extent> {
  if (isOfDays(filter)) {
    const ids = accounts.map(({ id }) => id)
    const { total, totals } = await listAccountsPage(db, ids, reader, filter, { page: 1, per_page: 1 })
    const ranges = accounts.map((account, index) => rangeOf(account, index, reader))
    const { from, to } = daysOf(filter)
    const first = await findFirstDay(db, ids)
    const last = ranges.reduce((day, { since }) => (since !== null && since > day ? since : day), EVER.from)
    const days = first === null ? null : { from: from > first ? from : first, to: to < last ? to : last }
    return { total, totals, ranges, days }
  }
  const { days, ranges } = await tally(db, accounts, reader, filter)
  const found = [...days.keys()].toSorted()
  const [from] = found
  const to = found.at(-1)
  return {
    total: [...days.values()].reduce((all, { total }) => all + total, 0),
    totals: totalsOf([...days.values()], accounts, reader),
    ranges,
    days: from !== undefined && to !== undefined ? { from, to } : null,
  }
}
