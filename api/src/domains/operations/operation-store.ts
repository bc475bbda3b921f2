import type { FoundTotals, MonthTotals, OperationFilter } from 'contract/accounts/operations.ts'
import type { Currency } from 'contract/values/money.ts'
import { columnsOf } from '../../db/columns.ts'
import { part, type Sql } from '../../db/db.ts'
import { searchPatterns } from '../counterparties/counterparty-store.ts'
import { type OperationRow, operations } from './operation-columns.ts'

export type Page = { page: number; per_page: number }
export type BookedPage = {
  items: OperationRow[]
  total: number
  totals: FoundTotals
  months: MonthTotals
  has_upcoming: boolean
}
type Around = {
  /** The place of its page among the requested ones, from 1. */
  index: number
  total: number
  account_currency: Currency
  credits: number
  debits: number
  months: Omit<MonthTotals[number], 'currency'>[] | null
  has_upcoming: boolean
}

/** Reads the rows of one page: each repeats the totals, and there is one row of totals where no line was found. */
function toPage(rows: readonly (OperationRow & Around)[]): BookedPage {
  const items = rows
    .filter(({ id }) => id !== null)
    .map(
      ({
        index: _index,
        total: _total,
        account_currency: _currency,
        credits: _credits,
        debits: _debits,
        months: _months,
        has_upcoming: _upcoming,
        ...operation
      }) => operation,
    )
  const [first] = rows
  if (!first) throw new Error('totals stand beside each line, and beside none where there is none')
  const { total, account_currency: currency, credits, debits, months, has_upcoming } = first
  return {
    items,
    total,
    totals: [{ currency, credits, debits }],
    months: (months ?? []).map((month) => ({ ...month, currency })),
    has_upcoming,
  }
}

/**
 * A filter, with the amount that its search text contains, in minor units, and with the names of the bank for what
 * customers see under a name with the searched text.
 */
export type OperationCriteria = OperationFilter & {
  searchedAmount?: number | undefined
  namesInWording?: readonly string[] | undefined
}
/** The values of a filter as parameters of statements. */
export function filterParameters({
  search,
  namesInWording = [],
  searchedAmount,
  from,
  to,
  sign,
  type,
  min,
  max,
  categories,
  documents,
}: OperationCriteria) {
  return {
    pattern: search ? searchPatterns(search, namesInWording) : null,
    searchedAmount: searchedAmount ?? null,
    from: from ?? null,
    to: to ?? null,
    sign: sign ?? null,
    type: type ?? null,
    min: min ?? null,
    max: max ?? null,
    categories: categories ?? null,
    documented: documents ? documents === 'with' : null,
  }
}

/** A page of one account. */
export type PageOfAccount = { account_id: string; page: number }

/**
 * Pages of booked operations, newest first, in the order of `pages`. Entries are numbered per account, so any page is one scan of the
 * index and the total is known without counting. It is the most used page: related data is loaded at once for
 * all lines, at a third of the cost of `operation_details`, which returns the same line by line.
 */
