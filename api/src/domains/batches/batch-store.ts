import {
  type Batch,
  type BatchBank,
  type BatchDetail,
  batchEvents,
  type BatchLine,
  type BatchLineFilter,
  type BatchLineOrder,
} from 'contract/transfers/batches.ts'
import { normaliseAccountNumber } from 'contract/values/iban.ts'
import { seesConfidential } from '../../caller.ts'
import { columnsOf, recordsetOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { LineContext } from './batch-attention-rules.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { pageOf } from '../../db/page-of.ts'
import { containing } from '../../db/like.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { batchDetails, type LeftOut, type NewBatch, newBatches, payableLines, typedLines } from './batch-columns.ts'
import { type BatchAccount, batchActionsOf, batchStatus } from './batch-rules.ts'
import { typedAmountOf } from '../transfer-imports/import-amount-rules.ts'
import type { Message } from '../transfer-imports/import-message.ts'
import type { PayableLine, StoredLine } from '../transfer-imports/import-rules.ts'
import type { Reader } from '../transfers/transfer-search.ts'

type DetailRow = RowOf<typeof batchDetails> & { is_open_to_reader: boolean; is_over_readers_limit: boolean }

function toBatch(detail: DetailRow, reader: Reader, today: string): Batch {
  const {
    account_id: _account,
    author,
    created_by,
    signatures_needed,
    refused,
    executed,
    failed,
    retryable,
    left_out,
    left_in_draft,
    is_open_to_reader,
    is_over_readers_limit,
    ...row
  } = detail
  const context = { ...row, created_by, is_open_to_reader, retryable }
  const actions = batchActionsOf({ ...context, is_open_to_reader: is_open_to_reader && !is_over_readers_limit }, reader)
  const counts = {
    refused,
    executed,
    failed,
    retryable,
    waiting: row.state === 'validated' || row.state === 'pending' ? row.line_count - executed - failed : 0,
  }
  return {
    ...row,
    status: batchStatus({ ...row, counts, may_sign: actions.includes('accept') }, today),
    created_at: unixSeconds(row.created_at),
    are_lines_hidden: row.is_confidential && !seesConfidential(reader),
    left_out: {
      lines: left_out,
      in_draft: Math.min(left_out, left_in_draft),
      is_readers: created_by === reader.user_id,
    },
    created_by: author,
    approvals_missing: row.state === 'pending' ? Math.max(0, signatures_needed - row.approvals) : 0,
    counts,
    actions,
    is_over_limit: is_over_readers_limit && batchActionsOf(context, reader).includes('accept'),
  }
}

type AccountReader = Reader & { account_id: string }

export async function findBatch(db: Sql, reader: AccountReader, id: string, today: string): Promise<Batch | null> {
  const [row] = await db<DetailRow>`
    SELECT ${columnsOf(batchDetails, 'v')}, batch_signature_is_open(${reader.user_id}, v.account_id, v.id, v.signing_rule) AS is_open_to_reader,
           EXISTS (SELECT FROM orders_over_limit(${reader.user_id}, ${reader.account_id}, ${today}) WHERE kind = 'batch' AND id = v.id) AS is_over_readers_limit
      FROM batch_details v WHERE v.account_id = ${reader.account_id} AND v.id = ${id}`
  return row ? toBatch(row, reader, today) : null
}

/** The account that a batch debits, with its holder's label. */
export async function getBatchAccount(db: Sql, accountId: string): Promise<BatchAccount> {
  const [row] = await db<BatchAccount>`SELECT label, number FROM accounts WHERE id = ${accountId}`
  if (!row) throw new Error('a batch without an account')
  return row
}

/** The payer and the debited account. */
export async function getPayer(db: Sql, accountId: string): Promise<{ holder: string; iban: string }> {
  const [row] = await db<{ holder: string; iban: string }>`
    SELECT c.name AS holder, a.iban FROM accounts a JOIN customers c ON c.id = a.customer_id WHERE a.id = ${accountId}`
  if (!row) throw new Error('a batch without an account')
  return row
}

/** The history of a batch, the oldest entry first. */
export async function listBatchHistory(db: Sql, accountId: string, id: string): Promise<BatchDetail['history']> {
  const rows = await db<Omit<BatchDetail['history'][number], 'at'> & { at: Date }>`
    SELECT e.action, u.first_name || ' ' || u.last_name AS by, e.at, e.facts ->> 'reason' AS reason,
           CASE WHEN jsonb_typeof(e.facts -> 'lines') = 'array' THEN jsonb_array_length(e.facts -> 'lines') END AS lines
      FROM audit_events e
      LEFT JOIN users u ON u.id = e.user_id
     WHERE e.subject_id = ${id} AND e.account_id = ${accountId} AND e.action = ANY (${batchEvents}::text[])
       -- The last signature validates: it is said once.
       AND (e.action <> 'batch.validate' OR e.user_id IS NULL)
     ORDER BY e.at, array_position(${batchEvents}::text[], e.action), e.id`
  return rows.map(({ at, ...row }) => ({ ...row, at: unixSeconds(at) }))
}

type Pages = { page: number; per_page: number }
type DatedPages = Pages & { today: string }

export async function listBatchesOf(
  db: Sql,
  reader: AccountReader,
  { page, per_page, today }: DatedPages,
): Promise<{ items: Batch[]; total: number }> {
  const rows = await db<DetailRow & { total: number }>`
    SELECT counted.total, ${columnsOf(batchDetails, 'v')}, batch_signature_is_open(${reader.user_id}, v.account_id, v.id, v.signing_rule) AS is_open_to_reader,
           o.id IS NOT NULL AS is_over_readers_limit
      FROM (SELECT count(*) AS total FROM transfer_batches WHERE account_id = ${reader.account_id}) counted
      LEFT JOIN (SELECT account_id, id FROM transfer_batches WHERE account_id = ${reader.account_id}
                  ORDER BY created_at DESC, id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) f ON true
      LEFT JOIN batch_details v ON v.account_id = f.account_id AND v.id = f.id
      LEFT JOIN orders_over_limit(${reader.user_id}, ${reader.account_id}, ${today}) o ON o.kind = 'batch' AND o.id = f.id
     ORDER BY v.created_at DESC, v.id DESC`
  return pageOf(rows, (detail) => toBatch(detail, reader, today))
}

export type BatchToSign = Batch & { account: { uuid: string; label: string; holder: string; number: string } }

/** The batches that wait for a user's signature, over all accounts on which they may sign, the first due first. */
export async function listBatchesToSignBy(
  db: Sql,
  userId: string,
  { page, per_page }: Pages,
  now: Date,
): Promise<{ items: BatchToSign[]; total: number }> {
  const rows = await db<
    DetailRow & {
      total: number
      account_label: string
      account_holder: string
      account_number: string
      capabilities: string[]
      status: string
    }
  >`
    WITH found AS (
      SELECT i.account_id, i.id, i.due_on AS execution_date, i.waits_since AS created_at, m.capabilities
        FROM items_to_sign(${userId}, ${now}) i
        JOIN memberships m ON m.user_id = ${userId} AND m.account_id = i.account_id
       WHERE i.kind = 'batch'
    )
    SELECT counted.total, ${columnsOf(batchDetails, 'v')}, f.capabilities, a.status, a.label AS account_label, c.name AS account_holder, a.number AS account_number,
           true AS is_open_to_reader, false AS is_over_readers_limit
      FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN (SELECT * FROM found ORDER BY execution_date, created_at, id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) f ON true
      LEFT JOIN batch_details v ON v.account_id = f.account_id AND v.id = f.id
      LEFT JOIN accounts a ON a.id = f.account_id
      LEFT JOIN customers c ON c.id = a.customer_id
     ORDER BY v.execution_date, v.created_at, v.id`
  return pageOf(rows, ({ account_label, account_holder, account_number, capabilities, status, ...detail }) => ({
    ...toBatch(
      detail,
      { user_id: userId, capabilities, is_active: status === 'active' },
      now.toISOString().slice(0, 10),
    ),
    account: { uuid: detail.account_id, label: account_label, holder: account_holder, number: account_number },
  }))
}

export type ListedLine = Omit<BatchLine, 'status' | 'attention' | 'last_amount'> & { is_on_its_way: boolean } & Record<
    'phone' | 'email' | 'reference' | 'block' | 'instruction_id' | 'bic' | 'purpose',
    string | null
  > &
  Pick<PayableLine, 'instructed_amount' | 'instructed_currency'>

type LineSearch = {
  account_id: string
  batch_id: string
  only?: BatchLineFilter | undefined
  search?: string | undefined
  sort?: BatchLineOrder | undefined
  /** Only these lines; null: all. */
  ids?: readonly string[] | null
  /** The lines of the order `attention` that come first. */
  first?: readonly string[]
}

/** A page of the lines that a filter finds, in the order of the file unless another order is given. */
export async function listLinesOf(
  db: Sql,
  { account_id, batch_id, only, search = '', sort, ids = null, first = [] }: LineSearch,
  { page, per_page }: Pages,
): Promise<{ items: ListedLine[]; total: number }> {
  const pattern = search.trim() === '' ? null : containing(search.trim())
  const iban = containing(normaliseAccountNumber(search))
  const rows = await db<ListedLine & { total: number; index: number }>`
    WITH found AS (
      SELECT l.id, l.line, l.name, l.iban, coalesce(t.amount, l.amount)::bigint AS amount, coalesce(t.fees, l.fees)::bigint AS fees, coalesce(t.tax, l.tax)::bigint AS tax,
             coalesce(t.credit_amount, l.credit_amount)::bigint AS credit_amount, coalesce(t.credit_currency, l.credit_currency) AS credit_currency,
             l.instructed_amount::bigint AS instructed_amount, l.instructed_currency, l.label, l.rail,
             coalesce(own_bank.name, other.name, l.bic) AS bank_name,
             l.network, coalesce(t.execution_date, l.execution_date) AS execution_date, l.beneficiary_id IS NULL AND l.own_account_id IS NULL AS is_new_payee,
             CASE WHEN l.is_refused OR b.state = 'refused' THEN 'refused' WHEN b.state = 'cancelled' THEN 'cancelled'
                  ELSE coalesce(t.execution_status, 'pending') END AS state,
             coalesce(l.reason, t.reason, b.reason) AS reason, coalesce(l.reason_code, t.reason_code, b.reason_code) AS reason_code,
             CASE WHEN t.execution_status = 'returned'
                  THEN (SELECT max(i.return_reason) FROM outgoing_payments i WHERE i.account_id = t.account_id AND i.transfer_id = t.id) END AS return_reason,
             CASE WHEN l.is_refused AND l.reason IS NOT NULL OR b.state = 'refused' AND b.reason IS NOT NULL
                  THEN (SELECT u.first_name || ' ' || u.last_name
                          FROM audit_events e JOIN users u ON u.id = e.user_id
                         WHERE e.subject_id = b.id AND e.account_id = b.account_id
                           AND CASE WHEN l.is_refused THEN e.action = 'batch.refuse_lines' AND e.facts -> 'lines' ? l.id::text
                                    ELSE e.action = 'batch.reject' END
                         LIMIT 1) END AS refused_by,
             coalesce(t.execution_status = 'executed' AND t.network <> 'book'
                      AND EXISTS (SELECT FROM outgoing_payments i WHERE i.account_id = t.account_id AND i.transfer_id = t.id AND i.state IN ('queued', 'sent')),
                      false) AS is_on_its_way,
             l.phone, l.email, l.reference, l.block, l.instruction_id, l.bic, l.purpose
        FROM transfer_batches b
        JOIN transfer_batch_lines l ON l.account_id = b.account_id AND l.batch_id = b.id
        LEFT JOIN transfers t ON t.account_id = l.account_id AND t.id = l.id
        LEFT JOIN bank own_bank ON l.rail = 'internal'
        LEFT JOIN banks other ON other.country = left(l.iban, 2) AND other.code = substr(l.iban, 5, 5)
       WHERE b.account_id = ${account_id} AND b.id = ${batch_id}
    ), kept AS (
      SELECT *, row_number() OVER (ORDER BY CASE WHEN ${sort === 'amount'}::boolean THEN -amount END,
                                            CASE WHEN ${sort === 'name'}::boolean THEN plain_letters(name) END COLLATE "C",
                                            CASE WHEN ${sort === 'bank'}::boolean THEN plain_letters(bank_name) END COLLATE "C" NULLS LAST,
                                            CASE WHEN ${sort === 'new'}::boolean THEN NOT is_new_payee END,
                                            CASE WHEN ${sort === 'attention'}::boolean THEN id <> ALL (${[...first]}::uuid[]) END, line, id) AS index
        FROM found
       WHERE (NOT ${only === 'failed'}::boolean OR state IN ('refused', 'cancelled', 'rejected', 'returned'))
         AND (NOT ${only === 'new'}::boolean OR is_new_payee)
         AND (${ids && [...ids]}::uuid[] IS NULL OR id = ANY (${ids && [...ids]}::uuid[]))
         AND (${pattern}::text IS NULL OR iban LIKE ${iban}
              OR plain_letters(concat_ws(chr(10), name, label, reference)) LIKE (SELECT plain_letters(${pattern})))
    )
    SELECT counted.total, p.* FROM (SELECT count(*) AS total FROM kept) counted
      LEFT JOIN (SELECT * FROM kept ORDER BY index LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) p ON true
     ORDER BY p.index`
  return pageOf(rows, ({ index: _index, ...line }) => line)
}

/** A batch whose lines are examined, with the month that it is compared with. `sees`: whether its reader sees confidential payments. */
export type Compared = { account_id: string; batch_id: string; sees: boolean; from: string; to: string }
export type ComparedLine = LineContext & Pick<PayableLine, 'network' | 'iban' | 'execution_date'> & { batch_id: string }

/** What is known of the payees of batches: the holder at this bank, and what was paid to the same account before. */
export function listLineContexts(db: Sql, batches: readonly Compared[]): Promise<ComparedLine[]> {
  return db<ComparedLine>`
    SELECT l.batch_id, l.id, l.name, l.amount::bigint AS amount, l.is_own, l.network, l.iban, l.execution_date, holder.name AS holder, paid.is_paid_before, paid.last_amount
      FROM unnest(${batches.map(({ account_id }) => account_id)}::uuid[], ${batches.map(({ batch_id }) => batch_id)}::uuid[],
                  ${batches.map(({ sees }) => String(sees))}::boolean[], ${batches.map(({ from }) => from)}::date[], ${batches.map(({ to }) => to)}::date[])
             AS k (account_id, batch_id, sees, since, until)
      JOIN transfer_batch_lines l ON l.account_id = k.account_id AND l.batch_id = k.batch_id
      LEFT JOIN accounts payee ON l.rail = 'internal' AND payee.iban = l.iban
      LEFT JOIN customers holder ON holder.id = payee.customer_id
     CROSS JOIN LATERAL (SELECT count(*) > 0 AS is_paid_before, (sum(p.amount) FILTER (WHERE p.at >= k.since AND p.at < k.until))::bigint AS last_amount
                           FROM payments_to(l.account_id, l.iban, k.sees) p) paid
     WHERE NOT l.is_refused`
}

/** The money that is available on an account, with what a cause holds. */
export async function getAvailable(db: Sql, accountId: string, cause: string): Promise<number> {
  const [row] = await db<{ available: number }>`
    SELECT (l.booked - l.held + l.overdraft + coalesce(h.amount, 0))::bigint AS available
      FROM ledger_accounts l
      LEFT JOIN ledger_holds h ON h.account_id = l.id AND h.cause = ${cause} AND h.released_at IS NULL
     WHERE l.id = ${accountId}`
  if (!row) throw new Error(`no ledger account ${accountId}`)
  return row.available
}

/** The amounts of a batch by the payees' banks. */
export function listBanksOf(db: Sql, accountId: string, batchId: string): Promise<BatchBank[]> {
  return db<BatchBank>`
    SELECT coalesce(own_bank.name, other.name, l.bic) AS bank_name, count(*) AS lines, sum(l.amount)::bigint AS amount,
           count(*) FILTER (WHERE l.beneficiary_id IS NULL AND l.own_account_id IS NULL) AS new_payees
      FROM transfer_batch_lines l
      LEFT JOIN bank own_bank ON l.rail = 'internal'
      LEFT JOIN banks other ON other.country = left(l.iban, 2) AND other.code = substr(l.iban, 5, 5)
     WHERE l.account_id = ${accountId} AND l.batch_id = ${batchId} AND NOT l.is_refused
     GROUP BY 1
     ORDER BY amount DESC, bank_name`
}

type AnsweredMessage = Pick<Message, 'message_id' | 'message_name'> & {
  /** Null in batches that were stored without it. */
  message_lines: number | null
  /** The lines of it that other batches have ordered. */
  sent_elsewhere: number
  left_out: readonly (LeftOut & { is_in_draft: boolean })[] | null
}

export async function insertBatch(tx: Tx, batch: NewBatch, lines: readonly PayableLine[]): Promise<void> {
  await tx`INSERT INTO transfer_batches (${columnsOf(newBatches)}) VALUES (${valuesOf(newBatches, batch)})`
  await tx`
    INSERT INTO transfer_batch_lines (account_id, batch_id, ${columnsOf(payableLines)})
    SELECT ${batch.account_id}, ${batch.id}, ${columnsOf(payableLines, 'l')} FROM ${recordsetOf(payableLines, lines, 'l')}`
}

/** The message that a batch came in, for its answer: with those of its lines that no batch has ordered. */
export async function findBatchMessage(db: Sql, accountId: string, id: string): Promise<AnsweredMessage | null> {
  const [row] = await db<AnsweredMessage>`
    SELECT b.message_id, b.message_name, b.message_lines,
           (SELECT count(*) FROM transfer_batches other
              JOIN transfer_batch_lines l ON l.account_id = other.account_id AND l.batch_id = other.id
             WHERE other.account_id = b.account_id AND other.import_id = b.import_id AND other.id <> b.id) AS sent_elsewhere,
           (SELECT jsonb_agg(o.item || jsonb_build_object('is_in_draft',
                     EXISTS (SELECT FROM transfer_import_lines d WHERE d.account_id = b.account_id AND d.import_id = b.import_id AND d.line = (o.item ->> 'line')::int)))
              FROM jsonb_array_elements(b.left_out) AS o (item)
             WHERE NOT EXISTS (SELECT FROM transfer_batches later
                                 JOIN transfer_batch_lines l ON l.account_id = later.account_id AND l.batch_id = later.id
                                WHERE later.account_id = b.account_id AND later.import_id = b.import_id
                                  AND l.line = (o.item ->> 'line')::int)) AS left_out
      FROM transfer_batches b WHERE b.account_id = ${accountId} AND b.id = ${id} AND b.message_id IS NOT NULL`
  return row ?? null
}

/** Failed lines of a batch that no other batch contains, as typed, under new ids. */
export async function listRetryable(
  db: Sql,
  accountId: string,
  batchId: string,
): Promise<(StoredLine & { retry_of: string })[]> {
  const rows = await db<RowOf<typeof typedLines>>`
    SELECT ${columnsOf(typedLines, 'l')}
      FROM retryable_lines(${accountId}, ${batchId}) AS r (id)
      JOIN transfer_batch_lines l ON l.account_id = ${accountId} AND l.batch_id = ${batchId} AND l.id = r.id
     ORDER BY l.line, l.id`
  return rows.map(({ id, line, ...row }) => ({
    id: newId(),
    line,
    is_skipped: false,
    block: row.block,
    instruction_id: row.instruction_id,
    category_purpose: row.category_purpose,
    acknowledged: null,
    retry_of: id,
    typed: {
      name: row.name,
      iban: row.iban,
      ...typedAmountOf(row),
      label: row.label,
      bic: row.bic ?? '',
      execution_date: '',
      phone: row.phone ?? '',
      email: row.email ?? '',
      reference: row.reference ?? '',
      purpose: row.purpose ?? '',
    },
  }))
}
