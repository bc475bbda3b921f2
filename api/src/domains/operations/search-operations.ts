import { addDays, addMonths } from 'contract/values/calendar.ts'
import type { Db } from '../../db/db.ts'
import {
  type BookedPage,
  type Counted,
  type Days,
  listFoundOperations,
  type MonthTally,
  type Page,
  type OperationCriteria,
  type Tally,
  tallyOperations,
} from './operation-store.ts'

/** The cached totals of a filter on an account up to one entry, in one state of its categories and documents. */
type Known = Counted & { months: MonthTally[] }
const MAX_KNOWN = 2_000
/** By database, account and filter; the least recently used one is evicted first. */
const known = new WeakMap<Db, Map<string, Known>>()

function merge(before: readonly MonthTally[], added: readonly MonthTally[]): MonthTally[] {
  const months = new Map(before.map((month) => [month.month, month]))
  for (const { month, days, total, credits, debits } of added) {
    const one = months.get(month) ?? { days: 0, total: 0, credits: 0, debits: 0 }
    months.set(month, {
      month,
      days: one.days | days,
      total: one.total + total,
      credits: one.credits + credits,
      debits: one.debits + debits,
    })
  }
  return [...months.values()].toSorted((a, b) => (a.month < b.month ? 1 : -1))
}

/**
 * The exact count and sums of a filter. Entries of an account are only added, so the totals up to a known entry come from the cache
 * and only newer entries are counted. Categories and documents change: a filter by them is counted again after a change. All are counted
 * again when years were archived.
 */
async function tally(db: Db, accountId: string, filter: OperationCriteria): Promise<Tally> {
  const memory = known.get(db) ?? new Map<string, Known>()
  known.set(db, memory)
  const { search, namesInWording, from, to, sign, type, min, max, categories, documents } = filter
  const key = JSON.stringify([accountId, search, namesInWording, from, to, sign, type, min, max, categories, documents])
  const isCategorised = Boolean(categories ?? documents)
  const before = memory.get(key) ?? { last_seq: 0, categorisation: null, archives: 0, months: [] }
  const found = await tallyOperations(db, accountId, filter, before)
  const months = found.is_after ? merge(before.months, found.months) : found.months
  memory.delete(key)
  const { entry_count: last_seq, categorisation, archives } = found
  memory.set(key, { last_seq, categorisation: isCategorised ? categorisation : null, archives, months })
  const [oldest] = memory.size > MAX_KNOWN ? memory.keys() : []
  if (oldest !== undefined) memory.delete(oldest)
  return { ...found, months }
}

const FEW = 31

/** The days of a month with found operations: the single days where there are few, otherwise the whole month. */
function spansOf({ month, days, total }: MonthTally): Days[] {
  if (total > FEW) return [{ from: month, to: addDays(addMonths(month, 1), -1) }]
  const found: Days[] = []
  for (let at = 0; at < 31; at += 1) {
    const day = addDays(month, at)
    if ((days >> at) & 1) found.push({ from: day, to: day })
  }
  return found
}

/** The months that a page covers, and how many of their operations it skips. */
function locate(
  months: readonly MonthTally[],
  skipped: number,
  limit: number,
): { monthsOfPage: MonthTally[]; skipped: number } {
  let before = 0
  let skippedInMonths = 0
  const monthsOfPage: MonthTally[] = []
  for (const month of months) {
    if (before + month.total > skipped && before < skipped + limit) {
      if (monthsOfPage.length === 0) skippedInMonths = skipped - before
      monthsOfPage.push(month)
    }
    before += month.total
  }
  return { monthsOfPage, skipped: skippedInMonths }
}

const within = ({ from, to }: Days, filter: OperationCriteria): Days => ({
  from: filter.from && filter.from > from ? filter.from : from,
  to: filter.to && filter.to < to ? filter.to : to,
})

/** A page of the booked operations that a filter finds, newest first, with the exact totals of all it finds and of the months of the page. */
export async function searchOperations(
  db: Db,
  accountId: string,
  filter: OperationCriteria,
  { page, per_page }: Page,
): Promise<BookedPage> {
  const { entry_count, currency, has_upcoming, months } = await tally(db, accountId, filter)
  const sum = (name: 'total' | 'credits' | 'debits') => months.reduce((all, month) => all + month[name], 0)
  const { monthsOfPage, skipped } = locate(months, (page - 1) * per_page, per_page)
  const spans = monthsOfPage.flatMap(spansOf).map((span) => within(span, filter))
  return {
    // Operations booked since the count are excluded from the page.
    items:
      spans.length > 0
        ? await listFoundOperations(db, accountId, filter, { spans, last_seq: entry_count, skipped, limit: per_page })
        : [],
    total: sum('total'),
    totals: [{ currency, credits: sum('credits'), debits: sum('debits') }],
    months: monthsOfPage.map(({ month, credits, debits }) => ({ month: month.slice(0, 7), currency, credits, debits })),
    has_upcoming,
  }
}
