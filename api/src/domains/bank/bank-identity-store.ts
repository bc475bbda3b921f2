import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { Refused } from '../../refused.ts'
import { bankIdentity } from './bank-columns.ts'

export type BankIdentity = RowOf<typeof bankIdentity>

export async function findBank(db: Sql): Promise<BankIdentity | null> {
  const [bank] = await db<BankIdentity>`SELECT ${columnsOf(bankIdentity)} FROM bank`
  return bank ?? null
}

/** The bank's identity. Throws where the database has no bank yet. */
export async function getBankIdentity(db: Sql): Promise<BankIdentity> {
  const bank = await findBank(db)
  if (!bank) throw new Refused('the bank has no identity yet: set it with "connect bank set"')
  return bank
}

export async function insertBank(tx: Tx, bank: BankIdentity): Promise<void> {
  await tx`INSERT INTO bank (${columnsOf(bankIdentity)}) VALUES (${valuesOf(bankIdentity, bank)})`
}

export async function updateBank(tx: Tx, bank: BankIdentity): Promise<void> {
  await tx`UPDATE bank SET (${columnsOf(bankIdentity)}) = ROW(${valuesOf(bankIdentity, bank)})`
}

/** Whether the bank keeps an account of a customer: account numbers contain its code. */
export async function hasAccounts(tx: Tx): Promise<boolean> {
  return (await tx`SELECT FROM accounts LIMIT 1`).length > 0
}
