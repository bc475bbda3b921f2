// Reads who has access to which accounts, limited to the accounts on which the reading administrator holds access.admin.
import type { Person, PersonAccount, personStates } from 'contract/access/access.ts'
import { type Grant, roleOf } from 'contract/roles.ts'
import type { Capability, Right } from 'contract/rights.ts'
import { normaliseAccountNumber } from 'contract/values/iban.ts'
import type { Sql } from '../../db/db.ts'
import { pageOf } from '../../db/page-of.ts'
import { containing } from '../../db/like.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { accountPatterns } from '../accounts/account-patterns.ts'

export type Administrator = { user_id: string; customer_id: string }
export type Account = { account_id: string; label: string; number: string }
type PageRequest = { page: number; per_page: number }

/** The accounts on which an administrator may change access, by number. */
export async function listAdministered(db: Sql, { user_id, customer_id }: Administrator): Promise<Account[]> {
  return db<Account>`
    SELECT a.id AS account_id, a.label, a.number
      FROM memberships m JOIN accounts a ON a.id = m.account_id
     WHERE m.user_id = ${user_id} AND 'access.admin' = ANY (m.capabilities) AND a.customer_id = ${customer_id}
     ORDER BY a.number, a.id`
}

type PersonRow = {
  id: string
  first_name: string
  last_name: string
  email: string | null
  state: (typeof personStates)[number]
  expires_at: Date | null
  account_count: number
  grants: number
  rights: string
  capabilities: string
  is_administrator: boolean
}

const list = (text: string) => (text === '' ? [] : text.split(','))

function toPerson({ grants, rights, capabilities, expires_at, ...row }: PersonRow, userId: string): Person {
  // Only these values pass the contract, and no other code writes the columns.
  const grant = { rights: list(rights) as Right[], capabilities: list(capabilities) as Capability[] }
  return {
    ...row,
    expires_at: expires_at && unixSeconds(expires_at),
    role: grants === 1 ? roleOf(grant) : null,
    is_self: row.id === userId,
  }
}

/** A page of the people with access to the administered accounts, by name; `id` leaves one of them. */
export async function listPeopleOf(
  db: Sql,
  { user_id, customer_id }: Administrator,
  { search, id, now }: { search: string | null; id: string | null; now: Date },
  { page, per_page }: PageRequest,
): Promise<{ items: Person[]; total: number }> {
  const pattern = search ? containing(search) : null
  const rows = await db<PersonRow & { total: number }>`
    WITH administered AS (
      SELECT m.account_id FROM memberships m JOIN accounts a ON a.id = m.account_id
       WHERE m.user_id = ${user_id} AND 'access.admin' = ANY (m.capabilities) AND a.customer_id = ${customer_id}
    ), held AS (
      SELECT m.user_id, m.rights, m.capabilities, NULL AS cause FROM administered JOIN memberships m USING (account_id)
       UNION ALL
      SELECT d.user_id, d.rights, d.capabilities, d.cause FROM administered JOIN dormant_memberships d USING (account_id)
    ), people AS (
      SELECT user_id, count(*)::integer AS account_count, bool_or(cause IS NULL) AS is_active, bool_or(cause = 'suspended') AS is_suspended,
             count(DISTINCT array_to_string(rights, ',') || '|' || array_to_string(capabilities, ','))::integer AS grants,
             min(array_to_string(rights, ',')) AS rights, min(array_to_string(capabilities, ',')) AS capabilities,
             bool_or('access.admin' = ANY (capabilities)) AS is_administrator
        FROM held WHERE ${id}::uuid IS NULL OR user_id = ${id} GROUP BY user_id
    ), found AS (
      SELECT u.id, u.first_name, u.last_name, u.email, p.account_count, p.grants, p.rights, p.capabilities, p.is_administrator,
             CASE WHEN NOT p.is_active AND NOT p.is_suspended THEN i.expires_at END AS expires_at,
             CASE WHEN p.is_active THEN 'active' WHEN p.is_suspended THEN 'suspended'
                  WHEN i.expires_at > ${now} THEN 'invited' ELSE 'invitation_over' END AS state
        FROM people p
        JOIN users u ON u.id = p.user_id
        LEFT JOIN invitations i ON i.user_id = p.user_id
       WHERE ${pattern}::text IS NULL OR plain_letters(u.first_name || ' ' || u.last_name) LIKE (SELECT plain_letters(${pattern})) OR u.email ILIKE ${pattern}
    )
    SELECT counted.total, page.*
      FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN (SELECT * FROM found ORDER BY last_name, first_name, id LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) page ON true
     ORDER BY page.last_name, page.first_name, page.id`
  return pageOf(rows, (row) => toPerson(row, user_id))
}

/** One person with access to an administered account, or null: a person of another customer looks like none. */
export async function findPersonOf(
  db: Sql,
  administrator: Administrator,
  id: string,
  now: Date,
): Promise<Person | null> {
  const { items } = await listPeopleOf(db, administrator, { search: null, id, now }, { page: 1, per_page: 1 })
  return items[0] ?? null
}

