// Proves that an error in the application, or SQL typed by hand, cannot break the invariants of the ledger.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPosting, openTestLedger, type TestLedger, writePostings } from '../../test/test-ledger.ts'
import { newId } from '../adapters/ids.ts'
import { post } from './ledger-store.ts'

let ledger: TestLedger
let rich: string
let poor: string
beforeAll(async () => {
  ledger = await openTestLedger()
  rich = await ledger.anAccount()
  poor = await ledger.anAccount()
  await writePostings(ledger.asOwner, [
    aPosting([
      [ledger.internal('cash:XOF'), -1_000],
      [rich, 1_000],
    ]),
  ])
})
afterAll(() => ledger.close())

const NO_PRIVILEGE = '42501'
const APPEND_ONLY = 'LG001'
const NOT_BALANCED = 'LG002'
const UNKNOWN_ACCOUNT = 'LG004'
const CHECK_FAILED = '23514'
const NOT_A_WHOLE_NUMBER = '22P02'
const VALUE_MISSING = '23502'

/** The error code with which PostgreSQL refuses; throws if it does not refuse. */
async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (refused: unknown) => refused,
  )
  if (!(error instanceof Error && 'code' in error)) throw new Error('it was not refused')
  return String(error.code)
}

const asApplication = (sql: string, values: unknown[] = []) => refusalOf(ledger.db.pool.query(sql, values))
const asOwner = (sql: string, values: unknown[] = []) => refusalOf(ledger.owner.query(sql, values))

/** Each attempt with the error code of its refusal. */
async function refusalsOf(
  attempt: (sql: string) => Promise<string>,
  statements: readonly string[],
): Promise<[sql: string, code: string][]> {
  const refusals: [string, string][] = []
  for (const sql of statements) refusals.push([sql, await attempt(sql)])
  return refusals
}
const allWith = (code: string, statements: readonly string[]) => statements.map((sql) => [sql, code])

async function contents(): Promise<unknown> {
  const { rows } = await ledger.owner.query(`
    SELECT (SELECT count(*) FROM ledger_postings) AS postings, (SELECT count(*) FROM ledger_entries) AS entries,
           (SELECT jsonb_agg(a ORDER BY a.id) FROM ledger_accounts a) AS accounts, (SELECT count(*) FROM ledger_holds) AS holds`)
  return rows[0]
}

const tables = ['ledger_accounts', 'ledger_postings', 'ledger_entries', 'ledger_holds']

