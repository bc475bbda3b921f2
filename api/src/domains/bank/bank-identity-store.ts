import { columnsOf, type RowOf } from '../../db/columns.ts'
import type { Sql } from '../../db/db.ts'
import { bankIdentity } from './bank-columns.ts'

export type BankIdentity = RowOf<typeof bankIdentity>

/** The bank's identity. Throws where the database has no bank yet. */
export async function getBankIdentity(db: Sql): Promise<BankIdentity> {
  const [bank] = await db<BankIdentity>`SELECT ${columnsOf(bankIdentity)} FROM bank`
  if (!bank) throw new Error('the database has no bank: fill the table "bank" first')
  return bank
}
