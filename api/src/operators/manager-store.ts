import { columnsOf, valuesOf } from '../db/columns.ts'
import type { Sql, Tx } from '../db/db.ts'
import { type AdvisorRow, advisors, editableAdvisors } from '../domains/accounts/account-columns.ts'

const MAX = 1_000

type Listed = AdvisorRow & { accounts: number }

export async function insertManager(tx: Tx, manager: AdvisorRow): Promise<void> {
  await tx`INSERT INTO advisors (${columnsOf(advisors)}) VALUES (${valuesOf(advisors, manager)})`
}

export async function updateManager(tx: Tx, manager: AdvisorRow): Promise<void> {
  await tx`
    UPDATE advisors SET (${columnsOf(editableAdvisors)}) = ROW(${valuesOf(editableAdvisors, manager)}) WHERE id = ${manager.id}`
}

export async function removeManager(tx: Tx, id: string): Promise<void> {
  await tx`DELETE FROM advisors WHERE id = ${id}`
}

/** The managers by name, with the number of their accounts. */
export const listManagers = (db: Sql): Promise<Listed[]> =>
  db<Listed>`
    SELECT ${columnsOf(advisors, 'v')}, (SELECT count(*) FROM accounts a WHERE a.advisor_id = v.id) AS accounts
      FROM advisors v ORDER BY v.last_name, v.first_name, v.id LIMIT ${MAX}`

/** A manager, who stays until the transaction ends. */
export async function lockManager(tx: Tx, id: string): Promise<AdvisorRow | null> {
  const [row] = await tx<AdvisorRow>`SELECT ${columnsOf(advisors)} FROM advisors WHERE id = ${id} FOR UPDATE`
  return row ?? null
}

type Managed = { id: string; manager_id: string | null; manager: string | null }

/** The accounts of a customer, or of a manager, or one account: each with the name of its manager, and locked. */
export const lockManaged = (
  tx: Tx,
  { account, customer, manager }: { account: string | null; customer: string | null; manager: string | null },
): Promise<Managed[]> =>
  tx<Managed>`
    SELECT a.id, a.advisor_id AS manager_id, v.first_name || ' ' || v.last_name AS manager
      FROM accounts a LEFT JOIN advisors v ON v.id = a.advisor_id
     WHERE a.id = ${account} OR a.customer_id = ${customer} OR a.advisor_id = ${manager}
     ORDER BY a.id FOR NO KEY UPDATE OF a`

/** Null: the branch is the contact. */
export async function setManager(tx: Tx, accountIds: readonly string[], manager: string | null): Promise<void> {
  await tx`UPDATE accounts SET advisor_id = ${manager} WHERE id = ANY (${accountIds}::uuid[])`
}
