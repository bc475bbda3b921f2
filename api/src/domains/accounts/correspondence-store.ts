import type { Sql } from '../../db/db.ts'

/** The holder of an account with the postal address, and the branch that writes to them. */
export type Correspondence = {
  iban: string
  holder: string
  holder_address: string | null
  branch_name: string
  branch_address: string
  branch_phone: string
}

export async function getCorrespondence(db: Sql, accountId: string): Promise<Correspondence> {
  const [row] = await db<Correspondence>`
    SELECT a.iban, c.name AS holder, c.address AS holder_address, b.name AS branch_name, b.address AS branch_address, b.phone AS branch_phone
      FROM accounts a
      JOIN customers c ON c.id = a.customer_id
      JOIN branches b ON b.code = a.branch_code
     WHERE a.id = ${accountId}`
  if (!row) throw new Error('an account without a holder')
  return row
}
