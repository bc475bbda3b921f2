// Operations of all accounts that a user may see, as one list: by day, and on one day account by account.
import type { FoundTotals, MonthTotals, OperationFilter } from 'contract/accounts/operations.ts'
import type { Currency } from 'contract/values/money.ts'
import { columnsOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import { type OperationRow, operations } from './operation-columns.ts'
import { type BookedPage, filterParameters, type Extent, type Page, type OperationCriteria } from './operation-store.ts'

/** The reader. A typed amount is read in the currency of the account that they work on. */
export type Reader = { user_id: string; currency: Currency }

export type GroupAccount = { id: string; label: string; number: string; currency: Currency }

/** The accounts on which a user may see operations. With bounds of the amount: only those in the currency of the bounds. */
export function listReadableAccounts(
  db: Sql,
  { user_id, currency }: Reader,
  { min, max }: OperationFilter,
): Promise<GroupAccount[]> {
  return db<GroupAccount>`
    SELECT a.id, a.label, a.number, a.currency
      FROM memberships m
      JOIN accounts a ON a.id = m.account_id
     WHERE m.user_id = ${user_id} AND 'operations' = ANY (m.rights)
       AND (${min === undefined && max === undefined} OR a.currency = ${currency})
     ORDER BY a.id`
}

type Row = OperationRow & { total: number; totals: FoundTotals | null; months: MonthTotals | null }

/**
 * A page of the operations that a filter finds on these accounts, with exact totals by currency. Each account contributes as many of its
 * newest as the page may need; without a filter the ledger knows each account's totals.
 */
export async function searchAccounts(
  db: Sql,
  ids: readonly string[],
  { currency }: Reader,
  filter: OperationCriteria,
  { page, per_page }: Page,
): Promise<Omit<BookedPage, 'has_upcoming'>> {
  const { pattern, searchedAmount, from, to, sign, type, min, max, categories, documented } = filterParameters(filter)
  const isNarrowed = Object.entries(filter).some(
    ([name, value]) => name !== 'account' && value !== undefined && value !== '',
  )
  const skipped = (page - 1) * per_page
  const rows = await db<Row>`
    WITH mine AS MATERIALIZED (
      SELECT a.id, a.label, a.number, a.currency, l.entry_count, l.credited, l.booked, CASE WHEN a.currency = ${currency} THEN ${searchedAmount}::bigint END AS figure
        FROM accounts a
        JOIN ledger_accounts l ON l.id = a.id
       WHERE a.id = ANY (${ids}::uuid[])
    ), counted AS MATERIALIZED (
      SELECT mine.id, mine.label, mine.number, mine.currency, mine.figure, f.total, f.credits, f.debits
        FROM mine
        CROSS JOIN LATERAL (
          SELECT mine.entry_count AS total, mine.credited::bigint AS credits, (mine.booked - mine.credited)::bigint AS debits WHERE NOT ${isNarrowed}
           UNION ALL
          SELECT count(*), coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint, coalesce(sum(amount) FILTER (WHERE amount < 0), 0)::bigint
            FROM found_operations(mine.id, ${from}, ${to}, ${pattern}, mine.figure, ${sign}, ${type}, ${min}, ${max}, ${categories}, ${documented})
           WHERE ${isNarrowed} HAVING ${isNarrowed}) f
    ), page AS MATERIALIZED (
      SELECT counted.id AS account_id, counted.label, counted.number, f.id, f.seq, f.booking_date
        FROM counted
        CROSS JOIN LATERAL (
          SELECT id, seq, booking_date
            FROM found_operations(counted.id, ${from}, ${to}, ${pattern}, counted.figure, ${sign}, ${type}, ${min}, ${max}, ${categories}, ${documented})
           ORDER BY booking_date DESC, seq DESC
           LIMIT least(counted.total, ${skipped + per_page})) f
       ORDER BY f.booking_date DESC, counted.id, f.seq DESC
       LIMIT ${per_page} OFFSET ${skipped}
    ), months AS (
      SELECT to_char(m.month, 'YYYY-MM') AS month, counted.currency, coalesce(sum(f.amount) FILTER (WHERE f.amount > 0), 0)::bigint AS credits,
             coalesce(sum(f.amount) FILTER (WHERE f.amount < 0), 0)::bigint AS debits
        FROM (SELECT DISTINCT date_trunc('month', booking_date)::date AS month FROM page) m
        CROSS JOIN counted
        CROSS JOIN LATERAL found_operations(counted.id, greatest(${from}, m.month), least(${to}, (m.month + interval '1 month - 1 day')::date), ${pattern},
                              counted.figure, ${sign}, ${type}, ${min}, ${max}, ${categories}, ${documented}) f
       WHERE counted.total > 0
       GROUP BY 1, 2
    ), found AS (
      SELECT currency, sum(total)::bigint AS total, sum(credits)::bigint AS credits, sum(debits)::bigint AS debits FROM counted GROUP BY currency
    )
    SELECT around.total, around.totals, around.months, ${columnsOf(operations, 'o')},
           CASE WHEN o.id IS NOT NULL THEN json_build_object('id', page.account_id, 'label', page.label, 'number', page.number) END AS account
      FROM (SELECT (SELECT coalesce(sum(total), 0)::bigint FROM found) AS total,
                   (SELECT json_agg(json_build_object('currency', currency, 'credits', credits, 'debits', debits) ORDER BY currency <> ${currency}, currency)
                      FROM found) AS totals,
                   (SELECT json_agg(months ORDER BY month DESC, currency <> ${currency}, currency) FROM months) AS months) around
      LEFT JOIN page ON true
      LEFT JOIN operation_details o ON o.account_id = page.account_id AND o.id = page.id
     ORDER BY page.booking_date DESC, page.account_id, page.seq DESC`
  const items = rows
    .filter(({ id }) => id !== null)
    .map(({ total: _total, totals: _totals, months: _months, ...operation }) => operation)
  const [first] = rows
  return { items, total: first?.total ?? 0, totals: first?.totals ?? [], months: first?.months ?? [] }
}

export type AccountExtent = Extent & GroupAccount

/** The number and sums of what a filter finds on each of these accounts now, as `measureOperations` for one. */
export function measureAccounts(
  db: Sql,
  ids: readonly string[],
  { currency }: Reader,
  filter: OperationCriteria,
): Promise<AccountExtent[]> {
  const { pattern, searchedAmount, from, to, sign, type, min, max, categories, documented } = filterParameters(filter)
  return db<AccountExtent>`
    SELECT a.id, a.label, a.number, a.currency, f.*
      FROM accounts a
      CROSS JOIN LATERAL (
        SELECT count(*) AS total, coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS credits,
               coalesce(sum(amount) FILTER (WHERE amount < 0), 0)::bigint AS debits, min(booking_date) AS first_day,
               max(booking_date) AS last_day, coalesce(max(seq), 0) AS last_seq
          FROM found_operations(a.id, ${from}, ${to}, ${pattern}, CASE WHEN a.currency = ${currency} THEN ${searchedAmount}::bigint END, ${sign}, ${type},
                                ${min}, ${max}, ${categories}, ${documented})) f
     WHERE a.id = ANY (${ids}::uuid[])
     ORDER BY a.id`
}
