import type { Account, accountGroups, accountKinds, accountStatuses, statusGroups } from 'contract/accounts/accounts.ts'
import { type Capability, type Right, rights } from 'contract/rights.ts'
import type { Currency } from 'contract/values/money.ts'
import { normaliseAccountNumber } from 'contract/values/iban.ts'
import { part, type Sql } from '../../db/db.ts'
import { containing } from '../../db/like.ts'
import { accountPatterns } from './account-patterns.ts'

type Status = (typeof accountStatuses)[number]
type StatusGroup = (typeof statusGroups)[number]
type Row = Omit<Account, 'balance' | 'available' | 'balance_date' | 'access' | 'kind' | 'status_group' | 'currency'> & {
  kind: (typeof accountKinds)[number]
  currency: Currency
  status_group: StatusGroup
  status: Status
  booked: number
  available: number
  rights: Right[]
  capabilities: Capability[]
}

export type AccountSearch = {
  search: string | null
  access: Right | null
  status_group: StatusGroup | null
  group: (typeof accountGroups)[number] | null
}

const masked = (number: string) => number.replace(/.(?=.{4})/g, '•')

/** Whoever has no right on the account sees which one it is, and nothing of its money. */
const toAccount = ({ booked, rights: own, ...row }: Row, balanceDate: number): Account => ({
  ...row,
  ...(own.length === 0
    ? { number: masked(row.number), iban: masked(row.iban), balance: null, available: null }
    : { balance: booked }),
  balance_date: balanceDate,
  // One entry per right: the keys are exactly the enum's.
  access: Object.fromEntries(rights.map((right) => [right, own.includes(right)])) as Account['access'],
})

const patterns = (search: string | null) => (search ? accountPatterns(search) : null)
const numberPattern = (search: string | null) => (search ? containing(normaliseAccountNumber(search)) : null)

/** Of an account `a` with its customer `c`, its balances `l` and the membership `m` of the user. */
const columns = part`
  a.id AS uuid, a.label, c.name AS holder, c.kind = 'company' AS is_company, a.kind, a.number, a.iban, a.currency, l.booked,
  l.booked - l.held + l.overdraft AS available, m.is_default, m.is_favourite, m.rights, m.capabilities,
  'rib' = ANY (m.rights) AND EXISTS (SELECT FROM payment_aliases p WHERE p.account_id = a.id AND p.kind = 'address' AND p.state = 'active')
    AS has_payment_address,
  CASE WHEN cardinality(m.rights) = 0 THEN 'user_pending' ELSE a.status END AS status,
  CASE WHEN cardinality(m.rights) = 0 OR a.status = 'user_pending' THEN 'pending' ELSE a.status END AS status_group`

/** A page of the accounts that a user is a member of, and how many the search finds in all. */
export async function listAccountsOf(
  db: Sql,
  userId: string,
  { search, access, status_group, group }: AccountSearch,
  { page, per_page, now }: { page: number; per_page: number; now: number },
): Promise<{ items: Account[]; total: number }> {
  const rows = await db<Row & { total: number; chosen_at: Date | null }>`
    WITH mine AS (
      SELECT ${columns},
             -- Who asks for the recent ones gets the newest first; any other list has no such order.
             CASE WHEN ${group}::text = 'recent' THEN m.last_chosen_at END AS chosen_at
        FROM memberships m
        JOIN accounts a ON a.id = m.account_id
        JOIN customers c ON c.id = a.customer_id
        JOIN ledger_accounts l ON l.id = a.id
       WHERE m.user_id = ${userId}
    ), found AS (
      SELECT * FROM mine
       WHERE (${patterns(search)}::text[] IS NULL
              OR plain_letters(label || chr(10) || holder) LIKE ANY (SELECT plain_letters(p) FROM unnest(${patterns(search)}::text[]) p)
              OR CASE WHEN cardinality(rights) > 0 THEN number LIKE ${numberPattern(search)} OR iban LIKE ${numberPattern(search)}
                      -- Digit after digit would tell the number.
                      ELSE number = ${search && normaliseAccountNumber(search)} END)
         AND (${access}::text IS NULL OR ${access} = ANY (rights))
         AND (${status_group}::text IS NULL OR status_group = ${status_group})
         AND (${group}::text IS NULL OR CASE ${group}::text WHEN 'recent' THEN chosen_at IS NOT NULL ELSE is_favourite END)
    )
    SELECT counted.total, page.*
      FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN (SELECT * FROM found ORDER BY chosen_at DESC NULLS LAST, is_default DESC, holder, number
                  LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) page ON true
     ORDER BY page.chosen_at DESC NULLS LAST, page.is_default DESC, page.holder, page.number`
  const total = rows[0]?.total ?? 0
  return {
    total,
    items: rows
      .filter((row) => row.uuid !== null)
      .map(({ total: _total, chosen_at: _chosenAt, ...row }) => toAccount(row, now)),
  }
}

