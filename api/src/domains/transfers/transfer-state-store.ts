// State changes of transfers: each is one statement on a locked row.
import { alertCatalogue } from 'contract/access/alerts.ts'
import type { Language } from 'contract/language.ts'
import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import { part, type Sql, type Tx } from '../../db/db.ts'
import { ChangedMeanwhile } from '../../db/transaction.ts'
import { type TransferEditRow, transferEdits, transfers, transferSignatures } from './transfer-columns.ts'

/** An order as it stands, with the number of its account. */
export type StoredTransfer = RowOf<typeof transfers> & { account_number: string }

/** The same, locked until the transaction ends. */
export type LockedTransfer = StoredTransfer

const transferRow = (accountId: string, id: string) => part`
    SELECT ${columnsOf(transfers)}, (SELECT number FROM accounts WHERE accounts.id = account_id) AS account_number
      FROM transfers WHERE account_id = ${accountId} AND id = ${id}`

export async function lockTransfer(tx: Tx, accountId: string, id: string): Promise<LockedTransfer | null> {
  const [row] = await tx<LockedTransfer>`${transferRow(accountId, id)} FOR NO KEY UPDATE`
  return row ?? null
}

/** The same order as it is now, for calls that only calculate. */
export async function findStoredTransfer(db: Sql, accountId: string, id: string): Promise<StoredTransfer | null> {
  const [row] = await db<StoredTransfer>`${transferRow(accountId, id)}`
  return row ?? null
}

