import type { PayeeLookup } from 'contract/transfers/instant-payments.ts'
import { columnsOf, type RowOf, valuesOf } from '../../../db/columns.ts'
import type { Sql, Tx } from '../../../db/db.ts'
import {
  type AnsweredLookup,
  type FoundPayee,
  foundPayees,
  newLookups,
  payeeLookups,
} from '../platform/instant-columns.ts'

export type NewLookup = RowOf<typeof newLookups>

export async function insertLookup(tx: Tx, lookup: NewLookup): Promise<void> {
  await tx`INSERT INTO payee_lookups (${columnsOf(newLookups)}) VALUES (${valuesOf(newLookups, lookup)})`
}

/** Stores the answer to a look-up that waits for it: the first one decides. `found` null: nobody, for a reason. */
export async function answerLookup(
  tx: Tx,
  endToEndId: string,
  found: FoundPayee | null,
  { reason, at }: { reason: string | null; at: Date },
): Promise<void> {
  if (found)
    await tx`
      UPDATE payee_lookups SET (state, answered_at, ${columnsOf(foundPayees)}) = ROW ('found', ${at}::timestamptz, ${valuesOf(foundPayees, found)})
       WHERE end_to_end_id = ${endToEndId} AND state = 'waiting'`
  else
    await tx`
      UPDATE payee_lookups SET state = 'unknown', answered_at = ${at}, reason = ${reason}
       WHERE end_to_end_id = ${endToEndId} AND state = 'waiting'`
}

/** A look-up with what the portal shows of it. `sees`: whether the reader sees the payees of confidential batches. */
export async function findLookup(
  db: Sql,
  accountId: string,
  id: string,
  sees: boolean,
): Promise<AnsweredLookup | null> {
  const [row] = await db<AnsweredLookup>`
    SELECT ${columnsOf(payeeLookups, 'l')}, p.name AS institution, ours.id AS our_account, saved.id AS beneficiary_id
      FROM payee_lookups l
      LEFT JOIN instant_participants p ON p.member = l.member
      LEFT JOIN accounts ours ON ours.iban = l.iban
      LEFT JOIN LATERAL (SELECT b.id FROM visible_beneficiaries(l.account_id, ${sees}) b
                          WHERE b.iban = l.iban AND b.removed_at IS NULL ORDER BY b.created_at LIMIT 1) saved ON true
     WHERE l.account_id = ${accountId} AND l.id = ${id}`
  return row ?? null
}

export async function hasIdentity(db: Sql, accountId: string): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM accounts a JOIN customer_identities i ON i.customer_id = a.customer_id WHERE a.id = ${accountId}`
  return rows.length > 0
}

/** The connected institution with this member code; null where it is not connected, or suspended. */
export async function findParticipant(db: Sql, member: string): Promise<{ name: string } | null> {
  const [row] = await db<{
    name: string
  }>`SELECT name FROM instant_participants WHERE member = ${member} AND state = 'ENBL'`
  return row ?? null
}

export type PaidPayee = Pick<PayeeLookup, 'kind' | 'value' | 'name' | 'institution' | 'country'>

/** The payees of the last instant payments that are not saved as beneficiaries, each once. */
export function listPaidPayees(db: Sql, accountId: string, max: number): Promise<PaidPayee[]> {
  return db<PaidPayee>`
    SELECT kind, value, name, institution, country
      FROM (SELECT DISTINCT ON (coalesce(l.iban, l.other)) l.kind, l.value, l.name, coalesce(p.name, l.member) AS institution, l.country, t.created_at
              FROM visible_transfers(${accountId}, false) t
              JOIN payee_lookups l ON l.account_id = t.account_id AND l.id = t.lookup_id
              LEFT JOIN instant_participants p ON p.member = l.member
             WHERE t.lookup_id IS NOT NULL AND t.beneficiary_id IS NULL AND t.execution_status IN ('executed', 'scheduled')
             ORDER BY coalesce(l.iban, l.other), t.created_at DESC) paid
     ORDER BY created_at DESC LIMIT ${max}`
}

/** The account that a waiting look-up verifies, by its endToEndId, with the member code of its institution. */
export async function findVerified(db: Sql, endToEndId: string): Promise<{ iban: string; member: string } | null> {
  const [row] = await db<{ iban: string; member: string }>`
    SELECT value AS iban, left(value, 2) || 'B' || substr(value, 7, 3) AS member FROM payee_lookups
     WHERE end_to_end_id = ${endToEndId} AND kind = 'account'`
  return row ?? null
}
