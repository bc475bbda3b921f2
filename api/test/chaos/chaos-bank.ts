// Creates a bank with wealthy customers: individuals, and companies of which one user orders and another one signs.
import { hash } from '@node-rs/argon2'
import { capabilities, rights } from 'contract/rights.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import type pg from 'pg'
import { newId } from '../../src/adapters/ids.ts'
import type { Person } from './careful-client.ts'

export const PASSWORD = 'Teranga-2026!'
export const BALANCE = 1_000_000_000
export const OUTSIDE = { name: 'Sokhna Diarra', iban: 'SN08SN9980101010004610100147' }

export type ChaosCustomer = Person & {
  kind: 'individual' | 'company'
  name: string
  iban: string
  /** Who signs the orders of a company. */
  signer: Person | null
  inside: { id: string; name: string; iban: string }
  outside: { id: string }
}

async function addUser(client: pg.Client, number: number, passwordHash: string, email: string | null) {
  const [id, login] = [newId(), String(40_000_000 + number)]
  await client.query(
    `INSERT INTO users (id, login, password_hash, first_name, last_name, email) VALUES ($1, $2, $3, 'Awa', $4, $5)`,
    [id, login, passwordHash, `Ndiaye ${number}`, email],
  )
  return { id, login }
}

async function deposit(client: pg.Client, account_id: string): Promise<void> {
  const posting = {
    id: newId(),
    posting_key: `deposit:${account_id}`,
    kind: 'cash',
    booking_date: '2028-01-03',
    posted_at: '2028-01-03T09:00:00Z',
  }
  const entry = { posting_id: posting.id, value_date: '2028-01-03', type: 'cash_deposit', label: 'VERSEMENT ESPECES' }
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM ledger_accounts WHERE code = 'cash:XOF'`)
  await client.query('SELECT ledger_write($1, $2)', [
    JSON.stringify([posting]),
    JSON.stringify([
      { ...entry, id: newId(), account_id: rows[0]?.id, amount: -BALANCE },
      { ...entry, id: newId(), account_id, amount: BALANCE },
    ]),
  ])
}

/** Each customer pays the next one, and a payee at another bank. Only individuals have an e-mail address. */
export async function fillChaosBank(
  client: pg.Client,
  { individuals, companies }: { individuals: number; companies: number },
): Promise<ChaosCustomer[]> {
  await client.query(`
    INSERT INTO bank (name, code, bic, address, phone, email)
    VALUES ('Banque Téranga', 'SN999', 'TERASNDA', 'Dakar', '+221338000010', 'service.client@teranga.example');
    INSERT INTO branches VALUES ('01003', 'Dakar', 'Sacré-Cœur 3', '+221338000012', 'Lundi-vendredi', 'Monday-Friday');
    INSERT INTO holidays (day, name_fr, name_en) VALUES ('2028-03-01', 'Férié', 'Holiday');
    UPDATE parameters SET value = 1000000000 WHERE name IN ('card_holding_cap', 'card_monthly_cap');
    UPDATE parameters SET value = 0 WHERE name = 'factor_link'`)
  // Cheap parameters: argon2 is not under test.
  const passwordHash = await hash(PASSWORD, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
  const planned = Array.from({ length: individuals + companies }, (_, index) => ({
    index,
    kind: index < individuals ? ('individual' as const) : ('company' as const),
    name: `Client ${index}`,
    account_id: newId(),
    number: String(100_000_000_001 + index),
  })).map((customer) => ({ ...customer, iban: ibanFrom('SN', 'SN999', '01003', customer.number) }))
  const customers: ChaosCustomer[] = []
  for (const { index, kind, name, account_id, number, iban } of planned) {
    const customer_id = newId()
    await client.query('INSERT INTO customers (id, kind, name) VALUES ($1, $2, $3)', [customer_id, kind, name])
    await client.query(`SELECT ledger_open_account($1, 'customer', NULL, 'XOF', 0)`, [account_id])
    await client.query(
      `INSERT INTO accounts (id, customer_id, label, kind, number, branch_code, iban, currency, status, opened_on)
       VALUES ($1, $2, 'Compte de chèques', 'checking', $3, '01003', $4, 'XOF', 'active', '2025-01-02')`,
      [account_id, customer_id, number, iban],
    )
    const isCompany = kind === 'company'
    const author = await addUser(client, 2 * index + 1, passwordHash, isCompany ? null : `client${index}@mail.example`)
    const signer = isCompany ? await addUser(client, 2 * index + 2, passwordHash, null) : null
    for (const user of signer ? [author, signer] : [author])
      await client.query(
        'INSERT INTO memberships (user_id, account_id, rights, capabilities, is_default) VALUES ($1, $2, $3, $4, true)',
        [user.id, account_id, rights, capabilities],
      )
    await deposit(client, account_id)
    const next = planned[(index + 1) % planned.length]
    const inside = { id: newId(), name: next?.name ?? '', iban: next?.iban ?? '' }
    const outside = { id: newId(), ...OUTSIDE }
    customers.push({
      kind,
      name,
      iban,
      login: author.login,
      account_id,
      signer: signer && { login: signer.login, account_id },
      inside,
      outside,
    })
    for (const payee of [inside, outside])
      await client.query(
        'INSERT INTO beneficiaries (account_id, id, name, iban, created_at) VALUES ($1, $2, $3, $4, now())',
        [account_id, payee.id, payee.name, payee.iban],
      )
  }
  return customers
}
