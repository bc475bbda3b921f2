import { daysLate, hasDay, transferStatus } from 'contract/transfers/transfer-status.ts'
import type { Transfer, TransferDetail } from 'contract/transfers/transfers.ts'
import { seesConfidential } from '../../caller.ts'
import { columnsOf, recordsetOf, type RowOf } from '../../db/columns.ts'
import { type Fragment, part, type Sql, type Tx } from '../../db/db.ts'
import { pageOf } from '../../db/page-of.ts'
import { ChangedMeanwhile } from '../../db/transaction.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { unionHolidaysFrom } from '../bank/holiday-store.ts'
import type { OrderTariff } from './transfer-charges-rules.ts'
import { newTransfers, transferDetails, type TransferRow } from './transfer-columns.ts'
import { identityOfOrder } from './transfer-identity.ts'
import { actionsOf } from './transfer-rules.ts'
import { foundTransfers, type Reader, type TransferSearch } from './transfer-search.ts'

/** An order as its view has it, for a reader. */
export type DetailRow = RowOf<typeof transferDetails> & {
  is_open_to_reader: boolean
  is_over_readers_limit: boolean
  is_of_batch: boolean
}

/** The states of a series with dates to come. */
const enabledOf = ({ type, execution_status }: DetailRow) =>
  type === 'periodic' ? execution_status === 'scheduled' : null

export function toTransfer(detail: DetailRow, reader: Reader, today: string): Transfer {
  const {
    account_id: _account,
    author,
    created_by,
    edited_by,
    signatures_needed,
    next_occurrence: _next,
    ...row
  } = detail
  const {
    beneficiary_id,
    beneficiary_name,
    beneficiary_iban,
    bank_name,
    is_on_its_way,
    is_open_to_reader,
    is_over_readers_limit,
    is_of_batch: _line,
    ...rest
  } = row
  const { execution_date } = row
  const context = { ...row, created_by, edited_by }
  const actions = actionsOf({ ...context, is_open_to_reader: is_open_to_reader && !is_over_readers_limit }, reader)
  const state = { ...row, is_past: execution_date < today, is_on_its_way, may_sign: actions.includes('accept') }
  const status = transferStatus(state)
  return {
    ...rest,
    status,
    display_date: hasDay(state) ? execution_date : null,
    days_late: status === 'late' ? daysLate(execution_date, today) : null,
    beneficiary: { id: beneficiary_id, name: beneficiary_name, iban: beneficiary_iban, bank_name },
    identity: identityOfOrder({
      name: beneficiary_name,
      iban: beneficiary_iban,
      label: row.label,
      is_own_account: row.own_account_id !== null,
    }),
    enabled: enabledOf(detail),
    created_at: unixSeconds(row.created_at),
    created_by: author,
    executed_at: row.executed_at && unixSeconds(row.executed_at),
    rate_until: row.rate_until && unixSeconds(row.rate_until),
    approvals_missing: row.validation_status === 'pending' ? Math.max(0, signatures_needed - row.approvals) : 0,
    actions,
    is_over_limit: is_over_readers_limit && actionsOf(context, reader).includes('accept'),
  }
}

/** Whether a transfer is hidden from a reader: it does not exist, or belongs to a confidential batch. */
export async function isHidden(
  db: Sql,
  reader: { account_id: string; capabilities: readonly string[] },
  id: string,
): Promise<boolean> {
  const rows =
    await db`SELECT 1 FROM visible_transfers(${reader.account_id}, ${seesConfidential(reader)}) WHERE id = ${id}`
  return rows.length === 0
}

/**
 * A page of transfers by their displayed day, the latest first and those without a day before them, with the count and sum of all found.
 */
export async function listTransfersOf(
  db: Sql,
  account: Reader & { account_id: string },
  search: TransferSearch,
  { page, per_page, today }: { page: number; per_page: number; today: string },
): Promise<{ items: Transfer[]; total: number; sum: number }> {
  const rows = await db<DetailRow & { total: number; sum: number }>`
    WITH found AS (${foundTransfers(account, search, today)})
    SELECT counted.*, ${columnsOf(transferDetails, 'v')},
           signature_is_open(${account.user_id}, v.account_id, v.id, v.version, v.signing_rule) AS is_open_to_reader,
           f.is_over_limit AS is_over_readers_limit, f.batch_id IS NOT NULL AS is_of_batch
      FROM (SELECT count(*) AS total, coalesce(sum(amount), 0)::bigint AS sum FROM found) counted
      LEFT JOIN (SELECT *, row_number() OVER (ORDER BY day DESC NULLS FIRST, created_at DESC, id DESC) AS index FROM found
                  ORDER BY index LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) f ON true
      LEFT JOIN transfer_details v ON v.account_id = f.account_id AND v.id = f.id
     ORDER BY f.index`
  const items = pageOf(rows, ({ sum: _sum, ...row }) => toTransfer(row, account, today))
  return { ...items, sum: rows[0]?.sum ?? 0 }
}