export async function listBookedPages(
  db: Sql,
  pages: readonly PageOfAccount[],
  per_page: number,
): Promise<BookedPage[]> {
  const rows = await db<OperationRow & Around>`
    SELECT w.index, p.total, p.account_currency, p.credits, p.debits, p.months, p.has_upcoming, ${columnsOf(operations, 'p')}, NULL::json AS account
      FROM unnest(${pages.map(({ account_id }) => account_id)}::uuid[], ${pages.map(({ page }) => (page - 1) * per_page)}::bigint[])
             WITH ORDINALITY AS w (account_id, skipped, index)
     CROSS JOIN LATERAL (
    WITH account AS (
      SELECT entry_count, booked, credited, currency FROM ledger_accounts WHERE id = w.account_id
    ), page AS (
      -- What comes back names the posting that went.
      SELECT e.*, CASE e.type WHEN 'transfer_return' THEN (SELECT p.reverses FROM ledger_postings p WHERE p.id = e.posting_id)
                              ELSE e.posting_id END AS made_by
        FROM account, ledger_entries e
       WHERE e.account_id = w.account_id AND e.seq <= account.entry_count - w.skipped
         AND e.seq > account.entry_count - w.skipped - ${per_page}
    ), documented AS (
      SELECT d.entry_id, count(*) AS document_count FROM operation_documents d
       WHERE d.account_id = w.account_id AND d.entry_id = ANY (ARRAY(SELECT id FROM page)) GROUP BY d.entry_id
    ), sorted AS (
      SELECT oc.entry_id, json_agg(json_build_object('id', c.id, 'label', c.label) ORDER BY c.label) AS categories
        FROM operation_categories oc
        JOIN categories c ON c.customer_id = oc.customer_id AND c.id = oc.category_id
       WHERE oc.account_id = w.account_id AND oc.entry_id = ANY (ARRAY(SELECT id FROM page)) GROUP BY oc.entry_id
    ), noted AS (
      SELECT n.entry_id, n.accounting, n.comment FROM operation_notes n
       WHERE n.account_id = w.account_id AND n.entry_id = ANY (ARRAY(SELECT id FROM page))
    ), ordered AS MATERIALIZED (
      SELECT t.posting_id, t.id AS transfer_id
        -- By posting: an account may have many thousands of orders. Orders debit; only what comes back credits.
        FROM (SELECT DISTINCT made_by AS posting_id FROM page WHERE amount < 0 OR type = 'transfer_return') made
       CROSS JOIN LATERAL (SELECT * FROM transfers WHERE posting_id = made.posting_id OFFSET 0) t
       WHERE t.account_id = w.account_id
       UNION ALL
      SELECT o.posting_id, o.transfer_id FROM transfer_occurrences o
       WHERE o.account_id = w.account_id AND o.posting_id = ANY (ARRAY(SELECT made_by FROM page))
    ), months AS (
      SELECT to_char(m.month, 'YYYY-MM') AS month,
             last.credited_after - coalesce(before.credited_after, 0) AS credits,
             (last.balance_after - coalesce(before.balance_after, 0)) - (last.credited_after - coalesce(before.credited_after, 0)) AS debits
        FROM (SELECT DISTINCT date_trunc('month', booking_date::timestamp)::date AS month FROM page) m
        JOIN LATERAL (SELECT credited_after, balance_after FROM ledger_entries
                       WHERE account_id = w.account_id AND seq IS NOT NULL AND booking_date < m.month + interval '1 month'
                       ORDER BY booking_date DESC, seq DESC LIMIT 1) last ON true
        LEFT JOIN LATERAL (SELECT credited_after, balance_after FROM ledger_entries
                            WHERE account_id = w.account_id AND seq IS NOT NULL AND booking_date < m.month
                            ORDER BY booking_date DESC, seq DESC LIMIT 1) before ON true
       -- The first month that is left of archived years is not whole.
       WHERE before.credited_after IS NOT NULL OR EXISTS (SELECT FROM ledger_entries WHERE account_id = w.account_id AND seq = 1 OFFSET 0)
    )
    SELECT account.entry_count AS total, account.currency AS account_currency, account.credited AS credits,
           account.booked - account.credited AS debits,
           -- Beside the first line only, which is read.
           CASE WHEN coalesce(o.seq, 0) IN (0, account.entry_count - w.skipped) THEN (SELECT json_agg(months ORDER BY month DESC) FROM months) END AS months,
           -- By the account: OFFSET 0 keeps the planner from reading what waits on all accounts once.
           (EXISTS (SELECT FROM intraday_operations WHERE account_id = w.account_id OFFSET 0)
            OR EXISTS (SELECT FROM transfers WHERE account_id = w.account_id AND execution_status = 'scheduled' OFFSET 0)) AS has_upcoming,
           o.*
      FROM account
      LEFT JOIN (
             SELECT e.seq, e.id, NULL::text AS intraday_id, e.type, e.label, e.counterparty, e.reference, e.amount, e.currency,
                    extract(epoch FROM e.booking_date)::bigint AS execution_date, floor(extract(epoch FROM e.posted_at))::bigint AS executed_at,
                    e.value_date, e.vat_rate::float8 AS vat_rate, e.vat_amount, coalesce(s.categories, '[]') AS categories,
                    n.accounting, n.comment, coalesce(d.document_count, 0) AS document_count, t.transfer_id, e.balance_after
               FROM page e
               LEFT JOIN sorted s ON s.entry_id = e.id
               LEFT JOIN noted n ON n.entry_id = e.id
               LEFT JOIN documented d ON d.entry_id = e.id
               LEFT JOIN ordered t ON t.posting_id = e.made_by) o ON true) p
     ORDER BY w.index, p.seq DESC`
  const found = Map.groupBy(rows, ({ index }) => index)
  return pages.map((_page, index) => toPage(found.get(index + 1) ?? []))
}

