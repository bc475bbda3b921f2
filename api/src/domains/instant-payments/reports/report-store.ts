import { newId } from '../../../adapters/ids.ts'
import { columnsOf, recordsetOf, type RowOf, valuesOf } from '../../../db/columns.ts'
import type { Db, Sql, Tx } from '../../../db/db.ts'
import {
  instantDifferences,
  instantReportLines,
  type instantReports,
  newDifferences,
  newReports,
} from '../platform/instant-columns.ts'
import type { Difference, Movement, ReportKind } from './report-rules.ts'

/** The last day of which a report of this kind was requested. */
export async function lastRequestedDay(db: Sql, kind: ReportKind): Promise<string | null> {
  const [row] = await db<{ day: string | null }>`
    SELECT max(first_day)::text AS day FROM instant_report_requests WHERE kind = ${kind}`
  return row?.day ?? null
}

/** False where it was requested before: another worker may have been faster. */
export async function insertRequested(tx: Tx, kind: ReportKind, day: string, now: Date): Promise<boolean> {
  const rows = await tx`
    INSERT INTO instant_report_requests (kind, first_day, requested_at, tries) VALUES (${kind}, ${day}, ${now}, 1)
    ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length > 0
}

/** Requests again what has not come since `before`, `max` times at most; answers what. */
export function repeatRequests(
  tx: Tx,
  { before, max, now }: { before: Date; max: number; now: Date },
): Promise<{ kind: ReportKind; first_day: string }[]> {
  return tx<{ kind: ReportKind; first_day: string }>`
    UPDATE instant_report_requests SET tries = tries + 1, requested_at = ${now}
     WHERE received_at IS NULL AND requested_at <= ${before} AND tries < ${max}
    RETURNING kind, first_day::text AS first_day`
}

export async function markRequestReceived(tx: Tx, kind: ReportKind, from: Date, now: Date): Promise<void> {
  await tx`
    UPDATE instant_report_requests SET received_at = ${now}
     WHERE kind = ${kind} AND first_day = ${from.toISOString().slice(0, 10)} AND received_at IS NULL`
}

type Report = RowOf<typeof instantReports>

/** Inserts a report, or the first page of one. False where it is known: then it is not changed. */
export async function insertReport(tx: Tx, report: RowOf<typeof newReports>): Promise<boolean> {
  const rows = await tx`
    INSERT INTO instant_reports (${columnsOf(newReports)}) VALUES (${valuesOf(newReports, report)})
    ON CONFLICT (kind, statement) DO NOTHING RETURNING 1`
  return rows.length > 0
}

type LockedReport = Pick<
  Report,
  'id' | 'kind' | 'pages' | 'last_page' | 'period_from' | 'period_until' | 'amount' | 'completed_at'
>

export async function lockReport(tx: Tx, kind: ReportKind, statement: string): Promise<LockedReport | null> {
  const [row] = await tx<LockedReport>`
    SELECT id, kind, pages, last_page, period_from, period_until, amount, completed_at
      FROM instant_reports WHERE kind = ${kind} AND statement = ${statement} FOR NO KEY UPDATE`
  return row ?? null
}

/** Adds a page with its lines. */
export async function insertPage(
  tx: Tx,
  lines: readonly RowOf<typeof instantReportLines>[],
  page: { report_id: string; page: number; last_page: number | null; completed_at: Date | null; amount: number },
): Promise<void> {
  await tx`
    INSERT INTO instant_report_lines (${columnsOf(instantReportLines)})
    SELECT ${columnsOf(instantReportLines)} FROM ${recordsetOf(instantReportLines, lines, 'l')}`
  await tx`
    UPDATE instant_reports
       SET pages = pages || ${page.page}::integer, last_page = ${page.last_page}, completed_at = ${page.completed_at},
           line_count = line_count + ${lines.length}, amount = amount + ${page.amount}
     WHERE id = ${page.report_id}`
}

export async function isReportComplete(db: Sql, statement: string): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM instant_reports WHERE kind = 'TRANS' AND statement = ${statement} AND completed_at IS NOT NULL`
  return rows.length > 0
}

/**
 * Takes a report that was not compared yet, or not since `before` while it has open differences: a later report may explain them. A balance waits
 * until the payments of its period have been compared, unless it is older than `waitsSince`.
 */
export async function lockReportToCompare(
  tx: Tx,
  { before, waitsSince }: { before: Date; waitsSince: Date },
): Promise<LockedReport | null> {
  const [row] = await tx<LockedReport>`
    SELECT r.id, r.kind, r.pages, r.last_page, r.period_from, r.period_until, r.amount, r.completed_at
      FROM instant_reports r
     WHERE r.kind IN ('TRANS', 'COMP') AND r.completed_at IS NOT NULL
       AND CASE WHEN r.compared_at IS NOT NULL
                THEN r.compared_at <= ${before} AND EXISTS (SELECT FROM instant_differences d WHERE d.report_id = r.id AND d.resolved_at IS NULL)
                ELSE r.kind = 'TRANS' OR r.completed_at <= ${waitsSince}
                  OR EXISTS (SELECT FROM instant_reports t
                              WHERE t.kind = 'TRANS' AND t.period_from = r.period_from AND t.period_until = r.period_until AND t.compared_at IS NOT NULL) END
     ORDER BY r.period_from, r.kind DESC LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED`
  return row ?? null
}

