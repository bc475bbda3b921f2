import type { Sql } from '../../db/db.ts'
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

/** Whether the account was closed: it gets no alias any more. */
export async function isClosed(db: Sql, accountId: string): Promise<boolean> {
  const rows = await db`SELECT 1 FROM accounts WHERE id = ${accountId} AND status = 'closed'`
  return rows.length > 0
}
