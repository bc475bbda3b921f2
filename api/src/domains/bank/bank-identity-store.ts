import type { Sql } from '../../db/db.ts'

export type BankIdentity = {
  name: string
  code: string
  bic: string
  address: string
  phone: string
  email: string
  legal: string
}

/** The bank's identity. Throws where the database has no bank yet. */
export async function getBankIdentity(db: Sql): Promise<BankIdentity> {
  const [bank] = await db<BankIdentity>`SELECT name, code, bic, address, phone, email, legal FROM bank`
  if (!bank) throw new Error('the database has no bank: fill the table "bank" first')
  return bank
}
