import type { Db, Sql } from '../db/db.ts'
import type { SimulatedCustomer } from './activity-rules.ts'

const MAX_CUSTOMERS = 50
const MAX_ACCOUNTS = 2

/** The simulated customers: the first current account of each customer. */
export const listSimulatedCustomers = (db: Db) => db<SimulatedCustomer>`
  SELECT a.id, a.iban, c.kind, b.name AS town
    FROM (SELECT id, kind FROM customers ORDER BY id LIMIT ${MAX_CUSTOMERS}) c
   CROSS JOIN LATERAL (SELECT id, iban, branch_code FROM accounts
                        WHERE customer_id = c.id AND status = 'active' AND currency = 'XOF' AND kind IN ('checking', 'current')
                        ORDER BY number LIMIT ${MAX_ACCOUNTS}) a
    JOIN branches b ON b.code = a.branch_code
   ORDER BY a.id`

export type Salary = { amount: number; label: string; counterparty: string | null; booking_date: string }

/** The last salary of an account since a day. */
export async function findLastSalary(db: Sql, accountId: string, since: string): Promise<Salary | null> {
  const [row] = await db<Salary>`
    SELECT amount, label, counterparty, booking_date FROM ledger_entries
     WHERE account_id = ${accountId} AND seq IS NOT NULL AND booking_date >= ${since} AND type = 'transfer_in' AND label LIKE 'VIR SALAIRE %'
     ORDER BY booking_date DESC, seq DESC LIMIT 1`
  return row ?? null
}