/** What a page opens with: the user's default account, the one that is selected if it is theirs, and how many accounts they have. */
export type OpenAccounts = { byDefault: Account | null; selected: Account | null; count: number }

/** `now` in unix seconds. Without a chosen default account, the first one by holder and number is the default. */
export async function findOpenAccounts(
  db: Sql,
  userId: string,
  selectedId: string | null,
  now: number,
): Promise<OpenAccounts> {
  const rows = await db<Row & { count: number; is_first: boolean }>`
    WITH first AS MATERIALIZED (
      SELECT coalesce((SELECT m.account_id FROM memberships m WHERE m.user_id = ${userId} AND m.is_default),
                      (SELECT m.account_id FROM memberships m JOIN accounts a ON a.id = m.account_id JOIN customers c ON c.id = a.customer_id
                        WHERE m.user_id = ${userId} ORDER BY c.name, a.number LIMIT 1)) AS id
    )
    SELECT (SELECT count(*) FROM memberships WHERE user_id = ${userId}) AS count, a.id = first.id AS is_first,
           ${columns}
      FROM first
      JOIN memberships m ON m.user_id = ${userId} AND m.account_id IN (first.id, ${selectedId}::uuid)
      JOIN accounts a ON a.id = m.account_id
      JOIN customers c ON c.id = a.customer_id
      JOIN ledger_accounts l ON l.id = a.id`
  const accountOf = (row: (typeof rows)[number] | undefined) => {
    if (!row) return null
    const { count: _count, is_first: _isFirst, ...account } = row
    return toAccount(account, now)
  }
  return {
    byDefault: accountOf(rows.find(({ is_first }) => is_first)),
    selected: accountOf(rows.find(({ uuid }) => uuid === selectedId)),
    count: rows[0]?.count ?? 0,
  }
}

/** False where the account is not one of the user's. */
export async function markFavourite(
  db: Sql,
  userId: string,
  accountId: string,
  isFavourite: boolean,
): Promise<boolean> {
  const rows = await db`
    UPDATE memberships SET is_favourite = ${isFavourite} WHERE user_id = ${userId} AND account_id = ${accountId} RETURNING account_id`
  return rows.length > 0
}

/** Stores the account as the last selected one. False where it is not one of the user's. */
export async function storeLastAccount(db: Sql, userId: string, accountId: string, now: Date): Promise<boolean> {
  const rows = await db`
    UPDATE memberships SET last_chosen_at = ${now} WHERE user_id = ${userId} AND account_id = ${accountId} RETURNING account_id`
  return rows.length > 0
}

/** Whether the account was closed: it receives nothing any more. */
export async function isClosed(db: Sql, accountId: string): Promise<boolean> {
  const rows = await db`SELECT 1 FROM accounts WHERE id = ${accountId} AND status = 'closed'`
  return rows.length > 0
}

/** The currency of an open account, or null. */
export async function findOpenCurrency(db: Sql, accountId: string): Promise<Currency | null> {
  const [row] = await db<{ currency: Currency }>`
    SELECT currency FROM accounts WHERE id = ${accountId} AND status = 'active'`
  return row?.currency ?? null
}
