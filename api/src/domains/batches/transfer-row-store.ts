import type { TransferGroup, TransferRow } from 'contract/transfers/transfer-rows.ts'
import type { TransferStatus } from 'contract/transfers/transfer-statuses.ts'
import type { Batch } from 'contract/transfers/batches.ts'
import { seesConfidential } from '../../caller.ts'
import { columnsOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import { containing } from '../../db/like.ts'
import { foundTransfers, type Reader, type TransferSearch } from '../transfers/transfer-search.ts'
import { type DetailRow, toTransfer } from '../transfers/transfer-store.ts'
import { transferDetails } from '../transfers/transfer-columns.ts'
import { identityOfBatch } from './batch-identity.ts'
import { batchActionsOf, batchStatus } from './batch-rules.ts'
import { batchKeysOfStatus } from './batch-status-rules.ts'

type FoundBatch = Pick<Batch, 'id' | 'file_name' | 'line_count' | 'amount' | 'currency' | 'state' | 'reason_code'> & {
  execution_date: string
  created_by: string
  is_confidential: boolean
  is_open: boolean
  executed: number
  failed: number
  day: string | null
  found: { name: string; count: number } | null
}
type Row = DetailRow & {
  total: number
  sum: number
  groups: TransferGroup[] | null
  section: string
  batch: FoundBatch | null
}

function toBatchRow({ section, batch }: { section: string; batch: FoundBatch }, reader: Reader, today: string) {
  const { id, amount, currency, failed, executed, line_count, is_open, day, found } = batch
  const actions = batchActionsOf({ ...batch, is_open_to_reader: is_open, retryable: 0 }, reader)
  const counts = { refused: 0, executed, failed, retryable: 0, waiting: line_count - executed - failed }
  return {
    row: 'batch' as const,
    group: section,
    id,
    identity: identityOfBatch(batch),
    status: batchStatus({ ...batch, counts, may_sign: actions.includes('accept') }, today),
    failed,
    amount,
    currency,
    display_date: day,
    found,
  }
}

/** Batches have no state of their own for lines that came back: a filter by it finds the batches of such lines. */
const ofLines: readonly (TransferStatus | null)[] = ['rejected', 'returned']

/**
 * A page of single orders and batches: what is to come, the soonest first, then series, then months from the latest. With the number and the sum
 * of all found, and of each group of the page. A batch is found by what it is itself, and by a search also through its lines.
 */
export async function listTransferRowsOf(
  db: Sql,
  account: Reader & { account_id: string },
  search: TransferSearch,
  { page, per_page, today }: { page: number; per_page: number; today: string },
): Promise<{ items: TransferRow[]; total: number; sum: number; groups: TransferGroup[] }> {
  const { type, status, validation_status, execution_status, from, to, amount, min, max } = search
  const pattern = search.search ? containing(search.search) : null
  const statusKeys = status && batchKeysOfStatus(account, status)
  const ofLine = ofLines.includes(status) ? status : null
  const sees = seesConfidential(account)
  const rows = await db<Row>`
    WITH singles AS (${foundTransfers(account, search, today)}
    ), outcomes AS (
      -- Sums only: every reader of a batch sees them.
      SELECT t.batch_id, count(*) FILTER (WHERE t.execution_status = 'executed') AS executed,
             count(*) FILTER (WHERE t.execution_status IN ('rejected', 'returned', 'cancelled')) AS failed,
             coalesce(sum(t.amount) FILTER (WHERE t.execution_status = 'executed'), 0)::bigint AS sent, array_agg(DISTINCT t.execution_status) AS states
        FROM visible_transfers(${account.account_id}, true) t
       WHERE t.batch_id IS NOT NULL
       GROUP BY t.batch_id
    ), hits AS (
      SELECT l.batch_id, count(*) AS count, (array_agg(l.name ORDER BY l.line, l.id))[1] AS name
        FROM transfer_batch_lines l
        JOIN transfer_batches b ON b.account_id = l.account_id AND b.id = l.batch_id AND (${sees} OR NOT b.is_confidential)
        LEFT JOIN visible_transfers(${account.account_id}, ${sees}) t ON t.id = l.id
       WHERE ${pattern}::text IS NOT NULL AND l.account_id = ${account.account_id}
         AND (l.amount = ${amount}::bigint OR plain_letters(concat_ws(chr(10), l.name, l.label, t.reference)) LIKE (SELECT plain_letters(${pattern})))
       GROUP BY l.batch_id
    ), batches AS (
      SELECT b.*, coalesce(s.executed, 0) AS executed, coalesce(s.failed, 0) AS failed, coalesce(s.sent, 0) AS sent, s.states, h.name AS found_name, h.count AS found_count,
             b.state = 'pending' AND o.id IS NULL AND batch_signature_is_open(${account.user_id}, b.account_id, b.id, b.signing_rule) AS is_open,
             b.state = 'pending' OR b.state = 'validated' AND b.line_count > coalesce(s.executed, 0) + coalesce(s.failed, 0) AS is_to_come,
             CASE WHEN b.state = 'pending' AND EXISTS (SELECT FROM transfer_batch_lines l WHERE l.account_id = b.account_id AND l.batch_id = b.id AND l.execution_date IS NULL OFFSET 0)
                  THEN NULL ELSE b.execution_date END AS day
        FROM transfer_batches b
        LEFT JOIN outcomes s ON s.batch_id = b.id
        LEFT JOIN hits h ON h.batch_id = b.id
        LEFT JOIN orders_over_limit(${account.user_id}, ${account.account_id}, ${today}) o ON o.kind = 'batch' AND o.id = b.id
       WHERE b.account_id = ${account.account_id}
         AND (${type}::text IS NULL OR ${type} <> 'periodic' AND EXISTS (SELECT FROM transfer_batch_lines l WHERE l.account_id = b.account_id AND l.batch_id = b.id
                                                                            AND (l.execution_date IS NULL) = (${type} = 'direct') OFFSET 0))
         AND (${validation_status}::text IS NULL OR b.state = ${validation_status})
         -- A batch is displayed with the words of its file's name.
         AND (${pattern}::text IS NULL OR b.amount = ${amount}::bigint OR h.batch_id IS NOT NULL
              OR plain_letters(concat_ws(chr(10), b.file_name, regexp_replace(b.file_name, '[[:space:]_-]+', ' ', 'g'), b.reference)) LIKE (SELECT plain_letters(${pattern})))
         AND (${min}::bigint IS NULL OR b.amount >= ${min}) AND (${max}::bigint IS NULL OR b.amount <= ${max})
    ), found AS (
      SELECT account_id, id, amount, created_at, day, coalesce(day, execution_date) AS month_of, part, CASE WHEN part < 2 OR has_left THEN amount ELSE 0 END AS counted, is_over_limit, NULL::jsonb AS batch
        FROM singles WHERE batch_id IS NULL
       UNION ALL
      SELECT b.account_id, b.id, b.amount::bigint, b.created_at, b.day, coalesce(b.day, b.execution_date), CASE WHEN b.is_to_come THEN 0 ELSE 2 END,
             CASE WHEN b.is_to_come THEN b.amount::bigint ELSE b.sent END, false,
             jsonb_build_object('id', b.id, 'file_name', b.file_name, 'line_count', b.line_count, 'amount', b.amount::bigint, 'currency', b.currency, 'state', b.state,
                                'reason_code', b.reason_code, 'execution_date', b.execution_date, 'created_by', b.created_by, 'is_confidential', b.is_confidential,
                                'is_open', b.is_open, 'executed', b.executed, 'failed', b.failed, 'day', b.day,
                                'found', CASE WHEN b.found_name IS NOT NULL THEN jsonb_build_object('name', b.found_name, 'count', b.found_count) END)
        FROM batches b
       WHERE (${from}::date IS NULL OR b.day >= ${from}) AND (${to}::date IS NULL OR b.day <= ${to})
         AND (${execution_status}::text IS NULL OR ${execution_status} = 'scheduled' AND b.is_to_come OR ${execution_status} = b.state OR ${execution_status} = ANY (b.states))
         AND (${statusKeys}::text[] IS NULL OR ${ofLine} = ANY (b.states)
              OR concat_ws('/', b.state, b.reason_code IS NOT NULL, b.is_to_come, b.execution_date > ${today}, b.failed > 0, b.is_open AND b.created_by <> ${account.user_id}) = ANY (${statusKeys}::text[]))
    ), placed AS (
      SELECT *, CASE part WHEN 0 THEN 'upcoming' WHEN 1 THEN 'recurring' ELSE date_trunc('month', month_of)::date::text END AS section FROM found
    )
    SELECT counted.*, f.section, f.batch, ${columnsOf(transferDetails, 'v')},
           signature_is_open(${account.user_id}, v.account_id, v.id, v.version, v.signing_rule) AS is_open_to_reader,
           f.is_over_limit AS is_over_readers_limit, false AS is_of_batch
      FROM (SELECT count(*) AS total, coalesce(sum(amount), 0)::bigint AS sum,
                   (SELECT jsonb_agg(g) FROM (SELECT section AS id, count(*) AS count, sum(counted)::bigint AS sum FROM placed GROUP BY 1) g) AS groups
              FROM placed) counted
      LEFT JOIN (SELECT *, row_number() OVER (ORDER BY part, CASE part WHEN 0 THEN coalesce(day, '-infinity') WHEN 1 THEN coalesce(day, 'infinity') END,
                                                       day DESC NULLS FIRST, created_at DESC, id DESC) AS index
                   FROM placed
                  ORDER BY index LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) f ON true
      LEFT JOIN transfer_details v ON f.batch IS NULL AND v.account_id = f.account_id AND v.id = f.id
     ORDER BY f.index`
  const items = rows
    .filter(({ section }) => section !== null)
    .map(({ total: _total, sum: _sum, groups: _groups, section, batch, ...detail }) =>
      batch === null
        ? { ...toTransfer(detail, account, today), row: 'transfer' as const, group: section }
        : toBatchRow({ section, batch }, account, today),
    )
  const [first] = rows
  const visible = new Set(items.map(({ group }) => group))
  return {
    items,
    total: first?.total ?? 0,
    sum: first?.sum ?? 0,
    groups: (first?.groups ?? []).filter(({ id }) => visible.has(id)),
  }
}
