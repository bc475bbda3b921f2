import { createHash } from 'node:crypto'
import { columnsOf, type RowOf, valuesOf } from '../../../db/columns.ts'
import type { Sql, Tx } from '../../../db/db.ts'
import { instantReceipts } from './instant-columns.ts'

export type Receipt = RowOf<typeof instantReceipts>

/** Callbacks about one payment are applied one after the other. */
export async function lockEndToEnd(tx: Tx, endToEndId: string): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtext('instant_receipts'), hashtext(${endToEndId}))`
}

export async function findReceipt(tx: Tx, endToEndId: string): Promise<Pick<Receipt, 'refusal'> | null> {
  const [row] = await tx<
    Pick<Receipt, 'refusal'>
  >`SELECT refusal FROM instant_receipts WHERE end_to_end_id = ${endToEndId}`
  return row ?? null
}

export async function insertReceipt(tx: Tx, receipt: Receipt): Promise<void> {
  await tx`INSERT INTO instant_receipts (${columnsOf(instantReceipts)}) VALUES (${valuesOf(instantReceipts, receipt)})`
}

/** The digest of a message, as the clearing stores one of each message that moves money. */
export const digestOf = (body: object): Buffer => createHash('sha256').update(JSON.stringify(body)).digest()

export type InstantPayer = { name: string; institution: string; country: string; reference: string | null }

/** The payer of an operation that an instant payment credited; null for other operations. */
export async function findInstantPayer(db: Sql, accountId: string, entryId: string): Promise<InstantPayer | null> {
  const [row] = await db<InstantPayer>`
    SELECT r.payer_name AS name, coalesce(p.name, r.member) AS institution, r.payer_country AS country, r.reference
      FROM ledger_entries e
      JOIN incoming_payments i ON i.posting_id = e.posting_id
      JOIN instant_receipts r ON r.incoming_id = i.id
      LEFT JOIN instant_participants p ON p.member = r.member
     WHERE e.account_id = ${accountId} AND e.id = ${entryId}`
  return row ?? null
}