export async function findTransfer(
  db: Sql,
  account: Reader & { account_id: string },
  id: string,
  today: string,
): Promise<(Transfer & { next_occurrence: number | null }) | null> {
  const [row] = await db<DetailRow>`
    SELECT ${columnsOf(transferDetails, 'v')}, signature_is_open(${account.user_id}, v.account_id, v.id, v.version, v.signing_rule) AS is_open_to_reader,
           EXISTS (SELECT FROM orders_over_limit(${account.user_id}, ${account.account_id}, ${today}) WHERE kind = 'transfer' AND id = v.id) AS is_over_readers_limit,
           t.batch_id IS NOT NULL AS is_of_batch
      FROM transfer_details v
      JOIN visible_transfers(${account.account_id}, ${seesConfidential(account)}) t ON t.id = v.id
     WHERE v.account_id = ${account.account_id} AND v.id = ${id}`
  return row ? { ...toTransfer(row, account, today), next_occurrence: row.next_occurrence } : null
}

/** The history of an order, the oldest entry first. */
export async function listHistory(db: Sql, accountId: string, id: string): Promise<TransferDetail['history']> {
  const rows = await db<Omit<TransferDetail['history'][number], 'at'> & { at: Date }>`
    SELECT e.action, u.first_name || ' ' || u.last_name AS by, e.at, e.facts ->> 'return_reason' AS return_reason
      FROM audit_events e
      LEFT JOIN users u ON u.id = e.user_id
     WHERE e.subject_id = ${id} AND e.account_id = ${accountId} AND e.action LIKE 'transfer.%'
     ORDER BY e.at, e.action <> 'transfer.create', e.id`
  return rows.map(({ at, ...row }) => ({ ...row, at: unixSeconds(at) }))
}

export type ToSign = Transfer & { account: { uuid: string; label: string; holder: string; number: string } }

/** The transfers that wait for a user's signature, over all accounts on which they may sign, the first due first. */
export async function listToSign(
  db: Sql,
  userId: string,
  { page, per_page }: { page: number; per_page: number },
  now: Date,
): Promise<{ items: ToSign[]; total: number }> {
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
       WHERE i.kind = 'transfer'
    )
    SELECT counted.total, ${columnsOf(transferDetails, 'v')}, f.capabilities, a.status, a.label AS account_label, c.name AS account_holder, a.number AS account_number,
           true AS is_open_to_reader, false AS is_over_readers_limit, false AS is_of_batch
      FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN (SELECT * FROM found ORDER BY execution_date, created_at, id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) f ON true
      LEFT JOIN transfer_details v ON v.account_id = f.account_id AND v.id = f.id
      LEFT JOIN accounts a ON a.id = f.account_id
      LEFT JOIN customers c ON c.id = a.customer_id
     ORDER BY v.execution_date, v.created_at, v.id`
  return pageOf(rows, ({ account_label, account_holder, account_number, capabilities, status, ...detail }) => ({
    ...toTransfer(
      detail,
      { user_id: userId, capabilities, is_active: status === 'active' },
      now.toISOString().slice(0, 10),
    ),
    account: { uuid: detail.account_id, label: account_label, holder: account_holder, number: account_number },
  }))
}

/** The statement that inserts orders whose payee is still the one that was read. */
export const transfersInsert = (transfers: readonly TransferRow[]): Fragment => part`
    INSERT INTO transfers (${columnsOf(newTransfers)})
    SELECT ${columnsOf(newTransfers, 't')} FROM ${recordsetOf(newTransfers, transfers, 't')}
     -- As a value, not a join: each row finds its payee by the key, however many there are.
     WHERE CASE WHEN t.beneficiary_id IS NULL AND t.lookup_id IS NOT NULL
                THEN (SELECT coalesce(l.iban, l.other) = t.beneficiary_iban FROM payee_lookups l WHERE l.account_id = t.account_id AND l.id = t.lookup_id)
                     -- A request to pay is answered by one order: two that were sent at once are prepared again.
                     AND NOT EXISTS (SELECT FROM payment_requests q JOIN transfers o ON o.account_id = q.account_id AND o.lookup_id = q.lookup_id
                                      WHERE q.account_id = t.account_id AND q.lookup_id = t.lookup_id AND q.direction = 'received'
                                        AND o.validation_status <> 'refused' AND o.execution_status IN ('scheduled', 'executed', 'paused') OFFSET 0)
                WHEN t.own_account_id IS NULL
                THEN (SELECT p.iban = t.beneficiary_iban AND p.approval_status = 'approved' AND p.removed_at IS NULL
                        FROM beneficiaries p WHERE p.account_id = t.account_id AND p.id = t.beneficiary_id)
                ELSE (SELECT o.iban = t.beneficiary_iban AND o.status = 'active' FROM accounts o WHERE o.id = t.own_account_id) END`

/**
 * Inserts orders. If a payee's account was changed between reading the payee and locking the balance, the whole
 * transaction is retried, and the order is prepared for the payee's current account.
 */
export async function insertTransfers(tx: Tx, transfers: readonly TransferRow[]): Promise<void> {
  const written = await tx`${transfersInsert(transfers)} RETURNING 1`
  if (written.length < transfers.length) throw new ChangedMeanwhile('the payee of an order')
}

/** The bank's tariff and parameters, and its holidays from a day on. */
export async function findSigningRules(db: Sql, today: string): Promise<{ tariff: OrderTariff; holidays: string[] }> {
  const [row] = await db<{ tariff: OrderTariff; holidays: string[] }>`
    SELECT (SELECT jsonb_object_agg(name, value) FROM parameters) AS tariff,
           ${unionHolidaysFrom(today)} AS holidays`
  if (!row) throw new Error('a select without a row')
  return row
}
