import type { BankDetails } from 'contract/accounts/rib.ts'
import type { Sql, Tx } from '../../db/db.ts'

/** The bank details of an account, one entry per currency it is held in. */
export function listBankDetails(db: Sql, accountId: string): Promise<BankDetails[]> {
  return db<BankDetails>`
    SELECT c.name AS holder, a.currency, a.iban, bank.bic, bank.bic AS swift, bank.name AS bank_name, bank.code AS bank_code,
           a.branch_code AS agency_code, b.name AS agency_name, b.address AS agency_address, a.number AS account_number,
           right(a.iban, 2) AS key, o.name AS correspondent_bank, o.bic AS correspondent_bic
      FROM accounts a
      JOIN customers c ON c.id = a.customer_id
      JOIN branches b ON b.code = a.branch_code
      CROSS JOIN bank
      LEFT JOIN correspondents o ON o.currency = a.currency
     WHERE a.id = ${accountId}
     ORDER BY a.currency`
}

/**
 * The number of times the details of an account were sent by e-mail since a moment. Locks the account first, so that two
 * simultaneous requests do not both see the last free slot.
 */
export async function countSendings(tx: Tx, accountId: string, since: Date): Promise<number> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`rib.email:${accountId}`}, 0))`
  const [row] = await tx<{ sent: number }>`
    SELECT count(*) AS sent FROM audit_events WHERE account_id = ${accountId} AND at > ${since} AND action = 'rib.email'`
  return row?.sent ?? 0
}