/** A page of the booked operations of one account. */
export async function listBookedOperations(db: Sql, accountId: string, { page, per_page }: Page): Promise<BookedPage> {
  const [found] = await listBookedPages(db, [{ account_id: accountId, page }], per_page)
  if (!found) throw new Error('each requested page is answered')
  return found
}

/** The totals of a month that a filter finds, and the days with operations: bit 0 is the first day. */
export type MonthTally = { month: string; days: number; total: number; credits: number; debits: number }
export type Tally = {
  entry_count: number
  categorisation: number
  archives: number
  is_after: boolean
  currency: Currency
  has_upcoming: boolean
  months: MonthTally[]
}

/**
 * The last counted entry, the state of the account's categories and documents: null where they do not matter, and how often years were
 * archived.
 */
export type Counted = { last_seq: number; categorisation: number | null; archives: number }

/**
 * The totals by month of what a filter finds on the account, newest first, the number of entries, and the state of its categories and
 * documents. Only entries after `counted`, where that state is unchanged and no year was archived since (`is_after`).
 */
export async function tallyOperations(
  db: Sql,
  accountId: string,
  filter: OperationCriteria,
  counted: Counted,
): Promise<Tally> {
  const { pattern, searchedAmount, from, to, sign, type, min, max, categories, documented } = filterParameters(filter)
  const { last_seq, categorisation, archives } = counted
  const [row] = await db<Tally>`
    SELECT l.entry_count, categorised.state AS categorisation, archived.archives, still.is_after, l.currency,
           (EXISTS (SELECT FROM intraday_operations WHERE account_id = ${accountId})
            OR EXISTS (SELECT FROM transfers WHERE account_id = ${accountId} AND execution_status = 'scheduled')) AS has_upcoming,
           coalesce((SELECT json_agg(t) FROM tally_operations(l.id, CASE WHEN still.is_after THEN ${last_seq} ELSE 0 END, ${from}, ${to}, ${pattern},
                                                              ${searchedAmount}, ${sign}, ${type}, ${min}, ${max}, ${categories}, ${documented}) t), '[]') AS months
      FROM ledger_accounts l
     CROSS JOIN LATERAL (SELECT coalesce((SELECT state FROM operation_categorisation_states WHERE account_id = l.id), 0) AS state) categorised
     CROSS JOIN (SELECT count(*) AS archives FROM archived_years) archived
     CROSS JOIN LATERAL (SELECT coalesce(categorised.state = ${categorisation}::bigint, true) AND archived.archives = ${archives} AS is_after) still
     WHERE l.id = ${accountId}`
  if (!row) throw new Error(`no ledger account ${accountId}`)
  return row
}

export type Days = { from: string; to: string }

