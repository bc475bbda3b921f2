import { part, type Tx } from '../../db/db.ts'
import type { ClosedDay } from './closed-day-rules.ts'

/** Something whose day has moved. `place`: the line of a credit or a deposit. */
export type Moved = { account_id: string; id: string; place: number | null; day: string; next: string }

const closedDays = (closed: readonly ClosedDay[]) =>
  part`jsonb_to_recordset(${JSON.stringify(closed)}) AS c (country text, day date, next date)`

/** The closed days of the country that an order is paid to, where they are known: the clearing needs both sides. Else those of the bank's country. */
const closedFor = (closed: readonly ClosedDay[]) => part`
  c.country IS NOT DISTINCT FROM CASE WHEN d.network IN ('sica', 'star') AND left(d.beneficiary_iban, 2) = ANY (${closed.flatMap(({ country }) => country ?? [])}::text[])
                                      THEN left(d.beneficiary_iban, 2) END`

/** Orders that are due on a closed day. Instant payments, and a signed book transfer of today, run on any day. */
export const moveScheduledTransfers = (tx: Tx, closed: readonly ClosedDay[], max: number) =>
  tx<Moved & { batch_id: string | null }>`
    UPDATE transfers t SET execution_date = m.next, run_at = t.run_at + (m.next - m.day) * interval '1 day'
      FROM (SELECT d.account_id, d.id, c.day, c.next
              FROM ${closedDays(closed)} JOIN transfers d ON d.run_at >= c.day AND d.run_at < c.day + 1
             WHERE d.network <> 'instant' AND NOT (d.type = 'direct' AND d.network = 'book') AND ${closedFor(closed)}
             LIMIT ${max} FOR NO KEY UPDATE OF d SKIP LOCKED) m
     WHERE t.account_id = m.account_id AND t.id = m.id
    RETURNING t.account_id, t.id, NULL::int AS place, m.day::text AS day, m.next::text AS next, t.batch_id`

/** Orders that wait for signatures, dated on a closed day. */
export const moveUnsignedTransfers = (tx: Tx, closed: readonly ClosedDay[], max: number) =>
  tx<Moved & { batch_id: string | null }>`
    UPDATE transfers t SET execution_date = m.next
      FROM (SELECT d.account_id, d.id, c.day, c.next
              FROM ${closedDays(closed)} JOIN transfers d ON d.execution_date = c.day
             WHERE d.validation_status = 'pending' AND d.execution_status = 'scheduled' AND d.run_at IS NULL AND d.type <> 'direct' AND d.network <> 'instant'
               AND ${closedFor(closed)}
             LIMIT ${max} FOR NO KEY UPDATE OF d SKIP LOCKED) m
     WHERE t.account_id = m.account_id AND t.id = m.id
    RETURNING t.account_id, t.id, NULL::int AS place, m.day::text AS day, m.next::text AS next, t.batch_id`

/** Dated lines of batches that wait for signatures, of up to so many batches; `id`: the batch. */
export const moveUnsignedLines = (tx: Tx, closed: readonly ClosedDay[], max: number) =>
  tx<Moved>`
    WITH due AS (
      SELECT d.account_id, d.batch_id, d.id, c.day, c.next
        FROM transfer_batches b
        JOIN (SELECT account_id, batch_id, id, execution_date, network, iban AS beneficiary_iban
                FROM transfer_batch_lines WHERE NOT is_refused AND network <> 'instant') d ON d.account_id = b.account_id AND d.batch_id = b.id
        JOIN ${closedDays(closed)} ON d.execution_date = c.day AND ${closedFor(closed)}
       WHERE b.state = 'pending'
    ), locked AS (
      SELECT b.account_id, b.id FROM transfer_batches b
       WHERE b.state = 'pending' AND (b.account_id, b.id) IN (SELECT account_id, batch_id FROM due)
       LIMIT ${max} FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE transfer_batch_lines l SET execution_date = m.next
      FROM locked b JOIN due m ON m.account_id = b.account_id AND m.batch_id = b.id
     WHERE l.account_id = m.account_id AND l.batch_id = m.batch_id AND l.id = m.id
    RETURNING l.account_id, l.batch_id AS id, NULL::int AS place, m.day::text AS day, m.next::text AS next`

