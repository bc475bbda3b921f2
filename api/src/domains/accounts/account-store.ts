import type { Account, accountKinds, accountStatuses, statusGroups } from 'contract/accounts.ts'
import { type Capability, type Right, rights } from 'contract/rights.ts'
import type { Currency } from 'contract/values/money.ts'
import { normaliseAccountNumber } from 'contract/values/iban.ts'
import type { Sql } from '../../db/db.ts'
import { containing } from '../../db/like.ts'

type Status = (typeof accountStatuses)[number]
type StatusGroup = (typeof statusGroups)[number]
type Row = Omit<Account, 'balance' | 'balance_date' | 'access' | 'kind' | 'status_group' | 'currency'> & {
  kind: (typeof accountKinds)[number]
  currency: Currency
  status_group: StatusGroup
  status: Status
  booked: number
  rights: Right[]
  capabilities: Capability[]
}

export type AccountSearch = {
  search: string | null
  access: Right | null
  status_group: StatusGroup | null
}

const toAccount = ({ booked, rights: own, ...row }: Row, balanceDate: number): Account => ({
  ...row,
  balance: booked,
  balance_date: balanceDate,
  // One entry per right: the keys are exactly the enum's.
  access: Object.fromEntries(rights.map((right) => [right, own.includes(right)])) as Account['access'],
})

const pattern = (search: string | null) => (search ? containing(search) : null)
const numberPattern = (search: string | null) => (search ? containing(normaliseAccountNumber(search)) : null)

/** A page of the accounts that a user is a member of, and how many the search finds in all. */
export async function listAccountsOf(
  db: Sql,
  userId: string,
  { search, access, status_group }: AccountSearch,
  { page, per_page, now }: { page: number; per_page: number; now: number },
): Promise<{ items: Account[]; total: number }> {
  const rows = await db<Row & { total: number }>`
    WITH mine AS (
      SELECT a.id AS uuid, a.label, c.name AS holder, a.kind, a.number, a.iban, a.currency, l.booked,
             l.booked - l.held + l.overdraft AS available, m.is_default, m.rights, m.capabilities,
             CASE WHEN cardinality(m.rights) = 0 THEN 'user_pending' ELSE a.status END AS status,
             CASE WHEN cardinality(m.rights) = 0 OR a.status = 'user_pending' THEN 'pending' ELSE a.status END AS status_group
        FROM memberships m
        JOIN accounts a ON a.id = m.account_id
        JOIN customers c ON c.id = a.customer_id
        JOIN ledger_accounts l ON l.id = a.id
       WHERE m.user_id = ${userId}
    ), found AS (
      SELECT * FROM mine
       WHERE (${pattern(search)}::text IS NULL OR label ILIKE ${pattern(search)} OR holder ILIKE ${pattern(search)}
              OR number LIKE ${numberPattern(search)} OR iban LIKE ${numberPattern(search)})
         AND (${access}::text IS NULL OR ${access} = ANY (rights))
         AND (${status_group}::text IS NULL OR status_group = ${status_group})
    )
    SELECT counted.total, page.*
      FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN (SELECT * FROM found ORDER BY is_default DESC, holder, number
                  LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) page ON true
     ORDER BY page.is_default DESC, page.holder, page.number`
  const total = rows[0]?.total ?? 0
  return { total, items: rows.filter((row) => row.uuid !== null).map(({ total: _total, ...row }) => toAccount(row, now)) }
}

/** One account as a user sees it; without an id, the user's default one. Null where there is none. */
export async function findAccountOf(db: Sql, userId: string, accountId: string | null, now: number): Promise<Account | null> {
  const [row] = await db<Row>`
    SELECT a.id AS uuid, a.label, c.name AS holder, a.kind, a.number, a.iban, a.currency, l.booked,
           l.booked - l.held + l.overdraft AS available, m.is_default, m.rights, m.capabilities,
           CASE WHEN cardinality(m.rights) = 0 THEN 'user_pending' ELSE a.status END AS status,
           CASE WHEN cardinality(m.rights) = 0 OR a.status = 'user_pending' THEN 'pending' ELSE a.status END AS status_group
      FROM memberships m
      JOIN accounts a ON a.id = m.account_id
      JOIN customers c ON c.id = a.customer_id
      JOIN ledger_accounts l ON l.id = a.id
     WHERE m.user_id = ${userId} AND (${accountId}::uuid IS NULL OR a.id = ${accountId})
     ORDER BY m.is_default DESC, c.name, a.number
     LIMIT 1`
  return row ? toAccount(row, now) : null
}

export async function countAccountsOf(db: Sql, userId: string): Promise<number> {
  const [row] = await db<{ total: number }>`SELECT count(*) AS total FROM memberships WHERE user_id = ${userId}`
  return row?.total ?? 0
}