/** A part of the booked operations that a filter finds on these days, newest first, up to an entry. */
export function listFoundOperations(
  db: Sql,
  accountId: string,
  filter: OperationCriteria,
  { spans, last_seq, skipped, limit }: { spans: readonly Days[]; last_seq: number; skipped: number; limit: number },
): Promise<OperationRow[]> {
  const { pattern, searchedAmount, sign, type, min, max, categories, documented } = filterParameters(filter)
  return db<OperationRow>`
    WITH page AS (
      SELECT found.id, found.seq, found.booking_date
        FROM unnest(${spans.map(({ from }) => from)}::date[], ${spans.map(({ to }) => to)}::date[]) span (first_day, last_day)
        CROSS JOIN LATERAL (
          SELECT id, seq, booking_date
            FROM found_operations(${accountId}, span.first_day, span.last_day, ${pattern}, ${searchedAmount}, ${sign}, ${type}, ${min}, ${max},
                                  ${categories}, ${documented})
           WHERE seq <= ${last_seq}
           ORDER BY booking_date DESC, seq DESC
           LIMIT ${skipped + limit}) found
       ORDER BY found.seq DESC
       LIMIT ${limit} OFFSET ${skipped}
    )
    SELECT ${columnsOf(operations, 'o')}, NULL::json AS account
      FROM page
      JOIN operation_details o ON o.account_id = ${accountId} AND o.booking_date = page.booking_date AND o.id = page.id
     ORDER BY page.seq DESC`
}

/** The newest booked operations that a filter finds, by their ids. */
export async function listOperationIds(
  db: Sql,
  accountId: string,
  filter: OperationCriteria,
  limit: number,
): Promise<string[]> {
  const { pattern, searchedAmount, from, to, sign, type, min, max, categories, documented } = filterParameters(filter)
  const rows = await db<{ id: string }>`
    SELECT id
      FROM found_operations(${accountId}, ${from}, ${to}, ${pattern}, ${searchedAmount}, ${sign}, ${type}, ${min}, ${max}, ${categories}, ${documented})
     ORDER BY booking_date DESC, seq DESC LIMIT ${limit}`
  return rows.map(({ id }) => id)
}

/** The accounts of a list: one, or all of a user. An amount is searched in accounts of this currency only. */
export type Accounts = { user_id: string; ids: readonly string[]; are_named: boolean; currency: Currency }
/** A single account: its lines do not name it. */
export const oneAccount = ({
  user_id,
  account_id,
  currency,
}: {
  user_id: string
  account_id: string
  currency: Currency
}): Accounts => ({
  user_id,
  ids: [account_id],
  are_named: false,
  currency,
})

/** The day on which the announced operation `i` moves money: a direct debit that is due on a closed day is collected on the next business day. */
export const announcedDay = part`
  coalesce((SELECT (c.run_at AT TIME ZONE 'UTC')::date FROM collections c WHERE c.id = i.id), i.expected_on)`

/**
 * The upcoming operations that a filter finds, soonest first: all of them, or the one with an id. A network has announced them and
 * they are not booked yet, or they are transfers that wait for their day and that the user may see: the next of each series, the lines
 * of a batch as one. Confidential ones are left out.
 */
