import type { OwnAccount } from 'contract/transfers/transfers.ts'
import { normaliseAccountNumber } from 'contract/values/iban.ts'
import type { Sql } from '../../db/db.ts'
import { pageOf } from '../../db/page-of.ts'
import { containing } from '../../db/like.ts'

type Payer = { account_id: string; user_id: string }

/** The customer's other accounts that a user may see and that this one can pay: open, and in the same currency. */
export async function listOwnAccountsOf(
  db: Sql,
  { account_id, user_id }: Payer,
  search: string | null,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ items: OwnAccount[]; total: number }> {
  const pattern = search ? containing(search) : null
  const number = search ? containing(normaliseAccountNumber(search)) : null
  const rows = await db<OwnAccount & { total: number }>`
    WITH found AS (
      SELECT o.id, o.label, o.number, o.iban, l.booked - l.held + l.overdraft AS available, o.currency
        FROM accounts a
        JOIN accounts o ON o.customer_id = a.customer_id AND o.id <> a.id AND o.currency = a.currency AND o.status = 'active'
        JOIN memberships m ON m.account_id = o.id AND m.user_id = ${user_id} AND cardinality(m.rights) > 0
        JOIN ledger_accounts l ON l.id = o.id
       WHERE a.id = ${account_id}
         AND (${pattern}::text IS NULL OR o.label ILIKE ${pattern} OR o.number LIKE ${number} OR o.iban LIKE ${number})
    )
    SELECT counted.total, page.*
      FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN (SELECT * FROM found ORDER BY label, number LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) page ON true
     ORDER BY page.label, page.number`
  return pageOf(rows, (account) => account)
}

/** The other account of the customer with the most money from which a user can transfer an amount to this one; null where none has it. */
export async function findCoveringAccount(
  db: Sql,
  { account_id, user_id }: Payer,
  amount: number,
): Promise<Pick<OwnAccount, 'id' | 'label' | 'number'> | null> {
  const [account] = await db<Pick<OwnAccount, 'id' | 'label' | 'number'>>`
    SELECT o.id, o.label, o.number
      FROM accounts a
      JOIN accounts o ON o.customer_id = a.customer_id AND o.id <> a.id AND o.currency = a.currency AND o.status = 'active'
      JOIN memberships m ON m.account_id = o.id AND m.user_id = ${user_id}
                        AND 'transfers' = ANY (m.rights) AND 'transfer.create' = ANY (m.capabilities)
      JOIN ledger_accounts l ON l.id = o.id
     WHERE a.id = ${account_id} AND l.booked - l.held >= ${amount}
     ORDER BY l.booked - l.held DESC, o.number
     LIMIT 1`
  return account ?? null
}