/**
 * The payments of a report in each direction, and those that the books have between `from` and `until`, where both sides differ. Each side is
 * its sum over all time: a payment at the edge of a period may be in the report of the next one.
 */
export function listDifferingMovements(
  tx: Tx,
  reportId: string,
  { from, until }: { from: Date; until: Date },
): Promise<Movement[]> {
  return tx<Movement>`
    SELECT k.end_to_end_id, ours.amount AS ours, theirs.amount AS theirs
      FROM (SELECT end_to_end_id, sign(amount) AS direction FROM instant_report_lines WHERE report_id = ${reportId}
             UNION
            SELECT end_to_end_id, sign(amount) FROM instant_movements WHERE moved_at >= ${from} AND moved_at < ${until}) k
     CROSS JOIN LATERAL (SELECT sum(m.amount)::bigint AS amount FROM instant_movements m
                          WHERE m.end_to_end_id = k.end_to_end_id AND sign(m.amount) = k.direction) ours
     CROSS JOIN LATERAL (SELECT sum(l.amount)::bigint AS amount FROM instant_report_lines l
                          WHERE l.end_to_end_id = k.end_to_end_id AND sign(l.amount) = k.direction) theirs
     WHERE ours.amount IS DISTINCT FROM theirs.amount ORDER BY k.end_to_end_id, k.direction`
}

/** When the first reported period began; null before the first report. */
export async function firstReportedAt(db: Sql): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }>`
    SELECT min(period_from) AS at FROM instant_reports WHERE kind = 'TRANS'`
  return row?.at ?? null
}

/**
 * What the books have for a period: the payments that the platform's report of the same period contains, whenever they were booked, and
 * those that were booked between `from` and `until` and are in no report.
 */
export async function netOfPeriod(
  tx: Tx,
  { period_from, period_until }: { period_from: Date; period_until: Date },
  { from, until }: { from: Date; until: Date },
): Promise<number> {
  const [row] = await tx<{ net: number }>`
    SELECT (coalesce((SELECT sum(m.amount)
                        FROM (SELECT DISTINCT l.end_to_end_id, sign(l.amount) AS direction
                                FROM instant_reports t JOIN instant_report_lines l ON l.report_id = t.id
                               WHERE t.kind = 'TRANS' AND t.period_from = ${period_from} AND t.period_until = ${period_until}) k
                       CROSS JOIN LATERAL (SELECT sum(amount) AS amount FROM instant_movements
                                            WHERE end_to_end_id = k.end_to_end_id AND sign(amount) = k.direction) m), 0)
            + coalesce((SELECT sum(m.amount) FROM instant_movements m
                         WHERE m.moved_at >= ${from} AND m.moved_at < ${until}
                           AND NOT EXISTS (SELECT FROM instant_report_lines l
                                            WHERE l.end_to_end_id = m.end_to_end_id AND sign(l.amount) = sign(m.amount))), 0))::bigint AS net`
  return row?.net ?? 0
}

/** Stores what a comparison has found, and ends what it has not found any more. Answers the new differences. */
export async function saveDifferences(
  tx: Tx,
  reportId: string,
  found: readonly Difference[],
  now: Date,
): Promise<Pick<Difference, 'end_to_end_id' | 'what'>[]> {
  const rows = found.map((difference) => ({ id: newId(), report_id: reportId, ...difference, found_at: now }))
  await tx`
    UPDATE instant_differences d SET resolved_at = ${now}
     WHERE report_id = ${reportId} AND resolved_at IS NULL
       AND NOT EXISTS (SELECT FROM ${recordsetOf(newDifferences, rows, 'n')}
                        WHERE n.what = d.what AND n.end_to_end_id IS NOT DISTINCT FROM d.end_to_end_id)`
  const added = await tx<Pick<Difference, 'end_to_end_id' | 'what'>>`
    INSERT INTO instant_differences (${columnsOf(newDifferences)})
    SELECT ${columnsOf(newDifferences)} FROM ${recordsetOf(newDifferences, rows, 'n')}
    ON CONFLICT DO NOTHING RETURNING end_to_end_id, what`
  await tx`UPDATE instant_reports SET compared_at = ${now} WHERE id = ${reportId}`
  return added
}

export type StoredDifference = RowOf<typeof instantDifferences> & { kind: ReportKind; statement: string }

/** The open differences, the oldest first. */
export function listOpenDifferences(db: Db, max: number): Promise<StoredDifference[]> {
  return db<StoredDifference>`
    SELECT ${columnsOf(instantDifferences, 'd')}, r.kind, r.statement
      FROM instant_differences d JOIN instant_reports r ON r.id = d.report_id
     WHERE d.resolved_at IS NULL ORDER BY d.found_at, d.id LIMIT ${max}`
}

/** An operator has found out why: false where the difference is not open. */
export async function resolveDifference(tx: Tx, id: string, by: string, now: Date): Promise<boolean> {
  const rows = await tx`
    UPDATE instant_differences SET resolved_at = ${now}, resolved_by = ${by} WHERE id = ${id} AND resolved_at IS NULL RETURNING 1`
  return rows.length > 0
}