describe('the application’s database role', () => {
  it.each(tables)('can only read %s', async (table) => {
    const column = table === 'ledger_accounts' || table === 'ledger_postings' ? 'id' : 'account_id'
    const attempts = [
      `UPDATE ${table} SET ${column} = ${column}`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
      `INSERT INTO ${table} DEFAULT VALUES`,
      `SELECT FROM ${table} FOR UPDATE`,
    ]
    expect(await refusalsOf(asApplication, attempts)).toEqual(allWith(NO_PRIVILEGE, attempts))
  })

  it('cannot drop, disable or replace a trigger', async () => {
    const attempts = [
      'ALTER TABLE ledger_entries DISABLE TRIGGER ALL',
      'DROP TRIGGER ledger_entries_balance ON ledger_entries',
      'ALTER TABLE ledger_accounts DROP CONSTRAINT ledger_accounts_stay_in_limit',
      "SET session_replication_role = 'replica'",
      'CREATE OR REPLACE FUNCTION ledger_check_balanced() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$',
      'CREATE FUNCTION public.max(date) RETURNS date LANGUAGE sql AS $$ SELECT $1 $$',
      "SELECT ledger_choose('[]', '{}')",
    ]
    expect(await refusalsOf(asApplication, attempts)).toEqual(allWith(NO_PRIVILEGE, attempts))
  })

  it('cannot replace the accounts of the ledger by a temporary table', async () => {
    const client: pg.PoolClient = await ledger.db.pool.connect()
    try {
      await client.query(`CREATE TEMPORARY TABLE ledger_accounts AS SELECT * FROM public.ledger_accounts`)
      await client.query(`UPDATE pg_temp.ledger_accounts SET booked = 1000000, overdraft = 1000000`)
      const posting = aPosting([
        [poor, -500],
        [rich, 500],
      ])
      const { entries, ...head } = posting
      const { rows } = await client.query('SELECT outcome FROM ledger_post($1, $2)', [
        JSON.stringify([head]),
        JSON.stringify(entries.map((entry) => ({ ...entry, posting_id: head.id }))),
      ])
      expect(rows).toEqual([{ outcome: 'insufficient_funds' }])
      const { rows: holds } = await client.query("SELECT ledger_hold($1, $2, 500, 'transfer:none', now()) AS held", [
        poor,
        newId(),
      ])
      expect(holds).toEqual([{ held: false }])
      await client.query('DROP TABLE pg_temp.ledger_accounts')
    } finally {
      client.release()
    }
  })

  it('cannot post an invalid movement', async () => {
    const euros = await ledger.anAccount({ currency: 'EUR' })
    const cash = ledger.internal('cash:XOF')
    const beyond = 2 ** 53
    type Attempt = [what: string, lines: Parameters<typeof aPosting>[0], code: string]
    const between = (from: string, out: number, to: string, into: number): Attempt[1] => [
      [from, out],
      [to, into],
    ]
    const attempts: Attempt[] = [
      ['one side', [[rich, -10]], NOT_BALANCED],
      ['nothing', [], NOT_BALANCED],
      ['a franc missing', between(rich, -10, poor, 9), NOT_BALANCED],
      ['francs that become cents', between(rich, -10, euros, 10), NOT_BALANCED],
      ['zero', between(rich, 0, poor, 0), CHECK_FAILED],
      ['beyond the exact numbers', between(cash, -beyond, poor, beyond), CHECK_FAILED],
      ['a balance beyond them', between(cash, 1 - beyond, rich, beyond - 1), CHECK_FAILED],
      ['half a franc', between(rich, -0.5, poor, 0.5), NOT_A_WHOLE_NUMBER],
      ['no number', between(rich, Number.NaN, poor, Number.NaN), VALUE_MISSING],
      ['from nowhere', between(newId(), -10, poor, 10), UNKNOWN_ACCOUNT],
    ]
    const before = await contents()
    const refusals: [string, string][] = []
    for (const [what, lines] of attempts) refusals.push([what, await refusalOf(post(ledger.db, [aPosting(lines)]))])
    expect(refusals).toEqual(attempts.map(([what, , code]) => [what, code]))
    expect(await contents()).toEqual(before)
  })

  it('cannot hold less than a franc, nor release what is not held', async () => {
    for (const amount of [0, -500]) {
      const sql = "SELECT ledger_hold($1, $2, $3, 'transfer:none', now())"
      expect(await asApplication(sql, [rich, newId(), amount])).toBe(CHECK_FAILED)
    }
    const { rows } = await ledger.db.pool.query("SELECT ledger_release($1, 'transfer:none', now()) AS released", [rich])
    expect(rows).toEqual([{ released: false }])
  })
})

describe('the owner of the tables', () => {
  it.each(['ledger_entries', 'ledger_postings'])('cannot change or delete rows of %s', async (table) => {
    const attempts = [`UPDATE ${table} SET posted_at = now()`, `DELETE FROM ${table}`, `TRUNCATE ${table} CASCADE`]
    expect(await refusalsOf(asOwner, attempts)).toEqual(allWith(APPEND_ONLY, attempts))
  })

  it('cannot insert a posting whose entries do not sum to zero', async () => {
    const sql = `
      INSERT INTO ledger_entries (account_id, id, posting_id, amount, currency, booking_date, value_date, posted_at, type, label)
      VALUES ($1, $2, $2, 10, 'XOF', '2026-03-10', '2026-03-10', now(), 'other', 'ESSAI')`
    expect(await asOwner(sql, [ledger.internal('cash:XOF'), newId()])).toBe(NOT_BALANCED)
  })

  it('cannot set a balance below its limit, nor give the bank’s accounts a wrong balance', async () => {
    expect(await asOwner('UPDATE ledger_accounts SET booked = -1 WHERE id = $1', [poor])).toBe(CHECK_FAILED)
    expect(await asOwner('UPDATE ledger_accounts SET held = 1 WHERE id = $1', [poor])).toBe(CHECK_FAILED)
    expect(await asOwner('UPDATE ledger_accounts SET booked = 1 WHERE id = $1', [ledger.internal('cash:XOF')])).toBe(
      CHECK_FAILED,
    )
  })
})
