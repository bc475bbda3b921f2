import type { Sql } from '../../db/db.ts'

/** A credited cheque that holds its own amount until its value date. */
export type ChequeInCollection = {
  account_id: string
  entry_id: string
  amount: number
  label: string
  reference: string | null
  value_date: string
}

/** The cheques of these accounts that are not available yet, the oldest first. A caller that releases one has locked its account. */
export const listChequesInCollection = (db: Sql, accountIds: readonly string[]) =>
  db<ChequeInCollection>`
    SELECT h.account_id, e.id AS entry_id, e.amount::bigint AS amount, e.label, e.reference, e.value_date
      FROM ledger_holds h
      JOIN ledger_entries e ON e.account_id = h.account_id AND e.id = CASE WHEN h.cause LIKE 'cheque:%' THEN substring(h.cause FROM 8)::uuid END
     WHERE h.account_id = ANY (${[...accountIds]}::uuid[]) AND h.released_at IS NULL AND h.cause LIKE 'cheque:%'
     ORDER BY e.booking_date, e.seq`

/** Accounts that have cheques whose value date has come. */
export async function listAccountsWithValuedCheques(db: Sql, day: string, max: number): Promise<string[]> {
  const rows = await db<{ account_id: string }>`
    SELECT DISTINCT h.account_id
      FROM ledger_holds h
      JOIN ledger_entries e ON e.account_id = h.account_id AND e.id = CASE WHEN h.cause LIKE 'cheque:%' THEN substring(h.cause FROM 8)::uuid END
     WHERE h.released_at IS NULL AND h.cause LIKE 'cheque:%' AND e.value_date <= ${day}::date
     ORDER BY h.account_id LIMIT ${max}`
  return rows.map(({ account_id }) => account_id)
}
