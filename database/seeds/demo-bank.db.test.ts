import { verify } from '@node-rs/argon2'
import type { Capability, Right } from 'contract/rights.ts'
import { roleOf } from 'contract/roles.ts'
import { ibanError } from 'contract/values/iban.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dbOver, openPool } from '../../api/src/db/sql.ts'
import { readScale } from '../../api/src/domains/overdrafts/charge-overdrafts.ts'
import { runDueTransfers } from '../../api/src/domains/transfer-execution/run-transfers.ts'
import { auditLedger } from '../../api/src/ledger/ledger-audit.ts'
import { migrate } from '../migrate.ts'
import { testDatabase } from '../test-database.ts'
import { finishDemoBank, kindOfBank, removeUnfinishedBank, seedDemoBank } from './demo-bank.ts'

const PASSWORD = 'Teranga-2026!'
const now = new Date('2026-11-21T11:30:00Z')

type Seeded = { client: pg.Client; url: string; drop: () => Promise<void> }

async function aDemoBank(options: { now: Date; operations?: number; isWhole?: boolean }): Promise<Seeded> {
  const database = await testDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await seedDemoBank(client, { password: PASSWORD, ...options })
  return {
    client,
    url: database.url,
    drop: async () => {
      await client.end()
      await database.drop()
    },
  }
}

let bank: Seeded
beforeAll(async () => {
  bank = await aDemoBank({ now })
})
afterAll(() => bank.drop())

async function rowsOf<Row extends pg.QueryResultRow>(
  sql: string,
  values: unknown[] = [],
  { client } = bank,
): Promise<Row[]> {
  const { rows } = await client.query<Row>(sql, values)
  return rows
}

async function errorsOf({ url }: Seeded): Promise<string[]> {
  const pool = openPool(url, { size: 1, onError: () => undefined })
  const verdicts = await auditLedger(dbOver(pool))
  await pool.end()
  return verdicts.flatMap(({ rule, errors, examples }) => (errors > 0 ? [`${rule}: ${examples.join(', ')}`] : []))
}

/** One digest per table. Left out: the salted password hash, and the bank's own accounts, which the migration creates. */
async function digestsOf(seeded: Seeded): Promise<Record<string, string>> {
  const tables = {
    accounts: '',
    audit_events: '',
    bank: '',
    banks: '',
    beneficiaries: '',
    branches: '',
    categories: '',
    clearing_files: '',
    outgoing_payments: '',
    correspondents: '',
    customers: '',
    intraday_operations: '',
    memberships: '',
    messages: '',
    operation_categories: '',
    operation_notes: '',
    transfers: '',
    ledger_holds: '',
    ledger_postings: '',
    ledger_accounts: `WHERE kind = 'customer'`,
    ledger_entries: 'WHERE seq IS NOT NULL',
  }
  const digests: Record<string, string> = {}
  for (const [table, where] of Object.entries(tables)) {
    const [row] = await rowsOf<{ digest: string }>(
      `SELECT md5(string_agg(t::text, chr(10) ORDER BY t::text)) AS digest FROM ${table} t ${where}`,
      [],
      seeded,
    )
    digests[table] = row?.digest ?? ''
  }
  return digests
}

const personas = [
  ['10000001', 'SN08SN9990100310000110100169', 1_284_650],
  ['10000001', 'SN08SN9990100310000120100190', 3_750_000],
  ['10000002', 'SN08SN9990500110000210100139', 18_425],
  ['10000003', 'SN08SN9990100210000310100157', 5_630_000],
  ['10000003', 'SN08SN9990100210000330100102', 845_000],
  ['20000001', 'SN08SN9990400120000110200153', 48_215_300],
  ['20000002', 'SN08SN9990400120000110200250', 12_000_000],
  ['20000003', 'SN08SN9990400120000110200153', 48_215_300],
  ['20000004', 'SN08SN9990200220000410200127', -325_400],
  ['30000001', 'SN08SN9990100130000110200155', 1_250_000_000],
  ['30000001', 'SN08SN9990100230000110200296', 15_838_000],
  ['30000001', 'SN08SN9990100330000110215084', 0],
  ['30000001', 'SN08SN9990100630000110230057', 0],
  ['90000002', 'SN08SN9990200190000210100133', 0],
  ['90000003', 'SN08SN9990800190000310100115', 250_000],
  ['90000004', 'SN08SN9990100690000410100132', 75_200],
] as const