/** The date of a batch is the first of its lines; while it waits for signatures, of those that have one. */
export async function followMovedLines(tx: Tx, batches: readonly Pick<Moved, 'account_id' | 'id'>[]): Promise<void> {
  await tx`
    UPDATE transfer_batches b SET execution_date = f.day
      FROM unnest(${batches.map(({ account_id }) => account_id)}::uuid[], ${batches.map(({ id }) => id)}::uuid[]) AS m (account_id, id)
     CROSS JOIN LATERAL (
           SELECT CASE WHEN bool_and(l.execution_date IS NOT NULL) THEN min(l.execution_date) END AS day FROM transfer_batch_lines l
            WHERE l.account_id = m.account_id AND l.batch_id = m.id AND NOT l.is_refused) unsigned
     CROSS JOIN LATERAL (
           SELECT coalesce(min(t.execution_date), unsigned.day) AS day FROM transfers t
            WHERE t.account_id = m.account_id AND t.batch_id = m.id AND t.execution_status <> 'cancelled') f
     WHERE b.account_id = m.account_id AND b.id = m.id AND f.day <> b.execution_date`
}

export const moveTopups = (tx: Tx, closed: readonly ClosedDay[], max: number) =>
  tx<Moved>`
    UPDATE recurring_topups t SET next_date = m.next, run_at = t.run_at + (m.next - m.day) * interval '1 day'
      FROM (SELECT d.account_id, d.id, c.day, c.next
              FROM ${closedDays(closed)} JOIN recurring_topups d ON d.run_at >= c.day AND d.run_at < c.day + 1
             LIMIT ${max} FOR NO KEY UPDATE OF d SKIP LOCKED) m
     WHERE t.account_id = m.account_id AND t.id = m.id
    RETURNING t.account_id, t.id, NULL::int AS place, m.day::text AS day, m.next::text AS next`

/** Announced direct debits: their due date is the creditor's, they are debited on the next business day. */
export const moveCollections = (tx: Tx, closed: readonly ClosedDay[], max: number) =>
  tx<Moved>`
    UPDATE collections t SET run_at = t.run_at + (m.next - m.day) * interval '1 day'
      FROM (SELECT d.id, c.day, c.next
              FROM ${closedDays(closed)} JOIN collections d ON d.run_at >= c.day AND d.run_at < c.day + 1
             LIMIT ${max} FOR NO KEY UPDATE OF d SKIP LOCKED) m
     WHERE t.id = m.id
    RETURNING t.account_id, t.id, NULL::int AS place, m.day::text AS day, m.next::text AS next`

/** Instalments of credits: the due date of the contract stays, the debit moves. */
export const moveInstalments = (tx: Tx, closed: readonly ClosedDay[], max: number) =>
  tx<Moved>`
    UPDATE credit_lines t SET run_at = t.run_at + (m.next - m.day) * interval '1 day'
      FROM (SELECT d.credit_id, d.place, c.day, c.next
              FROM ${closedDays(closed)} JOIN credit_lines d ON d.run_at >= c.day AND d.run_at < c.day + 1
             LIMIT ${max} FOR NO KEY UPDATE OF d SKIP LOCKED) m, credits o
     WHERE t.credit_id = m.credit_id AND t.place = m.place AND o.id = t.credit_id
    RETURNING o.account_id, t.credit_id AS id, t.place, m.day::text AS day, m.next::text AS next`

/** Payments of deposits: interest runs to its date, the credit moves. */
export const moveDepositPayments = (tx: Tx, closed: readonly ClosedDay[], max: number) =>
  tx<Moved>`
    UPDATE deposit_payments t SET run_at = t.run_at + (m.next - m.day) * interval '1 day'
      FROM (SELECT d.deposit_id, d.place, c.day, c.next
              FROM ${closedDays(closed)} JOIN deposit_payments d ON d.run_at >= c.day AND d.run_at < c.day + 1
             LIMIT ${max} FOR NO KEY UPDATE OF d SKIP LOCKED) m, deposits o
     WHERE t.deposit_id = m.deposit_id AND t.place = m.place AND o.id = t.deposit_id
    RETURNING o.account_id, t.deposit_id AS id, t.place, m.day::text AS day, m.next::text AS next`
