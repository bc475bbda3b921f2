import type { Sql } from '../../../db/db.ts'
import { listPayers, type PayerIdentity } from './instant-payment-store.ts'

/** The holder of an account as the directory of aliases needs it. */
export type Holder = PayerIdentity & {
  /** The day on which the account was opened. */
  opened_on: string
  branch_phone: string
}

/** Null where the bank has no identity of the holder. */
export async function findHolder(db: Sql, accountId: string): Promise<Holder | null> {
  const [payer] = await listPayers(db, [accountId])
  const [account] = await db<{ opened_on: string; branch_phone: string }>`
    SELECT to_char(a.opened_on, 'YYYY-MM-DD') AS opened_on, b.phone AS branch_phone
      FROM accounts a JOIN branches b ON b.code = a.branch_code WHERE a.id = ${accountId}`
  return payer && account ? { ...payer, ...account } : null
}

/** Who holds an account that can be paid over the platform; null where there is none. */
export async function findPayableHolder(db: Sql, iban: string): Promise<PayerIdentity | null> {
  const [account] = await db<{ id: string }>`
    SELECT id FROM accounts WHERE iban = ${iban} AND currency = 'XOF' AND status NOT IN ('blocked', 'closed')`
  const [holder] = account ? await listPayers(db, [account.id]) : []
  return holder ?? null
}