describe('the demo bank', () => {
  it.each(personas)('has for %s on %s the balance of the table', async (login, iban, balance) => {
    const rows = await rowsOf(
      `SELECT l.booked FROM users u JOIN memberships m ON m.user_id = u.id JOIN accounts a ON a.id = m.account_id
         JOIN ledger_accounts l ON l.id = a.id WHERE u.login = $1 AND a.iban = $2`,
      [login, iban],
    )
    expect(rows).toEqual([{ booked: String(balance) }])
  })

  it('gives Sine Agro plausible roles, and two administrators', async () => {
    const members = await rowsOf<{ login: string; rights: Right[]; capabilities: Capability[] }>(
      `SELECT DISTINCT u.login, m.rights, m.capabilities FROM users u JOIN memberships m ON m.user_id = u.id
        JOIN accounts a ON a.id = m.account_id
        WHERE a.number = '200001102001' ORDER BY u.login`,
    )
    expect(
      members.map(({ login, ...grant }) => [login, roleOf(grant), grant.capabilities.includes('access.admin')]),
    ).toEqual([
      ['20000001', 'maker', false],
      ['20000002', 'checker', true],
      ['20000003', 'viewer', false],
      ['20000005', 'checker', true],
    ])
  })

  it('has a person who prepares confidential salaries, and one who may not see their lines', async () => {
    const members = await rowsOf<{ login: string; capabilities: Capability[] }>(
      `SELECT u.login, m.capabilities FROM users u JOIN memberships m ON m.user_id = u.id JOIN accounts a ON a.id = m.account_id
        WHERE a.kind = 'payroll' ORDER BY u.login`,
    )
    const prepare = members.filter(
      ({ capabilities }) => capabilities.includes('transfer.create') && capabilities.includes('batch.confidential'),
    )
    expect(prepare.map(({ login }) => login)).toEqual(['20000001'])
    expect(members.find(({ login }) => login === '20000003')?.capabilities).toEqual([])
  })

  it('creates the 300 accounts according to their rules', async () => {
    const accounts = await rowsOf<{
      occurrence: number
      status: string
      may_transfer: boolean
      booked: string
      held: string
      overdraft: string
    }>(
      `SELECT right(a.number, 3)::int AS occurrence, a.status, 'transfers' = ANY (m.rights) AS may_transfer, l.booked, l.held, l.overdraft
         FROM users u JOIN memberships m ON m.user_id = u.id JOIN accounts a ON a.id = m.account_id JOIN ledger_accounts l ON l.id = a.id
        WHERE u.login = '30000001' ORDER BY occurrence`,
    )
    expect(accounts).toHaveLength(300)
    for (const { occurrence, booked, may_transfer, status } of accounts) {
      const plain = occurrence === 1 ? 1_250_000_000 : (occurrence * 7_919_000) % 90_000_000
      expect(Number(booked), `account ${occurrence}`).toBe(
        occurrence % 40 === 0 ? -150_000 : occurrence % 25 === 0 ? 0 : plain,
      )
      expect(may_transfer).toBe(occurrence % 7 !== 0)
      expect(status).toBe(occurrence === 300 ? 'closed' : occurrence === 299 ? 'blocked' : 'active')
    }
  })

  it('has a transfer that the beneficiary’s bank returned, with its reason', async () => {
    const rows = await rowsOf(
      `SELECT t.execution_status, i.return_reason, e.facts ->> 'return_reason' AS notified
         FROM transfers t JOIN outgoing_payments i ON i.transfer_id = t.id
         JOIN audit_events e ON e.subject_id = t.id AND e.action = 'transfer.return'`,
    )
    expect(rows).toEqual([{ execution_status: 'returned', return_reason: 'AC04', notified: 'AC04' }])
  })

  it('has statistics of every table, so that no first query is planned as if it were empty', async () => {
    expect(
      await rowsOf(
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples = -1",
      ),
    ).toEqual([])
  })

  it('has only valid account numbers', async () => {
    const numbers = await rowsOf<{ iban: string }>('SELECT iban FROM accounts UNION ALL SELECT iban FROM beneficiaries')
    expect(numbers.length).toBeGreaterThan(450)
    expect(numbers.filter(({ iban }) => ibanError(iban) !== null)).toEqual([])
  })

  it('has an account for each beneficiary of the same bank', async () => {
    expect(
      await rowsOf(
        `SELECT b.name FROM beneficiaries b LEFT JOIN accounts a ON a.iban = b.iban WHERE b.iban LIKE '____SN999%' AND a.id IS NULL`,
      ),
    ).toEqual([])
  })

  it('has the messages of the transfers from abroad of one customer, on both accounts, at the parity', async () => {
    const received = await rowsOf<{ kind: string; messages: number; at_parity: boolean }>(
      `SELECT a.kind, count(*)::int AS messages,
              bool_and(i.credit_currency = 'EUR' OR i.credit_amount = round(i.amount * 6.55957)) AS at_parity
         FROM incoming_payments i
         JOIN accounts a ON a.id = i.account_id
         JOIN memberships m ON m.account_id = a.id
         JOIN users u ON u.id = m.user_id AND u.login = '10000003'
        GROUP BY a.kind ORDER BY a.kind`,
    )
    expect(received.map(({ kind, at_parity }) => [kind, at_parity])).toEqual([
      ['checking', true],
      ['currency', true],
    ])
    expect(received.every(({ messages }) => messages >= 12)).toBe(true)
  })

  it('leaves the ledger consistent', async () => {
    expect(await errorsOf(bank)).toEqual([])
  })

  it('has lists of the lengths that screens are tested with', async () => {
    const lines = await rowsOf<{ number: string; entry_count: string }>(
      'SELECT a.number, l.entry_count FROM accounts a JOIN ledger_accounts l ON l.id = a.id',
    )
    const countOf = (number: string) => Number(lines.find((line) => line.number === number)?.entry_count)
    expect(['300001102002', '300001102003', '300001102004', '300001102005', '300001102025'].map(countOf)).toEqual([
      1, 19, 20, 21, 0,
    ])
    // One or two spendings may be added where the balance would have been too low.
    expect(countOf('100001101001')).toBeGreaterThanOrEqual(1_500)
    expect(countOf('100001101001')).toBeLessThan(1_515)
    expect(await rowsOf('SELECT max(length(label)) AS longest FROM ledger_entries')).toEqual([{ longest: 140 }])
    expect(
      await rowsOf(
        `SELECT validation_status, execution_status, count(*)::int FROM transfers WHERE execution_status <> 'executed' GROUP BY 1, 2 ORDER BY 1, 2`,
      ),
    ).toEqual([
      { validation_status: 'pending', execution_status: 'scheduled', count: 3 },
      { validation_status: 'refused', execution_status: 'cancelled', count: 1 },
      { validation_status: 'validated', execution_status: 'paused', count: 1 },
      { validation_status: 'validated', execution_status: 'returned', count: 1 },
      { validation_status: 'validated', execution_status: 'scheduled', count: 4 },
    ])
  })

  it('books nothing in the future, and interbank operations on business days only', async () => {
    expect(await rowsOf('SELECT FROM ledger_entries WHERE posted_at > $1', [now])).toEqual([])
    expect(
      await rowsOf(
        `SELECT DISTINCT e.label, e.posted_at FROM ledger_entries e
          WHERE e.type IN ('transfer_out', 'direct_debit', 'cheque_in', 'cheque_out') AND extract(isodow FROM e.posted_at) > 5
            AND e.posting_id IN (SELECT i.posting_id FROM ledger_entries i JOIN ledger_accounts a ON a.id = i.account_id WHERE a.code = 'clearing:XOF')`,
      ),
    ).toEqual([])
  })

  it('books the tax of a fee separately: 17 %, rounded half up', async () => {
    const fees = await rowsOf<{ amount: string; vat_rate: string; vat_amount: string }>(
      'SELECT amount, vat_rate, vat_amount FROM ledger_entries WHERE vat_rate IS NOT NULL',
    )
    expect(fees.length).toBeGreaterThan(100)
    for (const { amount, vat_rate, vat_amount } of fees) {
      const net = -Number(amount) - Number(vat_amount)
      expect(Number(vat_amount)).toBe(Math.floor((net * Number(vat_rate) + 50) / 100))
    }
  })

  it('lets its customers sign in with the demo password; one of them must change it', async () => {
    const users = await rowsOf<{ login: string; password_hash: string; must_change_password: boolean }>(
      'SELECT login, password_hash, must_change_password FROM users',
    )
    expect(new Set(users.map(({ password_hash }) => password_hash)).size).toBe(1)
    expect(await verify(users[0]?.password_hash ?? '', PASSWORD)).toBe(true)
    expect(users.filter((user) => user.must_change_password).map(({ login }) => login)).toEqual(['90000003'])
    expect(await kindOfBank(bank.client)).toBe('demo')
  })
})

