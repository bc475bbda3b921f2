import type { PayeeLookup } from 'contract/transfers/instant-payments.ts'
import { columnsOf, type RowOf, valuesOf } from '../../../db/columns.ts'
import type { Db, Sql, Tx } from '../../../db/db.ts'
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

const UNUSED_DAYS = 90
/** Examined at once: the next run, a minute later, continues. */
const MAX_EXAMINED = 1_000

/**
 * Deletes the look-ups older than ninety days that no order, line, payment or request names, and their messages: they contain names and
 * numbers of people who are no customers. Those that are named stay, and are not examined again. Answers how many were deleted.
 */
export async function purgeLookups(db: Db, now: Date): Promise<number> {
  const [row] = await db<{ count: number }>`
    WITH old AS MATERIALIZED (
      SELECT l.account_id, l.id,
             -- By the look-up: OFFSET 0 keeps the planner from reading whole tables once.
             (EXISTS (SELECT FROM transfers n WHERE n.account_id = l.account_id AND n.lookup_id = l.id OFFSET 0)
              OR EXISTS (SELECT FROM transfer_batch_lines n WHERE n.account_id = l.account_id AND n.lookup_id = l.id OFFSET 0)
              OR EXISTS (SELECT FROM instant_payments n WHERE n.account_id = l.account_id AND n.lookup_id = l.id OFFSET 0)
              OR EXISTS (SELECT FROM payment_requests n WHERE n.account_id = l.account_id AND n.lookup_id = l.id OFFSET 0)
              OR EXISTS (SELECT FROM request_lines n WHERE n.account_id = l.account_id AND n.lookup_id = l.id OFFSET 0)) AS is_named
        FROM payee_lookups l
       WHERE NOT l.is_named AND l.created_at < ${now}::timestamptz - make_interval(days => ${UNUSED_DAYS})
       ORDER BY l.created_at LIMIT ${MAX_EXAMINED}
    ), named AS (
      UPDATE payee_lookups l SET is_named = true FROM old WHERE old.is_named AND l.account_id = old.account_id AND l.id = old.id
    ), deleted AS (
      DELETE FROM payee_lookups l USING old WHERE NOT old.is_named AND l.account_id = old.account_id AND l.id = old.id
      RETURNING l.end_to_end_id
    ), messages AS (
      DELETE FROM aip_messages m USING deleted WHERE m.end_to_end_id = deleted.end_to_end_id
    )
    SELECT count(*) FROM deleted`
  return row?.count ?? 0
}