/** A page of the administered accounts with a person's rights on each: the accounts of the person first. */
export async function listPersonAccountsOf(
  db: Sql,
  { user_id, customer_id }: Administrator,
  { person_id, search }: { person_id: string | null; search: string | null },
  { page, per_page }: PageRequest,
): Promise<{ items: PersonAccount[]; total: number }> {
  const patterns = search ? accountPatterns(search) : null
  const number = search ? containing(normaliseAccountNumber(search)) : null
  const rows = await db<Account & Grant & { has_access: boolean; total: number }>`
    WITH found AS (
      SELECT a.id AS account_id, a.label, a.number, coalesce(m.rights, d.rights, '{}') AS rights,
             coalesce(m.capabilities, d.capabilities, '{}') AS capabilities,
             m.user_id IS NOT NULL OR d.user_id IS NOT NULL AS has_access
        FROM memberships administered
        JOIN accounts a ON a.id = administered.account_id
        LEFT JOIN memberships m ON m.user_id = ${person_id}::uuid AND m.account_id = a.id
        LEFT JOIN dormant_memberships d ON d.user_id = ${person_id}::uuid AND d.account_id = a.id
       WHERE administered.user_id = ${user_id} AND 'access.admin' = ANY (administered.capabilities) AND a.customer_id = ${customer_id}
         AND (${patterns}::text[] IS NULL OR plain_letters(a.label) LIKE ANY (SELECT plain_letters(p) FROM unnest(${patterns}::text[]) p) OR a.number LIKE ${number} OR a.iban LIKE ${number})
    )
    SELECT counted.total, page.*
      FROM (SELECT count(*) AS total FROM found) counted
      LEFT JOIN (SELECT * FROM found ORDER BY has_access DESC, number, account_id
                  LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) page ON true
     ORDER BY page.has_access DESC, page.number, page.account_id`
  return {
    total: rows[0]?.total ?? 0,
    items: rows
      .filter(({ account_id }) => account_id !== null)
      .map(({ total: _total, rights, capabilities, ...row }) => ({
        ...row,
        rights: [...rights],
        capabilities: [...capabilities],
        role: row.has_access ? roleOf({ rights, capabilities }) : null,
      })),
  }
}

export type Reader = { user_id: string; lang: 'fr' | 'en'; email: string; first_name: string }

/** Those who administer any of these accounts, or did after `since`, and have an e-mail address. */
export async function listAdministratorsOf(db: Sql, accountIds: readonly string[], since: Date): Promise<Reader[]> {
  return db<Reader>`
    SELECT u.id AS user_id, u.lang, u.email, u.first_name
      FROM (SELECT m.user_id FROM memberships m
             WHERE m.account_id = ANY (${accountIds}::uuid[]) AND 'access.admin' = ANY (m.capabilities)
             UNION
            SELECT f.user_id FROM former_signers f
             WHERE f.account_id = ANY (${accountIds}::uuid[]) AND f.capability = 'access.admin' AND f.lost_at > ${since}) a
      JOIN users u ON u.id = a.user_id
     WHERE u.email IS NOT NULL
     ORDER BY u.id`
}

/** Of these accounts, those that a third person administers as well, or did until 72 hours ago. */
export async function listAccountsWithAnother(
  db: Sql,
  accountIds: readonly string[],
  but: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await db<{ account_id: string }>`
    SELECT m.account_id FROM memberships m
     WHERE m.account_id = ANY (${accountIds}::uuid[]) AND 'access.admin' = ANY (m.capabilities) AND m.user_id <> ALL (${but}::uuid[])
     UNION
    SELECT f.account_id FROM former_signers f
     WHERE f.account_id = ANY (${accountIds}::uuid[]) AND f.capability = 'access.admin' AND f.user_id <> ALL (${but}::uuid[])
       AND f.lost_at > ${now}::timestamptz - (SELECT value FROM parameters WHERE name = 'former_signer_hours') * interval '1 hour'`
  return new Set(rows.map(({ account_id }) => account_id))
}

/** Whether each of these accounts has an administrator. */
export async function areAdministered(db: Sql, accountIds: readonly string[]): Promise<boolean> {
  const [row] = await db<{ administered: number }>`
    SELECT count(DISTINCT m.account_id)::integer AS administered FROM memberships m
     WHERE m.account_id = ANY (${accountIds}::uuid[]) AND 'access.admin' = ANY (m.capabilities)`
  return row?.administered === new Set(accountIds).size
}

export async function getCustomerName(db: Sql, customer_id: string): Promise<string> {
  const [customer] = await db<{ name: string }>`SELECT name FROM customers WHERE id = ${customer_id}`
  if (!customer) throw new Error(`no customer ${customer_id}`)
  return customer.name
}

/**
 * Locks the access of a customer, so that changes run one after the other: two administrators who remove each other are one change and one
 * refusal.
 */
export async function lockAccessOf(db: Sql, customer_id: string): Promise<void> {
  await db`SELECT pg_advisory_xact_lock(hashtextextended('access:' || ${customer_id}::text, 0))`
}
