import type { BankDetails } from 'contract/rib.ts'
import type { Sql } from '../../db/db.ts'

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