describe('the seed', () => {
  it('creates the same bank for the same time, also where an unfinished one is removed first', async () => {
    await expect(removeUnfinishedBank(bank.client)).rejects.toThrow('only an unfinished demo bank')
    const again = await aDemoBank({ now, isWhole: false })
    expect(await kindOfBank(again.client)).toBe('unfinished')
    await removeUnfinishedBank(again.client)
    await migrate(again.client)
    expect(await kindOfBank(again.client)).toBe('none')
    await seedDemoBank(again.client, { password: PASSWORD, now, isWhole: false })
    await finishDemoBank(again.client)
    expect(await kindOfBank(again.client)).toBe('demo')
    expect(await digestsOf(again)).toEqual(await digestsOf(bank))
    await again.drop()
  })

  it('creates a valid history for any current day', async () => {
    // A leap day, a Sunday at midnight, the end of a year, the eve of the salaries.
    for (const day of [
      '2028-02-29T23:59:59Z',
      '2027-08-01T00:00:00Z',
      '2026-12-31T06:00:00Z',
      '2027-02-24T12:00:00Z',
    ]) {
      const later = await aDemoBank({ now: new Date(day) })
      expect(await errorsOf(later)).toEqual([])
      expect(
        await rowsOf(
          "SELECT max(posted_at) > $1::timestamptz - interval '4 days' AS recent, max(posted_at) <= $1 AS past FROM ledger_entries",
          [day],
          later,
        ),
      ).toEqual([{ recent: true, past: true }])
      expect(
        await rowsOf(
          "SELECT booked FROM ledger_accounts l JOIN accounts a ON a.id = l.id WHERE a.number = '100001101001'",
          [],
          later,
        ),
      ).toEqual([{ booked: '1284650' }])
      await later.drop()
    }
  })

  it('adds the requested number of operations for a benchmark, under the same rules', async () => {
    const large = await aDemoBank({ now, operations: 20_000 })
    expect(await errorsOf(large)).toEqual([])
    expect(
      await rowsOf(
        `SELECT count(*)::int AS accounts, sum(entry_count)::int AS entries FROM ledger_accounts l JOIN accounts a ON a.id = l.id WHERE a.number LIKE '4%'`,
        [],
        large,
      ),
    ).toEqual([{ accounts: 1_000, entries: 21_000 }])
    await large.drop()
  })

  it('leaves no data when it fails', async () => {
    const database = await testDatabase()
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    // This database lacks one of the bank's accounts.
    await client.query("DELETE FROM ledger_accounts WHERE code = 'vat:XOF'")
    await expect(seedDemoBank(client, { password: PASSWORD, now })).rejects.toThrow('vat:XOF')
    expect(await kindOfBank(client)).toBe('none')
    await client.end()
    await database.drop()
  })
})