/** Adds a signature. False where this user has signed this version already. */
export async function insertSignature(
  tx: Tx,
  { account_id, id, version }: Pick<LockedTransfer, 'account_id' | 'id' | 'version'>,
  { user_id, group }: { user_id: string; group: 'A' | 'B' | null },
  now: Date,
): Promise<boolean> {
  const row = { account_id, transfer_id: id, version, user_id, signing_group: group, signed_at: now }
  const rows = await tx`
    INSERT INTO transfer_signatures (${columnsOf(transferSignatures)}) VALUES (${valuesOf(transferSignatures, row)}) ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length > 0
}

export async function countSignatures(
  tx: Tx,
  { account_id, id, version }: Pick<LockedTransfer, 'account_id' | 'id' | 'version'>,
): Promise<number> {
  const [row] = await tx<{ signed: number }>`
    SELECT count(*) AS signed FROM transfer_signatures WHERE account_id = ${account_id} AND transfer_id = ${id} AND version = ${version}`
  return row?.signed ?? 0
}

/** The group of a validator on an account, and whether the group has signed this version already. */
export async function findSignerGroup(
  tx: Tx,
  { account_id, id, version }: Pick<LockedTransfer, 'account_id' | 'id' | 'version'>,
  userId: string,
): Promise<{ group: 'A' | 'B'; has_signed: boolean } | null> {
  const [row] = await tx<{ group: 'A' | 'B'; has_signed: boolean }>`
    SELECT g.signing_group AS group,
           EXISTS (SELECT FROM transfer_signatures s WHERE s.account_id = ${account_id} AND s.transfer_id = ${id} AND s.version = ${version}
                      AND s.signing_group = g.signing_group) AS has_signed
      FROM signing_groups g WHERE g.account_id = ${account_id} AND g.user_id = ${userId}`
  return row ?? null
}

type RowKey = { account_id: string; id: string }

export async function markValidated(
  tx: Tx,
  { account_id, id }: RowKey,
  { now, run_at, execution_date }: { now: Date; run_at: Date; execution_date: string },
) {
  await tx`
    UPDATE transfers SET validation_status = 'validated', validated_at = ${now}, run_at = ${run_at}, execution_date = ${execution_date}
     WHERE account_id = ${account_id} AND id = ${id}`
}

export async function markRefused(
  tx: Tx,
  { account_id, id }: RowKey,
  cause: { reason: string } | { reason_code: 'expired' | 'payee_changed' | 'payee_removed' },
) {
  const { reason = null, reason_code = null } = cause as { reason?: string; reason_code?: string }
  await tx`
    UPDATE transfers SET validation_status = 'refused', execution_status = 'cancelled', suspended = NULL, reason = ${reason}, reason_code = ${reason_code}
     WHERE account_id = ${account_id} AND id = ${id}`
}

export async function markCancelled(tx: Tx, { account_id, id }: RowKey) {
  await tx`UPDATE transfers SET execution_status = 'cancelled', suspended = NULL, run_at = NULL WHERE account_id = ${account_id} AND id = ${id}`
}

/** Suspends an order until the account of its payee is decided. */
export async function markSuspended(tx: Tx, { account_id, id }: RowKey) {
  await tx`UPDATE transfers SET suspended = 'payee_change', run_at = NULL WHERE account_id = ${account_id} AND id = ${id}`
}

export async function markResumed(tx: Tx, { account_id, id }: RowKey, run_at: Date | null) {
  await tx`UPDATE transfers SET suspended = NULL, run_at = ${run_at}, tries = 0 WHERE account_id = ${account_id} AND id = ${id}`
}

/** Marks an order as late: its day has passed while it waited. */
export async function markLate(tx: Tx, { account_id, id }: RowKey) {
  await tx`UPDATE transfers SET suspended = 'late', run_at = NULL WHERE account_id = ${account_id} AND id = ${id}`
}

export async function markPaused(tx: Tx, { account_id, id }: RowKey) {
  await tx`UPDATE transfers SET execution_status = 'paused', run_at = NULL WHERE account_id = ${account_id} AND id = ${id}`
}

/** Schedules a series on one of its dates; without one, it has ended. */
export async function markNextDate(
  tx: Tx,
  { account_id, id }: RowKey,
  next: { next_occurrence: number; execution_date: string; run_at: Date | null } | null,
) {
  if (next)
    await tx`
      UPDATE transfers SET execution_status = 'scheduled', suspended = NULL, next_occurrence = ${next.next_occurrence}, execution_date = ${next.execution_date},
                           run_at = ${next.run_at}, tries = 0
       WHERE account_id = ${account_id} AND id = ${id}`
  else
    await tx`UPDATE transfers SET execution_status = 'ended', suspended = NULL, run_at = NULL WHERE account_id = ${account_id} AND id = ${id}`
}

/** Writes a new version for the payee's current account: a concurrent change of it restarts the transaction. Former signatures become invalid. */
export async function markEdited(tx: Tx, { account_id, id }: RowKey, edit: TransferEditRow): Promise<void> {
  const written = await tx`
    UPDATE transfers SET (${columnsOf(transferEdits)}) = ROW(${valuesOf(transferEdits, edit)}), suspended = NULL, tries = 0, version = version + 1
     WHERE account_id = ${account_id} AND id = ${id}
       AND (EXISTS (SELECT FROM beneficiaries p WHERE p.account_id = ${account_id} AND p.id = ${edit.beneficiary_id}
                       AND p.iban = ${edit.beneficiary_iban} AND p.approval_status = 'approved' AND p.removed_at IS NULL)
            OR EXISTS (SELECT FROM accounts o WHERE o.id = ${edit.own_account_id} AND o.iban = ${edit.beneficiary_iban} AND o.status = 'active')
            OR EXISTS (SELECT FROM payee_lookups l WHERE l.account_id = ${account_id} AND l.id = ${edit.lookup_id}
                          AND ${edit.beneficiary_id}::uuid IS NULL AND coalesce(l.iban, l.other) = ${edit.beneficiary_iban}))
    RETURNING 1`
  if (written.length === 0) throw new ChangedMeanwhile('the payee of an order')
}

/** The last date of a series with an outcome; null before the first. */
export async function findLastOccurrence(tx: Tx, { account_id, id }: RowKey): Promise<string | null> {
  const [row] = await tx<{ nominal_date: string }>`
    SELECT nominal_date FROM transfer_occurrences WHERE account_id = ${account_id} AND transfer_id = ${id}
     ORDER BY nominal_date DESC LIMIT 1`
  return row?.nominal_date ?? null
}

export async function changeComment(tx: Tx, { account_id, id }: RowKey, comment: string | null) {
  await tx`UPDATE transfers SET comment = ${comment} WHERE account_id = ${account_id} AND id = ${id}`
}

export async function insertOccurrence(
  tx: Tx,
  { account_id, id, amount, credit_amount, fees, tax, beneficiary_iban }: LockedTransfer,
  occurrence: {
    nominal_date: string
    outcome: 'executed' | 'rejected' | 'skipped'
    posting_id: string | null
    at: Date
  },
) {
  await tx`
    INSERT INTO transfer_occurrences (account_id, transfer_id, nominal_date, outcome, posting_id, at, amount, credit_amount, fees, tax, beneficiary_iban)
    VALUES (${account_id}, ${id}, ${occurrence.nominal_date}, ${occurrence.outcome}, ${occurrence.posting_id}, ${occurrence.at},
            ${amount}, ${credit_amount}, ${fees}, ${tax}, ${beneficiary_iban})`
}

/** The accounts on which a user may sign transfers. */
export async function listSignableAccounts(db: Sql, userId: string): Promise<string[]> {
  const rows = await db<{ account_id: string }>`
    SELECT m.account_id FROM memberships m JOIN accounts a ON a.id = m.account_id
     WHERE m.user_id = ${userId} AND a.status = 'active' AND 'transfers' = ANY (m.rights) AND 'transfer.validate' = ANY (m.capabilities)`
  return rows.map(({ account_id }) => account_id)
}

/** The open orders to a beneficiary, locked. */
export function lockOpenTransfersTo(tx: Tx, accountId: string, beneficiaryId: string): Promise<LockedTransfer[]> {
  return tx<LockedTransfer>`
    SELECT ${columnsOf(transfers)}, (SELECT number FROM accounts WHERE accounts.id = account_id) AS account_number
      FROM transfers
     WHERE account_id = ${accountId} AND beneficiary_id = ${beneficiaryId} AND execution_status IN ('scheduled', 'paused')
     ORDER BY id FOR NO KEY UPDATE`
}

export async function countOpenTransfersTo(tx: Tx, accountId: string, beneficiaryId: string): Promise<number> {
  const [row] = await tx<{ open: number }>`
    SELECT count(*) AS open FROM transfers
     WHERE account_id = ${accountId} AND beneficiary_id = ${beneficiaryId} AND execution_status IN ('scheduled', 'paused')`
  return row?.open ?? 0
}

export type Author = { id: string; account_id: string; lang: Language; first_name: string; email: string | null }

/** The authors of orders on these accounts who may still see them and want e-mails about orders that were not executed. */
export const findAuthors = (db: Sql, orders: readonly { account_id: string; created_by: string }[]) =>
  db<Author>`
    SELECT u.id, o.account_id, u.lang, u.first_name, u.email
      FROM (SELECT DISTINCT account_id, created_by FROM jsonb_to_recordset(${JSON.stringify(orders)}) AS t (account_id uuid, created_by uuid)) o
      JOIN memberships m ON m.account_id = o.account_id AND m.user_id = o.created_by AND 'transfers' = ANY (m.rights)
      JOIN users u ON u.id = o.created_by
     WHERE email_is_enabled(u.id, o.account_id, 'transfer_rejected', ${alertCatalogue.transfer_rejected.byMail})`

/** Executed orders whose money was returned. */
export async function markReturned(tx: Tx, orders: readonly RowKey[]): Promise<void> {
  if (orders.length === 0) return
  await tx`
    UPDATE transfers t SET execution_status = 'returned'
      FROM jsonb_to_recordset(${JSON.stringify(orders)}) AS p (account_id uuid, id uuid)
     WHERE t.account_id = p.account_id AND t.id = p.id AND t.execution_status = 'executed'`
}

export type ReturnedOrder = {
  beneficiary_name: string
  reference: string
  currency: string
  email: string | null
  lang: Language
  first_name: string
}

/** A returned order with its author, who may still see it and wants an e-mail about it. */
export async function findReturned(tx: Tx, accountId: string, id: string): Promise<ReturnedOrder | null> {
  const [row] = await tx<ReturnedOrder>`
    SELECT t.beneficiary_name, t.reference, t.currency, u.email, u.lang, u.first_name
      FROM transfers t
      JOIN memberships m ON m.account_id = t.account_id AND m.user_id = t.created_by AND 'transfers' = ANY (m.rights)
      JOIN users u ON u.id = t.created_by
     WHERE t.account_id = ${accountId} AND t.id = ${id} AND email_is_enabled(u.id, t.account_id, 'transfer_returned', ${alertCatalogue.transfer_returned.byMail})`
  return row ?? null
}
