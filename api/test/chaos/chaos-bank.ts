// Creates a bank with a few wealthy customers, each of whom pays the next one and a payee at another bank.
import { hash } from '@node-rs/argon2'
import { capabilities, rights } from 'contract/rights.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import type pg from 'pg'
import { newId } from '../../src/adapters/ids.ts'

export const PASSWORD = 'Teranga-2026!'
export const BALANCE = 1_000_000_000
const OUTSIDE = 'SN08SN9980101010004610100147'

export type ChaosCustomer = { login: string; account_id: string; inside: string; outside: string; email: string }

export async function fillChaosBank(client: pg.Client, count: number): Promise<ChaosCustomer[]> {
  await client.query(`
    INSERT INTO bank (name, code, bic, address, phone, email)
    VALUES ('Banque Téranga', 'SN999', 'TERASNDA', 'Dakar', '+221338000010', 'service.client@teranga.example');
    INSERT INTO branches VALUES ('01003', 'Dakar', 'Sacré-Cœur 3', '+221338000012', 'Lundi-vendredi', 'Monday-Friday');
    INSERT INTO holidays (day, name_fr, name_en) VALUES ('2028-03-01', 'Férié', 'Holiday')`)
  // Cheap parameters: argon2 is not under test.
  const passwordHash = await hash(PASSWORD, { memoryCost: 1024, timeCost: 1, parallelism: 1 })
  const people = Array.from({ length: count }, (_, index) => ({
    index,
    login: String(40_000_001 + index),
    user_id: newId(),
    customer_id: newId(),
    account_id: newId(),
    inside: newId(),
    outside: newId(),
    number: String(100_000_000_001 + index),
    email: `client${index}@mail.example`,
  })).map((person) => ({ ...person, iban: ibanFrom('SN', 'SN999', '01003', person.number) }))
  for (const { index, login, user_id, customer_id, account_id, number, iban, email } of people) {
    await client.query(`INSERT INTO customers (id, kind, name) VALUES ($1, 'individual', $2)`, [
      customer_id,
      `Client ${index}`,
    ])
    await client.query(
      `INSERT INTO users (id, login, password_hash, first_name, last_name, email) VALUES ($1, $2, $3, 'Awa', $4, $5)`,
      [user_id, login, passwordHash, `Ndiaye ${index}`, email],
    )
    await client.query(`SELECT ledger_open_account($1, 'customer', NULL, 'XOF', 0)`, [account_id])
    await client.query(
      `INSERT INTO accounts (id, customer_id, label, kind, number, branch_code, iban, currency, status, opened_on)
       VALUES ($1, $2, 'Compte de chèques', 'checking', $3, '01003', $4, 'XOF', 'active', '2025-01-02')`,
      [account_id, customer_id, number, iban],
    )
    await client.query(
      'INSERT INTO memberships (user_id, account_id, rights, capabilities, is_default) VALUES ($1, $2, $3, $4, true)',
      [user_id, account_id, rights, capabilities],
    )
    const posting = {
      id: newId(),
      posting_key: `deposit:${account_id}`,
      kind: 'cash',
      booking_date: '2028-01-03',
      posted_at: '2028-01-03T09:00:00Z',
    }
    const entry = { posting_id: posting.id, value_date: '2028-01-03', type: 'cash_deposit', label: 'VERSEMENT ESPECES' }
    const { rows } = await client.query<{ id: string }>(`SELECT id FROM ledger_accounts WHERE code = 'cash:XOF'`)
    await client.query('SELECT ledger_post($1, $2)', [
      JSON.stringify([posting]),
      JSON.stringify([
        { ...entry, id: newId(), account_id: rows[0]?.id, amount: -BALANCE },
        { ...entry, id: newId(), account_id, amount: BALANCE },
      ]),
    ])
  }
  for (const { index, account_id, inside, outside } of people) {
    const next = people[(index + 1) % people.length]
    for (const [id, name, iban] of [
      [inside, `Client ${next?.index}`, next?.iban],
      [outside, 'Sokhna Diarra', OUTSIDE],
    ])
      await client.query(
        'INSERT INTO beneficiaries (account_id, id, name, iban, created_at) VALUES ($1, $2, $3, $4, now())',
        [account_id, id, name, iban],
      )
  }
  return people
}