it('publishes lunar holidays as expected ones, on the days of the tabular calendar', async () => {
  const expected =
    "SELECT day::text, name_fr FROM holidays WHERE day BETWEEN '2030-01-01' AND '2030-12-31' AND NOT is_confirmed ORDER BY day"
  const rows = await rowsOf<{ day: string; name_fr: string }>(expected)
  expect(rows).toEqual(
    expect.arrayContaining([
      { day: '2030-05-13', name_fr: 'Tamxarit' },
      { day: '2030-06-20', name_fr: 'Grand Magal de Touba' },
      { day: '2030-07-13', name_fr: 'Maouloud (Gamou)' },
    ]),
  )
  // In 2030 Tabaski is expected on a Sunday.
  expect(rows.map(({ name_fr }) => name_fr)).toContain('Lendemain de la Tabaski')
})

it('charges interest on debit balances as the scale of each quarter gives it', async () => {
  const charges = await rowsOf<Parameters<typeof readScale>[1] & { interest: number; tax: number; booked: number }>(
    `SELECT c.account_id, c.first_day::text, c.last_seq::int, c.authorised::int, c.rate, c.excess_rate, c.tax_rate, c.interest::int, c.tax::int,
            e.amount::int AS booked
       FROM overdraft_charges c JOIN ledger_entries e ON e.posting_id = c.posting_id AND e.account_id = c.account_id`,
  )
  expect(charges.length).toBeGreaterThan(2)
  const pool = openPool(bank.url, { size: 1, onError: () => undefined })
  for (const { interest, tax, booked, ...facts } of charges) {
    const scale = await readScale(dbOver(pool), facts)
    expect([scale.interest, scale.tax, booked]).toEqual([interest, tax, -interest - tax])
  }
  await pool.end()
})

it('names the past quarter in overdraft charges', async () => {
  const rows = await rowsOf<{ label: string; booking_date: string }>(
    "SELECT DISTINCT label, booking_date::text FROM ledger_entries WHERE label LIKE 'AGIOS %'",
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { label, booking_date } of rows) {
    const [year, month] = booking_date.split('-').map(Number) as [number, number]
    const before = month <= 3 ? `T4 ${year - 1}` : `T${Math.ceil(month / 3) - 1} ${year}`
    expect([booking_date, label]).toEqual([booking_date, `AGIOS ${before}`])
  }
})

it('has an order that the bank rejects in the first morning, for lack of money', async () => {
  const pool = openPool(bank.url, { size: 2, onError: () => undefined })
  const monday = { now: () => new Date('2026-11-23T07:30:00Z') }
  await runDueTransfers({ db: dbOver(pool), clock: monday })
  await pool.end()
  expect(
    await rowsOf(
      `SELECT a.number, t.type, t.execution_status, t.reason_code FROM transfers t JOIN accounts a ON a.id = t.account_id
        WHERE t.execution_status = 'rejected'`,
    ),
  ).toEqual([{ number: '200004102001', type: 'delayed', execution_status: 'rejected', reason_code: 'funds' }])
  expect(await errorsOf(bank)).toEqual([])
})
