// A ledger for tests: customers' accounts without customers, accessed as the owner and as the application.
import { testDatabase } from 'database/test-database.ts'
import pg from 'pg'
import type { Db, Sql } from '../src/db/db.ts'
import { dbOver, openPool } from '../src/db/sql.ts'
import { type NewPosting, type PostingOutcome, postingsArguments } from '../src/ledger/ledger-store.ts'
import { newId } from '../src/adapters/ids.ts'

export type TestLedger = {
  /** As the application's role, over several connections. */
  db: Db
  owner: pg.Pool
  /** As the owner, who posts without rows that justify it. */
  asOwner: Db
  /** The address of the database, for other connections of its owner. */
  url: string
  anAccount: (input?: { overdraft?: number; currency?: string }) => Promise<string>
  /** One of the bank's own accounts: 'cash:XOF'. */
  internal: (code: string) => string
  close: () => Promise<void>
}

export async function openTestLedger(): Promise<TestLedger> {
  const database = await testDatabase()
  const owner = new pg.Pool({ connectionString: database.url, max: 8 })
  // The database is dropped while its last connections still close: their errors are ignored.
  owner.on('error', () => undefined)
  owner.on('connect', (client) => client.on('error', () => undefined))
  const pool = openPool(database.url, { size: 8, onError: () => undefined })
  const { rows } = await owner.query<{ id: string; code: string }>(
    "SELECT id, code FROM ledger_accounts WHERE kind = 'internal'",
  )
  const codes = new Map(rows.map(({ id, code }) => [code, id]))
  return {
    db: dbOver(pool),
    owner,
    asOwner: dbOver(owner),
    url: database.url,
    anAccount: async ({ overdraft = 0, currency = 'XOF' } = {}) => {
      const id = newId()
      await owner.query("SELECT ledger_open_account($1, 'customer', NULL, $2, $3)", [id, currency, overdraft])
      return id
    },
    internal: (code) => {
      const id = codes.get(code)
      if (!id) throw new Error(`no account of the bank is called ${code}`)
      return id
    },
    close: async () => {
      await pool.end()
      await owner.end()
      await database.drop()
    },
  }
}

/** Posts as the owner does, whatever justifies the postings. */
export async function writePostings(owner: Sql, postings: readonly NewPosting[]): Promise<PostingOutcome[]> {
  const { heads, lines } = postingsArguments(postings)
  const rows = await owner<{ posting_id: string; outcome: PostingOutcome }>`
    SELECT posting_id, outcome FROM ledger_write(${heads}, ${lines})`
  return postings.flatMap(({ id }) => rows.find(({ posting_id }) => posting_id === id)?.outcome ?? [])
}

/** A posting of these amounts, in whole minor units. */
export function aPosting(
  lines: readonly (readonly [account_id: string, amount: number])[],
  input: Partial<NewPosting> = {},
): NewPosting {
  const id = input.id ?? newId()
  const day = input.booking_date ?? '2026-03-10'
  return {
    id,
    posting_key: `test:${id}`,
    kind: 'test',
    booking_date: day,
    posted_at: `${day}T10:00:00Z`,
    reverses: null,
    entries: lines.map(([account_id, amount]) => ({
      id: newId(),
      account_id,
      amount,
      value_date: day,
      type: 'other',
      label: 'ESSAI',
      counterparty: null,
      reference: null,
      vat_rate: null,
      vat_amount: null,
    })),
    ...input,
  }
}
