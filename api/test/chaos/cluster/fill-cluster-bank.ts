// Creates the database of the drill: the logins as in docs/operating.md, the schema, persons and companies.
import { hash } from '@node-rs/argon2'
import { capabilities, rights } from 'contract/rights.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { migrate } from 'database/migrate.ts'
import pg from 'pg'
import { newId } from '../../../src/adapters/ids.ts'
import { PASSWORD } from '../chaos-bank.ts'
import { SUPERUSER } from './database-cluster.ts'

const BALANCE = 1_000_000_000
/** All persons have one name: a payee's name in a file is the known one. */
export const PERSON = 'Awa Ndiaye'
const OUTSIDE = 'SN08SN9980101010004610100147'

export type Account = { account_id: string; iban: string; logins: string[]; inside: string; outside: string }

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function createLogins(host: string): Promise<void> {
  const client = await connectTo(`${SUPERUSER}@${host}/postgres`)
  for (const statement of [
    `CREATE ROLE connect_owner LOGIN CREATEROLE PASSWORD 'owner'`,
    `CREATE DATABASE connect OWNER connect_owner ENCODING 'UTF8' TEMPLATE template0`,
  ])
    await client.query(statement)
  await client.end()
}

/** `host` leads to the primary. */
export async function fillClusterBank(
  host: string,
  count: { persons: number; companies: number },
): Promise<{ persons: Account[]; companies: Account[] }> {
  await createLogins(host)
  const client = await connectTo(`postgresql://connect_owner:owner@${host}/connect`)
  await migrate(client)
  await client.query(`
    CREATE ROLE connect_server LOGIN PASSWORD 'server' IN ROLE connect_app;
    INSERT INTO bank (name, code, bic, address, phone, email)
    VALUES ('Banque Téranga', 'SN999', 'TERASNDA', 'Dakar', '+221338000010', 'service.client@teranga.example');
    INSERT INTO branches VALUES ('01003', 'Dakar', 'Sacré-Cœur 3', '+221338000012', 'Lundi-vendredi', 'Monday-Friday');
    UPDATE parameters SET value = 1 WHERE name = 'topup_min'`)
  // Cheap parameters: argon2 is not under test.
  const passwordHash = await hash(PASSWORD, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM ledger_accounts WHERE code = 'cash:XOF'`)
  const cash = rows[0]?.id
  let users = 0

  async function anAccount(kind: 'individual' | 'company', index: number): Promise<Account> {
    const [customer_id, account_id, posting_id] = [newId(), newId(), newId()]
    const number = String((kind === 'company' ? 200_000_000_001 : 100_000_000_001) + index)
    const iban = ibanFrom('SN', 'SN999', '01003', number)
    await client.query('INSERT INTO customers (id, kind, name) VALUES ($1, $2, $3)', [
      customer_id,
      kind,
      kind === 'company' ? `Ndiaye SARL ${index}` : PERSON,
    ])
    await client.query(`SELECT ledger_open_account($1, 'customer', NULL, 'XOF', 0)`, [account_id])
    await client.query(
      `INSERT INTO accounts (id, customer_id, label, kind, number, branch_code, iban, currency, status, opened_on)
       VALUES ($1, $2, 'Compte de chèques', 'checking', $3, '01003', $4, 'XOF', 'active', '2025-01-02')`,
      [account_id, customer_id, number, iban],
    )
    const entry = { posting_id, value_date: yesterday, type: 'cash_deposit', label: 'VERSEMENT ESPECES' }
    await client.query('SELECT ledger_write($1, $2)', [
      JSON.stringify([
        {
          id: posting_id,
          posting_key: `deposit:${account_id}`,
          kind: 'cash',
          booking_date: yesterday,
          posted_at: `${yesterday}T09:00:00Z`,
        },
      ]),
      JSON.stringify([
        { ...entry, id: newId(), account_id: cash, amount: -BALANCE },
        { ...entry, id: newId(), account_id, amount: BALANCE },
      ]),
    ])
    // A company's orders are signed by a second person.
    const logins: string[] = []
    for (let person = 0; person < (kind === 'company' ? 2 : 1); person += 1) {
      const [user_id, login] = [newId(), String(40_000_001 + users)]
      users += 1
      await client.query(
        `INSERT INTO users (id, login, password_hash, first_name, last_name) VALUES ($1, $2, $3, 'Awa', $4)`,
        [user_id, login, passwordHash, `Ndiaye ${login}`],
      )
      await client.query(
        'INSERT INTO memberships (user_id, account_id, rights, capabilities, is_default) VALUES ($1, $2, $3, $4, true)',
        [user_id, account_id, rights, capabilities],
      )
      logins.push(login)
    }
    return { account_id, iban, logins, inside: newId(), outside: newId() }
  }

  const make = async (kind: 'individual' | 'company', length: number) => {
    const made: Account[] = []
    for (let index = 0; index < length; index += 1) made.push(await anAccount(kind, index))
    return made
  }
  const persons = await make('individual', count.persons)
  const companies = await make('company', count.companies)
  for (const [index, { account_id, inside, outside }] of [...persons, ...companies].entries())
    for (const [id, name, iban] of [
      [inside, PERSON, persons[(index + 1) % persons.length]?.iban],
      [outside, 'Sokhna Diarra', OUTSIDE],
    ])
      await client.query(
        'INSERT INTO beneficiaries (account_id, id, name, iban, created_at) VALUES ($1, $2, $3, $4, now())',
        [account_id, id, name, iban],
      )
  await client.end()
  return { persons, companies }
}
