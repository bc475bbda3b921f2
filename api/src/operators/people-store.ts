import { columnsOf, type RowOf, valuesOf } from '../db/columns.ts'
import type { Sql } from '../db/db.ts'
import { containing } from '../db/like.ts'
import {
  accountStates,
  type NewAccount,
  newAccounts,
  type NewCustomer,
  newCustomers,
  namedAccounts,
} from '../domains/accounts/account-columns.ts'
import { people } from '../domains/session/user-columns.ts'
import type { Row } from './command.ts'

const MAX = 200

type Customer = NewCustomer & { accounts: number }
type User = RowOf<typeof people> & { has_password: boolean }
export type OpenAccount = RowOf<typeof namedAccounts> &
  RowOf<typeof accountStates> & { customer: string; booked: number }

export async function insertCustomer(db: Sql, customer: NewCustomer): Promise<void> {
  await db`INSERT INTO customers (${columnsOf(newCustomers)}) VALUES (${valuesOf(newCustomers, customer)})`
}

export async function setAddress(tx: Sql, id: string, address: string): Promise<void> {
  await tx`UPDATE customers SET address = ${address} WHERE id = ${id}`
}

/** By name; the text may be anywhere in it. */
export function listCustomers(db: Sql, search: string | null): Promise<Customer[]> {
  return db<Customer>`
    SELECT ${columnsOf(newCustomers, 'c')}, (SELECT count(*) FROM accounts a WHERE a.customer_id = c.id) AS accounts
      FROM customers c
     WHERE ${search === null ? null : containing(search)}::text IS NULL
        OR plain_letters(c.name) LIKE (SELECT plain_letters(${search === null ? null : containing(search)}))
     ORDER BY c.name, c.id LIMIT ${MAX}`
}

export async function findCustomer(db: Sql, id: string): Promise<Customer | null> {
  const [row] = await db<Customer>`
    SELECT ${columnsOf(newCustomers, 'c')}, (SELECT count(*) FROM accounts a WHERE a.customer_id = c.id) AS accounts FROM customers c WHERE c.id = ${id}`
  return row ?? null
}

export async function findUser(db: Sql, login: string): Promise<User | null> {
  const [row] = await db<User>`
    SELECT ${columnsOf(people)}, password_hash IS NOT NULL AS has_password FROM users WHERE login = ${login}`
  return row ?? null
}

export function listUsers(db: Sql, search: string | null): Promise<User[]> {
  const pattern = search === null ? null : containing(search)
  return db<User>`
    SELECT ${columnsOf(people)}, password_hash IS NOT NULL AS has_password
      FROM users
     WHERE ${pattern}::text IS NULL OR plain_letters(concat_ws(' ', login, first_name, last_name, email)) LIKE (SELECT plain_letters(${pattern}))
     ORDER BY login LIMIT ${MAX}`
}

/** An account by its id, IBAN or number: several branches may use the same number. */
export async function findAccounts(db: Sql, { id, name }: { id: string | null; name: string }): Promise<OpenAccount[]> {
  return db<OpenAccount>`
    WITH named AS (
      SELECT id FROM accounts WHERE iban = ${name}
       UNION SELECT id FROM accounts WHERE id = ${id}::uuid
       UNION SELECT id FROM accounts WHERE number = ${name}
    )
    SELECT ${columnsOf(namedAccounts, 'a')}, c.name AS customer, ${columnsOf(accountStates, 'a')}, l.booked::bigint AS booked
      FROM named n JOIN accounts a ON a.id = n.id JOIN customers c ON c.id = a.customer_id JOIN ledger_accounts l ON l.id = a.id
     ORDER BY a.iban LIMIT 2`
}

export function listAccountsOfCustomer(db: Sql, customerId: string): Promise<OpenAccount[]> {
  return db<OpenAccount>`
    SELECT ${columnsOf(namedAccounts, 'a')}, c.name AS customer, ${columnsOf(accountStates, 'a')}, l.booked::bigint AS booked
      FROM accounts a JOIN customers c ON c.id = a.customer_id JOIN ledger_accounts l ON l.id = a.id
     WHERE a.customer_id = ${customerId} ORDER BY a.number, a.id LIMIT ${MAX}`
}

/** The customer who holds an account; throws where there is no account of that id. */
export async function getCustomerOf(db: Sql, accountId: string): Promise<string> {
  const [row] = await db<{ customer_id: string }>`SELECT customer_id FROM accounts WHERE id = ${accountId}`
  if (!row) throw new Error(`no account ${accountId}`)
  return row.customer_id
}

export async function hasBranch(db: Sql, code: string): Promise<boolean> {
  return (await db`SELECT FROM branches WHERE code = ${code}`).length > 0
}

export async function openLedgerAccount(db: Sql, id: string, currency: string, overdraft: number): Promise<void> {
  await db`SELECT ledger_open_account(${id}, 'customer', NULL, ${currency}, ${overdraft})`
}

/** False where the branch uses the number already. The account has the manager of the customer's last open account that has one. */
export async function insertAccount(db: Sql, account: NewAccount): Promise<boolean> {
  const made = await db`
    INSERT INTO accounts (${columnsOf(newAccounts)}, advisor_id)
    VALUES (${valuesOf(newAccounts, account)},
            (SELECT a.advisor_id FROM accounts a
              WHERE a.customer_id = ${account.customer_id} AND a.status <> 'closed' AND a.advisor_id IS NOT NULL
              ORDER BY a.opened_on DESC, a.id DESC LIMIT 1))
    ON CONFLICT DO NOTHING RETURNING id`
  return made.length > 0
}

export async function setPhone(db: Sql, userId: string, phone: string): Promise<void> {
  await db`UPDATE users SET phone = ${phone} WHERE id = ${userId}`
}

export async function listGrantsOfUser(db: Sql, userId: string): Promise<Row[]> {
  return db<Row>`
    SELECT a.iban, a.label, c.name AS customer, array_to_string(m.rights, ',') AS rights, array_to_string(m.capabilities, ',') AS capabilities
      FROM memberships m JOIN accounts a ON a.id = m.account_id JOIN customers c ON c.id = a.customer_id
     WHERE m.user_id = ${userId} ORDER BY a.number, a.id LIMIT ${MAX}`
}

export async function listGrantsOf(db: Sql, accountId: string): Promise<Row[]> {
  return db<Row>`
    SELECT u.login, u.first_name || ' ' || u.last_name AS name, array_to_string(m.rights, ',') AS rights,
           array_to_string(m.capabilities, ',') AS capabilities
      FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.account_id = ${accountId} ORDER BY u.login`
}
