// State changes of batches: each is one statement on a locked row.
import type { PlainDate } from 'contract/values/dates.ts'
import { columnsOf, only, recordsetOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { beneficiaries } from '../beneficiaries/beneficiary-columns.ts'
import { batchSignatures, type LockedBatch, lockedBatches, payableLines } from './batch-columns.ts'
import type { PayableLine } from '../transfer-imports/import-rules.ts'

export async function lockBatch(tx: Tx, accountId: string, id: string): Promise<LockedBatch | null> {
  const [row] = await tx<LockedBatch>`
    SELECT ${columnsOf(lockedBatches)}
      FROM transfer_batches WHERE account_id = ${accountId} AND id = ${id} FOR NO KEY UPDATE`
  return row ?? null
}

/** The lines that are still part of a batch. */
export function listRemainingLines(
  tx: Tx,
  { account_id, id }: Pick<LockedBatch, 'account_id' | 'id'>,
): Promise<PayableLine[]> {
  return tx<RowOf<typeof payableLines>>`
    SELECT ${columnsOf(payableLines)}
      FROM transfer_batch_lines WHERE account_id = ${account_id} AND batch_id = ${id} AND NOT is_refused ORDER BY line, id`
}

type RowKey = Pick<LockedBatch, 'account_id' | 'id'>

/** Adds a signature. False where this user has signed already. */
export async function insertBatchSignature(
  tx: Tx,
  { account_id, id }: RowKey,
  { user_id, group }: { user_id: string; group: 'A' | 'B' | null },
  now: Date,
): Promise<boolean> {
  const row = { account_id, batch_id: id, user_id, signing_group: group, signed_at: now }
  const rows = await tx`
    INSERT INTO transfer_batch_signatures (${columnsOf(batchSignatures)}) VALUES (${valuesOf(batchSignatures, row)}) ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length > 0
}

export async function countBatchSignatures(tx: Tx, { account_id, id }: RowKey): Promise<number> {
  const [row] = await tx<{ signed: number }>`
    SELECT count(*) AS signed FROM transfer_batch_signatures WHERE account_id = ${account_id} AND batch_id = ${id}`
  return row?.signed ?? 0
}

/** The group of a validator on an account, and whether the group has signed already. */
export async function findBatchSignerGroup(
  tx: Tx,
  { account_id, id }: RowKey,
  userId: string,
): Promise<{ group: 'A' | 'B'; has_signed: boolean } | null> {
  const [row] = await tx<{ group: 'A' | 'B'; has_signed: boolean }>`
    SELECT g.signing_group AS group,
           EXISTS (SELECT FROM transfer_batch_signatures s WHERE s.account_id = ${account_id} AND s.batch_id = ${id}
                      AND s.signing_group = g.signing_group) AS has_signed
      FROM signing_groups g WHERE g.account_id = ${account_id} AND g.user_id = ${userId}`
  return row ?? null
}

export async function markBatchValidated(
  tx: Tx,
  { account_id, id }: RowKey,
  { at, execution_date }: { at: Date; execution_date: PlainDate },
): Promise<void> {
  await tx`
    UPDATE transfer_batches SET state = 'validated', validated_at = ${at}, execution_date = ${execution_date}
     WHERE account_id = ${account_id} AND id = ${id}`
}

export async function markBatchRefused(
  tx: Tx,
  { account_id, id }: RowKey,
  { reason = null, reason_code = null }: { reason?: string | null; reason_code?: 'expired' | 'payee_changed' | null },
): Promise<void> {
  await tx`
    UPDATE transfer_batches SET state = 'refused', reason = ${reason}, reason_code = ${reason_code}
     WHERE account_id = ${account_id} AND id = ${id}`
}

export async function markBatchCancelled(tx: Tx, { account_id, id }: RowKey): Promise<void> {
  await tx`UPDATE transfer_batches SET state = 'cancelled' WHERE account_id = ${account_id} AND id = ${id}`
}

/** Removes lines from a batch and subtracts them from its sums. Answers how many were part of it. */
export async function refuseLines(
  tx: Tx,
  { account_id, id }: RowKey,
  {
    lines,
    reason = null,
    reason_code = null,
  }: { lines: readonly string[]; reason?: string | null; reason_code?: 'payee_changed' | null },
): Promise<number> {
  const taken = await tx`
    UPDATE transfer_batch_lines l SET is_refused = true, reason = ${reason}, reason_code = ${reason_code}
      FROM unnest(${lines}::uuid[]) AS chosen (id)
     WHERE l.account_id = ${account_id} AND l.batch_id = ${id} AND l.id = chosen.id AND NOT l.is_refused
    RETURNING 1`
  await tx`
    UPDATE transfer_batches b
       SET version = b.version + 1, line_count = left_over.lines, amount = left_over.amount, fees = left_over.fees, tax = left_over.tax
      FROM (SELECT count(*) AS lines, sum(amount)::bigint AS amount, sum(fees)::bigint AS fees, sum(tax)::bigint AS tax
              FROM transfer_batch_lines WHERE account_id = ${account_id} AND batch_id = ${id} AND NOT is_refused) left_over
     WHERE b.account_id = ${account_id} AND b.id = ${id} AND left_over.lines > 0`
  return taken.length
}

const payeeColumns = only(beneficiaries, 'id', 'name', 'iban', 'phone', 'email', 'bic', 'country')
export type NewPayee = RowOf<typeof payeeColumns> & { change_id: string }

/**
 * Saves the new payees of a batch, approved by its signer; null where no signature was needed. Payees of a confidential batch are visible to
 * readers of its lines only, and payees that its author does not save stay outside the address book.
 */
export async function insertPayees(
  tx: Tx,
  {
    account_id: accountId,
    is_confidential,
    saves_payees,
  }: Pick<LockedBatch, 'account_id' | 'is_confidential' | 'saves_payees'>,
  payees: readonly NewPayee[],
  { by, approved_by, at }: { by: string; approved_by: string | null; at: Date },
): Promise<void> {
  await tx`
    INSERT INTO beneficiaries (account_id, ${columnsOf(payeeColumns)}, approval_status, created_at, numbered_at, is_confidential, is_saved)
    SELECT ${accountId}, ${columnsOf(payeeColumns, 'p')}, 'approved', ${at}, ${at}, ${is_confidential}::boolean, ${saves_payees}::boolean
      FROM ${recordsetOf(payeeColumns, payees, 'p')}`
  await tx`
    INSERT INTO beneficiary_account_changes (account_id, id, beneficiary_id, new_iban, changed_by, changed_at, status, decided_by, decided_at)
    SELECT ${accountId}, p.change_id, p.id, p.iban, ${by}, ${at}, 'approved', ${approved_by}, ${at}
      FROM jsonb_to_recordset(${JSON.stringify(payees)}) AS p (id uuid, change_id uuid, iban text)`
}

/** Adds payees to the address book that came with files before. */
export async function savePayees(tx: Tx, accountId: string, ids: readonly string[]): Promise<void> {
  await tx`
    UPDATE beneficiaries SET is_saved = true
     WHERE account_id = ${accountId} AND id = ANY (${ids}::uuid[]) AND NOT is_saved AND removed_at IS NULL`
}

export type FailedLine = {
  line: number
  name: string
  amount: number
  cause: 'funds' | 'payee' | 'payer' | 'guarantee'
}

/** Takes the failed lines that were not notified yet; none while lines of the batch are still due. Stopped lines have an e-mail of their own. */
export async function takeUnsentFailures(
  tx: Tx,
  { account_id, batch_id }: { account_id: string; batch_id: string },
  now: Date,
): Promise<FailedLine[]> {
  const lines = await tx<FailedLine>`
    WITH failed AS MATERIALIZED (
      SELECT t.id, t.reason_code FROM transfers t
       WHERE t.account_id = ${account_id} AND t.batch_id = ${batch_id} AND t.execution_status = 'rejected'
         AND t.reason_code IN ('funds', 'payee', 'payer', 'guarantee')
         AND NOT EXISTS (SELECT FROM transfers due WHERE due.account_id = ${account_id} AND due.batch_id = ${batch_id} AND due.run_at <= ${now})
    )
    UPDATE transfer_batch_lines l SET is_failure_notified = true
      FROM failed
     WHERE l.account_id = ${account_id} AND l.batch_id = ${batch_id} AND l.id = failed.id AND NOT l.is_failure_notified
    RETURNING l.line, l.name, l.amount, failed.reason_code AS cause`
  return lines.toSorted((one, other) => one.line - other.line)
}

/** The outcome of the lines of a batch, when none is still to run and the end is not in the audit log yet. The caller holds its lock. */
export async function findBatchEnd(
  tx: Tx,
  { account_id, batch_id }: { account_id: string; batch_id: string },
): Promise<{ executed: number; failed: number } | null> {
  const [row] = await tx<{ executed: number; failed: number; is_over: boolean }>`
    SELECT count(*) FILTER (WHERE execution_status = 'executed') AS executed, count(*) FILTER (WHERE execution_status = 'rejected') AS failed,
           count(*) > 0 AND NOT bool_or(execution_status = 'scheduled')
             AND NOT EXISTS (SELECT FROM audit_events WHERE subject_id = ${batch_id} AND action = 'batch.end') AS is_over
      FROM transfers WHERE account_id = ${account_id} AND batch_id = ${batch_id}`
  return row?.is_over ? { executed: row.executed, failed: row.failed } : null
}

/** Batches that expired without signatures, or whose first day has passed, locked. */
export function lockExpiredBatches(tx: Tx, before: Date, today: string, max: number): Promise<LockedBatch[]> {
  return tx<LockedBatch>`
    SELECT ${columnsOf(lockedBatches)}
      FROM transfer_batches b
     WHERE state = 'pending'
       AND (created_at < ${before} OR EXISTS (SELECT FROM transfer_batch_lines l WHERE l.account_id = b.account_id AND l.batch_id = b.id
                                                 AND NOT l.is_refused AND l.execution_date < ${today}::date OFFSET 0))
     ORDER BY created_at LIMIT ${max}
       FOR NO KEY UPDATE SKIP LOCKED`
}

export type BookedBatch = Pick<LockedBatch, 'account_id' | 'id' | 'reference' | 'currency'> & {
  posting_id: string | null
}

/** Those of these batches that have batch booking, locked. */
export function lockSingleBatches(
  tx: Tx,
  accountIds: readonly string[],
  ids: readonly string[],
): Promise<BookedBatch[]> {
  return tx<BookedBatch>`
    SELECT account_id, id, reference, currency, posting_id FROM transfer_batches
     WHERE account_id = ANY (${accountIds}::uuid[]) AND id = ANY (${ids}::uuid[]) AND single_entry
     ORDER BY id FOR NO KEY UPDATE`
}

/** The transfers of a batch that have not run. */
export const listScheduledLines = (tx: Tx, { account_id, id }: RowKey) =>
  tx<{ id: string; version: number; amount: number; fees: number; tax: number }>`
    SELECT id, version, amount, fees, tax FROM transfers
     WHERE account_id = ${account_id} AND batch_id = ${id} AND execution_status = 'scheduled'`

export async function markBooked(
  tx: Tx,
  { account_id, id }: RowKey,
  { posting_id, booked }: { posting_id: string; booked: number },
): Promise<void> {
  await tx`UPDATE transfer_batches SET posting_id = ${posting_id}, booked = ${booked} WHERE account_id = ${account_id} AND id = ${id}`
}

export type SettledBatch = Omit<BookedBatch, 'posting_id'> & { booked: number; spent: number; account_status: string }

/** Whether any booked batch may have to be settled. */
export async function hasUnsettledBatches(db: Sql): Promise<boolean> {
  const rows = await db`SELECT 1 FROM transfer_batches WHERE posting_id IS NOT NULL AND settled_at IS NULL LIMIT 1`
  return rows.length > 0
}

/** Booked batches of which every line has ended, locked, with the total of the executed lines. */
export function lockSettledBatches(tx: Tx): Promise<SettledBatch[]> {
  return tx<SettledBatch>`
    SELECT b.account_id, b.id, b.reference, b.currency, b.booked, a.status AS account_status,
           (SELECT coalesce(sum(t.amount + t.fees + t.tax), 0)::bigint FROM transfers t
             WHERE t.account_id = b.account_id AND t.batch_id = b.id AND t.execution_status IN ('executed', 'returned')) AS spent
      FROM transfer_batches b
      JOIN accounts a ON a.id = b.account_id
     WHERE b.posting_id IS NOT NULL AND b.settled_at IS NULL
       AND NOT EXISTS (SELECT FROM transfers t WHERE t.account_id = b.account_id AND t.batch_id = b.id AND t.execution_status = 'scheduled')
     ORDER BY b.created_at LIMIT 20
       FOR NO KEY UPDATE OF b SKIP LOCKED`
}

export async function markSettled(tx: Tx, { account_id, id }: RowKey, at: Date): Promise<void> {
  await tx`UPDATE transfer_batches SET settled_at = ${at} WHERE account_id = ${account_id} AND id = ${id}`
}
