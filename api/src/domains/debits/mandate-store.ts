import type { Mandate } from 'contract/products/debits.ts'
import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import { part, type Sql, type Tx } from '../../db/db.ts'
import {
  mandateCopies,
  namedMandates,
  type NewMandate,
  newMandates,
  readMandates,
  uploadedCopies,
} from './mandate-columns.ts'

export type StoredMandate = RowOf<typeof readMandates> & Pick<Mandate, 'currency' | 'has_copy' | 'is_creditor_blocked'>

/** The signs 5 to 7 of an identifier are the business code: the same creditor has others for its other lines of business (domain.md 3). */
const described = part`
  SELECT ${columnsOf(readMandates, 'm')}, a.currency,
         EXISTS (SELECT FROM mandate_copies c WHERE c.mandate_id = m.id) AS has_copy,
         EXISTS (SELECT FROM blocked_creditors b
                  WHERE b.account_id = m.account_id AND overlay(b.creditor_id PLACING '' FROM 5 FOR 3) = overlay(m.creditor_id PLACING '' FROM 5 FOR 3)) AS is_creditor_blocked
    FROM mandates m JOIN accounts a ON a.id = m.account_id`

/** A page of the mandates of an account, those to confirm first, then the active ones. */
export async function listMandatesOf(
  db: Sql,
  accountId: string,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ items: StoredMandate[]; total: number }> {
  const [counted] = await db<{ total: number }>`SELECT count(*) AS total FROM mandates WHERE account_id = ${accountId}`
  const items = await db<StoredMandate>`
    ${described}
     WHERE m.account_id = ${accountId}
     ORDER BY array_position(ARRAY['pending_confirmation', 'active', 'suspended'], m.status), m.creditor_name, m.id
     LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`
  return { items, total: counted?.total ?? 0 }
}

export async function findMandate(db: Sql, accountId: string, id: string): Promise<StoredMandate | undefined> {
  const [row] = await db<StoredMandate>`${described} WHERE m.account_id = ${accountId} AND m.id = ${id}`
  return row
}

export async function lockMandate(tx: Tx, accountId: string, id: string): Promise<StoredMandate | undefined> {
  const [row] = await tx<StoredMandate>`
    ${described}
     WHERE m.account_id = ${accountId} AND m.id = ${id}
       FOR UPDATE OF m`
  return row
}

export type MandateName = { account_id: string; creditor_id: string; umr: string }

export type MandateCopy = RowOf<typeof uploadedCopies>

export async function insertMandateCopy(
  tx: Tx,
  accountId: string,
  mandateId: string,
  { name, content }: MandateCopy,
  at: Date,
): Promise<void> {
  const row = { account_id: accountId, mandate_id: mandateId, name, content, added_at: at }
  await tx`INSERT INTO mandate_copies (${columnsOf(mandateCopies)}) VALUES (${valuesOf(mandateCopies, row)})`
}

export async function findMandateCopy(db: Sql, accountId: string, mandateId: string): Promise<MandateCopy | undefined> {
  const [row] = await db<MandateCopy>`
    SELECT ${columnsOf(uploadedCopies)} FROM mandate_copies WHERE account_id = ${accountId} AND mandate_id = ${mandateId}`
  return row
}

/** Whether the account has a mandate of this creditor with this reference, in any state. */
export async function isMandateKnown(tx: Tx, { account_id, creditor_id, umr }: MandateName): Promise<boolean> {
  const rows = await tx`
    SELECT FROM mandates WHERE account_id = ${account_id} AND creditor_id = ${creditor_id} AND umr = ${umr}`
  return rows.length > 0
}

/** The mandates that collections name, locked in one order. */
export const lockMandatesNamed = (tx: Tx, names: readonly MandateName[]) =>
  tx<RowOf<typeof namedMandates>>`
    SELECT ${columnsOf(namedMandates)}
      FROM mandates
     WHERE (account_id, creditor_id, umr) IN (
           SELECT account_id, creditor_id, umr
             FROM jsonb_to_recordset(${JSON.stringify(names)}) AS n (account_id uuid, creditor_id text, umr text))
     ORDER BY id
       FOR UPDATE`

export async function updateMandate(
  tx: Tx,
  accountId: string,
  { id, status, max_amount }: Pick<StoredMandate, 'id' | 'status' | 'max_amount'>,
): Promise<void> {
  await tx`
    UPDATE mandates SET status = ${status}, max_amount = ${max_amount}, version = version + 1
     WHERE account_id = ${accountId} AND id = ${id}`
}

/** Records a collection under the mandate. The final one ends it. */
export async function markUsed(tx: Tx, id: string, { day, isLast }: { day: string; isLast: boolean }): Promise<void> {
  await tx`
    UPDATE mandates SET last_used_on = ${day}, status = CASE WHEN ${isLast} THEN 'expired' ELSE status END, version = version + 1
     WHERE id = ${id}`
}

export async function blockCreditor(
  tx: Tx,
  accountId: string,
  creditorId: string,
  by: { user_id: string; at: Date },
): Promise<void> {
  await tx`
    INSERT INTO blocked_creditors (account_id, creditor_id, blocked_by, blocked_at) VALUES (${accountId}, ${creditorId}, ${by.user_id}, ${by.at})
    ON CONFLICT DO NOTHING`
}

export async function unblockCreditor(tx: Tx, accountId: string, creditorId: string): Promise<void> {
  await tx`
    DELETE FROM blocked_creditors
     WHERE account_id = ${accountId} AND overlay(creditor_id PLACING '' FROM 5 FOR 3) = overlay(${creditorId} PLACING '' FROM 5 FOR 3)`
}

/** False where the account has a mandate of this creditor with this reference. */
export async function insertMandate(tx: Tx, mandate: NewMandate): Promise<boolean> {
  const rows = await tx<{ id: string }>`
    INSERT INTO mandates (${columnsOf(newMandates)}) VALUES (${valuesOf(newMandates, mandate)})
    ON CONFLICT (account_id, creditor_id, umr) DO NOTHING
    RETURNING id`
  return rows.length === 1
}
