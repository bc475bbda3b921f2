import type { OwnAccount } from 'contract/transfers/transfers.ts'
import { normaliseAccountNumber } from 'contract/values/iban.ts'
import type { Sql } from '../../db/db.ts'
import { pageOf } from '../../db/page-of.ts'
import { containing } from '../../db/like.ts'
import { accountPatterns } from '../accounts/account-patterns.ts'

type Payer = { account_id: string; user_id: string }

/** The customer's other open accounts that a user may see: those in the same currency first, then those to exchange with. */
export async function listOwnAccountsOf(
  db: Sql,
  { account_id, user_id }: Payer,
  search: string | null,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ items: OwnAccount[]; total: number }> {
  const patterns = search ? accountPatterns(search) : null
  const number = search ? containing(normaliseAccountNumber(search)) : null
  const rows = await db<OwnAccount & { total: number }>`
    WITH found AS (
      SELECT o.id, o.label, o.number, o.iban, l.booked - l.held + l.overdraft AS available, o.currency, o.currency = a.currency AS is_same_currency
        FROM accounts a
        JOIN accounts o ON o.customer_id = a.customer_id AND o.id <> a.id AND o.status = 'active'
                       AND (o.currency = a.currency OR (o.currency IN ('XOF', 'EUR') AND a.currency IN ('XOF', 'EUR')))
        JOIN memberships m ON m.account_id = o.id AND m.user_id = ${user_id} AND cardinality(m.rights) > 0
        JOIN ledger_accounts l ON l.id = o.id
       WHERE a.id = ${account_id}
         AND (${patterns}::text[] IS NULL OR plain_letters(o.label) LIKE ANY (SELECT plain_letters(p) FROM unnest(${patterns}::text[]) p) OR o.number LIKE ${number} OR o.iban LIKE ${number})
    )
    SELECT counted.total, page.id, page.label, page.number, page.iban, page.available, page.currency
      FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN (SELECT * FROM found ORDER BY is_same_currency DESC, label, number LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) page ON true
     ORDER BY page.is_same_currency DESC, page.label, page.number`
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