export function listUpcomingOperations(
  db: Sql,
  { user_id, ids, are_named, currency }: Accounts,
  filter: OperationCriteria,
  id: string | null = null,
): Promise<OperationRow[]> {
  const { pattern, searchedAmount, from, to, sign, type, min, max, categories, documented } = filterParameters(filter)
  return db<OperationRow>`
    WITH ordered AS (
      SELECT t.account_id, t.batch_id, t.execution_date, (array_agg(t.id ORDER BY t.id))[1] AS id, -sum(t.amount)::bigint AS amount,
             min(t.label) AS label, min(t.beneficiary_name) AS beneficiary_name, min(t.reference) AS reference
        FROM memberships m
       CROSS JOIN LATERAL visible_transfers(m.account_id, false) t
       WHERE m.user_id = ${user_id} AND m.account_id = ANY (${ids}::uuid[]) AND 'transfers' = ANY (m.rights)
         AND t.execution_status = 'scheduled' AND t.validation_status = 'validated'
         -- What a batch of one debit has taken already is not to come.
         AND NOT EXISTS (SELECT FROM transfer_batches b WHERE b.account_id = t.account_id AND b.id = t.batch_id AND b.posting_id IS NOT NULL)
       GROUP BY t.account_id, t.batch_id, t.execution_date, CASE WHEN t.batch_id IS NULL THEN t.id END
    ), coming AS (
      SELECT i.account_id, i.id, i.intraday_id, i.type, i.label, i.counterparty, NULL AS reference, i.amount::bigint AS amount, ${announcedDay} AS expected_on,
             NULL::uuid AS transfer_id
        FROM intraday_operations i
       WHERE i.account_id = ANY (${ids}::uuid[])
       UNION ALL
      SELECT o.account_id, o.id, NULL, 'transfer_out', coalesce(b.reference, o.label), CASE WHEN b.id IS NULL THEN o.beneficiary_name ELSE b.file_name END,
             CASE WHEN b.id IS NULL THEN o.reference END, o.amount, o.execution_date, CASE WHEN b.id IS NULL THEN o.id END
        FROM ordered o
        LEFT JOIN transfer_batches b ON b.account_id = o.account_id AND b.id = o.batch_id
    )
    SELECT ${columnsOf(operations, 'o')}, o.account
      FROM (SELECT i.account_id, i.id, i.intraday_id, i.type, i.label, i.counterparty, i.reference, i.amount, a.currency,
                   NULL::bigint AS execution_date, NULL::bigint AS executed_at, i.expected_on AS value_date, NULL::float8 AS vat_rate,
                   NULL::bigint AS vat_amount, '[]'::json AS categories, NULL AS accounting, NULL AS comment, 0 AS document_count, i.transfer_id, NULL::bigint AS balance_after,
                   CASE WHEN ${are_named} THEN json_build_object('id', a.id, 'label', a.label, 'number', a.number) END AS account
              FROM coming i
              JOIN accounts a ON a.id = i.account_id
             WHERE (${id}::uuid IS NULL OR i.id = ${id})
               AND i.expected_on BETWEEN coalesce(${from}::date, '-infinity') AND coalesce(${to}::date, 'infinity')
               AND (${pattern}::text IS NULL
                    OR plain_letters(i.label || chr(10) || coalesce(i.counterparty, '') || chr(10) || coalesce(i.reference, '')) LIKE ANY (string_to_array(plain_letters(${pattern}), chr(10)))
                    OR (abs(i.amount) = ${searchedAmount}::bigint AND a.currency = ${currency}))
               AND (${sign}::text IS NULL OR (i.amount > 0) = (${sign} = 'credit'))
               AND (${type}::text IS NULL OR i.type = ${type})
               AND (${min}::bigint IS NULL OR abs(i.amount) >= ${min}) AND (${max}::bigint IS NULL OR abs(i.amount) <= ${max})
               -- Only what is booked stands in a category, or has documents.
               AND ${categories}::uuid[] IS NULL
               AND ${documented}::boolean IS NOT TRUE) o
     ORDER BY o.value_date, o.account_id, o.id`
}

export async function findOperation(db: Sql, accountId: string, id: string): Promise<OperationRow | null> {
  const [row] = await db<OperationRow>`
    SELECT ${columnsOf(operations)}, NULL::json AS account
      FROM operation_details
     WHERE account_id = ${accountId} AND id = ${id}`
  return row ?? null
}

/** The sum of the accounts' balances at the end of each day from `from` to `to`, inclusive. */
export function listDailyBalances(
  db: Sql,
  accountIds: readonly string[],
  from: string,
  to: string,
): Promise<{ date: string; balance: number }[]> {
  return db<{ date: string; balance: number }>`
    WITH account AS MATERIALIZED (
      SELECT id, booked, last_booking_date FROM ledger_accounts WHERE id = ANY (${accountIds}::uuid[]) AND last_booking_date IS NOT NULL
    )
    SELECT day::date AS date,
           -- Since its last operation an account has the balance of now: nothing is looked up.
           coalesce(sum(CASE WHEN a.last_booking_date <= day::date THEN a.booked
                             ELSE (SELECT e.balance_after FROM ledger_entries e
                                    WHERE e.account_id = a.id AND e.seq IS NOT NULL AND e.booking_date <= day::date
                                    ORDER BY e.booking_date DESC, e.seq DESC LIMIT 1) END), 0)::bigint AS balance
      FROM generate_series(${from}::date, ${to}::date, interval '1 day') day
      LEFT JOIN account a ON true
     GROUP BY day
     ORDER BY day`
}
