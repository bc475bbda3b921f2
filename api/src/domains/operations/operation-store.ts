import type { MonthTotals, Operation } from 'contract/operations.ts'
import type { Sql } from '../../db/db.ts'

type Page = { page: number; per_page: number }

/**
 * A page of booked operations, newest first. Entries are numbered per account, so any page is one walk along the
 * index and the total is known without counting.
 */
export async function listBookedOperations(
  db: Sql,
  accountId: string,
  { page, per_page }: Page,
): Promise<{ items: Operation[]; total: number; months: MonthTotals; has_upcoming: boolean }> {
  const skipped = (page - 1) * per_page
  const rows = await db<Operation & { total: number; months: MonthTotals | null; has_upcoming: boolean }>`
    WITH account AS (
      SELECT entry_count, booked, credited FROM ledger_accounts WHERE id = ${accountId}
    ), page AS (
      SELECT e.*
        FROM account, ledger_entries e
       WHERE e.account_id = ${accountId} AND e.seq <= account.entry_count - ${skipped}
         AND e.seq > account.entry_count - ${skipped} - ${per_page}
    ), months AS (
      -- Credits are added up along the account: a month's are what stands at its end less what stood before it.
      SELECT to_char(m.month, 'YYYY-MM') AS month,
             last.credited_after - coalesce(before.credited_after, 0) AS credits,
             (last.balance_after - coalesce(before.balance_after, 0)) - (last.credited_after - coalesce(before.credited_after, 0)) AS debits
        FROM (SELECT DISTINCT date_trunc('month', booking_date)::date AS month FROM page) m
        JOIN LATERAL (SELECT credited_after, balance_after FROM ledger_entries
                       WHERE account_id = ${accountId} AND seq IS NOT NULL AND booking_date < m.month + interval '1 month'
                       ORDER BY booking_date DESC, seq DESC LIMIT 1) last ON true
        LEFT JOIN LATERAL (SELECT credited_after, balance_after FROM ledger_entries
                            WHERE account_id = ${accountId} AND seq IS NOT NULL AND booking_date < m.month
                            ORDER BY booking_date DESC, seq DESC LIMIT 1) before ON true
    )
    SELECT account.entry_count AS total,
           (SELECT json_agg(months ORDER BY month DESC) FROM months) AS months,
           EXISTS (SELECT FROM intraday_operations WHERE account_id = ${accountId}) AS has_upcoming,
           page.id, NULL AS intraday_id, page.type, page.label, page.counterparty, page.reference, page.amount, page.currency,
           extract(epoch FROM page.booking_date)::bigint AS execution_date,
           floor(extract(epoch FROM page.posted_at))::bigint AS executed_at,
           page.value_date, page.vat_rate::float8 AS vat_rate, page.vat_amount,
           coalesce(marked.categories, '[]') AS categories, coalesce(n.accounting, false) AS accounting, n.comment, 0 AS document_count
      FROM account
      LEFT JOIN page ON true
      LEFT JOIN operation_notes n ON n.account_id = page.account_id AND n.entry_id = page.id
      LEFT JOIN LATERAL (
        SELECT json_agg(json_build_object('id', c.id, 'label', c.label) ORDER BY c.label) AS categories
          FROM operation_categories oc
          JOIN categories c ON c.customer_id = oc.customer_id AND c.id = oc.category_id
         WHERE oc.account_id = page.account_id AND oc.entry_id = page.id) marked ON true
     ORDER BY page.seq DESC`
  const items = rows
    .filter(({ id }) => id !== null)
    .map(({ total: _total, months: _months, has_upcoming: _upcoming, ...operation }) => operation)
  const [first] = rows
  return { items, total: first?.total ?? 0, months: first?.months ?? [], has_upcoming: first?.has_upcoming ?? false }
}

/** What the networks have announced and nobody has booked, soonest first: all of it, or the one with an id. */
export function listUpcomingOperations(db: Sql, accountId: string, id: string | null = null): Promise<Operation[]> {
  return db<Operation>`
    SELECT i.id, i.intraday_id, i.type, i.label, i.counterparty, NULL AS reference, i.amount, a.currency, NULL AS execution_date,
           NULL AS executed_at, i.expected_on AS value_date, NULL AS vat_rate, NULL AS vat_amount, '[]'::json AS categories,
           false AS accounting, NULL AS comment, 0 AS document_count
      FROM intraday_operations i
      JOIN accounts a ON a.id = i.account_id
     WHERE i.account_id = ${accountId} AND (${id}::uuid IS NULL OR i.id = ${id})
     ORDER BY i.expected_on, i.id`
}

export async function findOperation(db: Sql, accountId: string, id: string): Promise<Operation | null> {
  const [row] = await db<Operation>`
    SELECT e.id, NULL AS intraday_id, e.type, e.label, e.counterparty, e.reference, e.amount, e.currency,
           extract(epoch FROM e.booking_date)::bigint AS execution_date, floor(extract(epoch FROM e.posted_at))::bigint AS executed_at,
           e.value_date, e.vat_rate::float8 AS vat_rate, e.vat_amount,
           coalesce((SELECT json_agg(json_build_object('id', c.id, 'label', c.label) ORDER BY c.label)
                       FROM operation_categories oc
                       JOIN categories c ON c.customer_id = oc.customer_id AND c.id = oc.category_id
                      WHERE oc.account_id = e.account_id AND oc.entry_id = e.id), '[]') AS categories,
           coalesce(n.accounting, false) AS accounting, n.comment, 0 AS document_count
      FROM ledger_entries e
      LEFT JOIN operation_notes n ON n.account_id = e.account_id AND n.entry_id = e.id
     WHERE e.account_id = ${accountId} AND e.id = ${id} AND e.seq IS NOT NULL`
  return row ?? null
}

/** The last movements of one direction, newest first. */
export function listLastOperations(db: Sql, accountId: string, direction: 'credits' | 'debits', most: number): Promise<Operation[]> {
  return db<Operation>`
    SELECT e.id, NULL AS intraday_id, e.type, e.label, e.counterparty, e.reference, e.amount, e.currency,
           extract(epoch FROM e.booking_date)::bigint AS execution_date, floor(extract(epoch FROM e.posted_at))::bigint AS executed_at,
           e.value_date, e.vat_rate::float8 AS vat_rate, e.vat_amount, '[]'::json AS categories, false AS accounting, NULL AS comment,
           0 AS document_count
      FROM ledger_entries e
     WHERE e.account_id = ${accountId} AND e.seq IS NOT NULL AND (e.amount > 0) = (${direction} = 'credits')
     ORDER BY e.seq DESC
     LIMIT ${most}`
}

/** The balance at the end of each day from `from` to `to`, inclusive. */
export function listDailyBalances(db: Sql, accountId: string, from: string, to: string): Promise<{ date: string; balance: number }[]> {
  return db<{ date: string; balance: number }>`
    SELECT day::date AS date, coalesce(last.balance_after, 0) AS balance
      FROM generate_series(${from}::date, ${to}::date, interval '1 day') day
      LEFT JOIN LATERAL (SELECT balance_after FROM ledger_entries
                          WHERE account_id = ${accountId} AND seq IS NOT NULL AND booking_date <= day::date
                          ORDER BY booking_date DESC, seq DESC LIMIT 1) last ON true
     ORDER BY day`
}
