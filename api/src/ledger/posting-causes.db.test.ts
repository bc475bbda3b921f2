// Proves that the application's role moves money only for a row that justifies it: every kind of posting is accepted with its row, and
// refused with another kind, key, amount or account, and without the row.
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  aDepositRow,
  aRefundWithoutDebit,
  type JustifiedPosting,
  justifiedPostings,
  type Line,
  type Row,
  type Scene,
} from '../../test/justified-postings.ts'
import { openTestBank, type TestBank } from '../../test/test-bank.ts'
import { aPosting, writePostings } from '../../test/test-ledger.ts'
import { newId } from '../adapters/ids.ts'
import { dbOver } from '../db/sql.ts'
import { postingsArguments } from './ledger-store.ts'

const NO_CAUSE = 'LG007'
/** The key contains no id, no number or no digest. */
const INVALID_KEYS = ['22P02', '22023']
const NO_PRIVILEGE = '42501'

let bank: TestBank
let scene: Scene
let cases: JustifiedPosting[] = []
/** Ids of accounts by the names of the lines. */
const accounts = new Map<string, string>()
const idOf = (name: string) => accounts.get(name) ?? name
const bankCodes = () => [...accounts.keys()].filter((name) => name.includes(':'))

const postingOf = (lines: readonly Line[], more: Parameters<typeof aPosting>[1] = {}) =>
  aPosting(
    lines.map(([account, amount]) => [idOf(account), amount] as const),
    more,
  )

beforeAll(async () => {
  bank = await openTestBank()
  const { rows } = await bank.owner.query<{ id: string; code: string }>(
    "SELECT id, code FROM ledger_accounts WHERE code LIKE '%:XOF'",
  )
  for (const { code, id } of rows) accounts.set(code, id)
  const [payer, payee] = [await bank.aCustomer({ balance: 10_000_000 }), await bank.aCustomer({ balance: 10_000_000 })]
  const stranger = await bank.aCustomer({ balance: 10_000_000 })
  accounts.set('payer', payer.account_id).set('payee', payee.account_id).set('stranger', stranger.account_id)
  accounts.set('card', newId())
  await bank.owner.query('SELECT ledger_open_card($1)', [idOf('card')])
  const batch = newId()
  const order = postingOf([
    ['payer', -1000],
    ['outgoing:XOF', 1000],
  ])
  const booking = postingOf(
    [
      ['payer', -5000],
      ['batches:XOF', 5000],
    ],
    { posting_key: `batch:${batch}`, kind: 'batch' },
  )
  const loading = postingOf([
    ['cash:XOF', -1_000_000],
    ['card', 1_000_000],
  ])
  await writePostings(dbOver(bank.owner), [order, booking, loading])
  scene = {
    payer: payer.account_id,
    payee: payee.account_id,
    card: idOf('card'),
    payee_iban: payee.iban,
    order: order.id,
    batch: { id: batch, posting: booking.id },
  }
  cases = justifiedPostings(scene)
})
afterAll(() => bank.close())

type Attempt = Pick<JustifiedPosting, 'kind' | 'key' | 'lines' | 'rows' | 'reverses'>

function insertOf({ table, values }: Row): [sql: string, values: unknown[]] {
  const names = Object.keys(values)
  const places = names.map((_, index) => `$${index + 1}`)
  return [`INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`, Object.values(values)]
}

/** The code of a refusal, null where there is none. */
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string }) => error.code ?? String(error),
  )

/** Writes rows as they are, without those that they refer to: only what they contain is tested here. */
async function write(client: pg.PoolClient, rows: readonly Row[]): Promise<void> {
  await client.query("RESET ROLE; SET LOCAL session_replication_role = 'replica'")
  for (const row of rows) await client.query(...insertOf(row))
  await client.query("SET LOCAL session_replication_role = 'origin'")
}

/** Posts as the application's role. */
async function postOnce(client: pg.PoolClient, { kind, key, lines, reverses }: Attempt, id: string): Promise<void> {
  const given = postingsArguments([postingOf(lines, { id, posting_key: key, kind, reverses })])
  await client.query('SET LOCAL ROLE connect_app')
  const posted = await client.query('SELECT outcome FROM ledger_post($1, $2)', [given.heads, given.lines])
  expect(posted.rows).toEqual([{ outcome: 'posted' }])
}

/** The code of the refusal at the end of the transaction. */
async function refusalAtEnd(client: pg.PoolClient): Promise<string | null> {
  await client.query('SET LOCAL ROLE connect_app')
  return codeOf(client.query('SET CONSTRAINTS ALL IMMEDIATE'))
}

async function undone<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await bank.owner.connect()
  try {
    await client.query('BEGIN')
    return await work(client)
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

/** Posts, writes the rows, and answers the code of the refusal; nothing stays. */
const refusalOf = (attempt: Attempt): Promise<string | null> =>
  undone(async (client) => {
    const id = newId()
    await postOnce(client, attempt, id)
    await write(client, attempt.rows(id))
    return refusalAtEnd(client)
  })

/** The same for attempts with the same rows, which are written once: writing them makes the database plan everything again. */
const refusalsOf = (rows: Attempt['rows'], attempts: readonly Attempt[]): Promise<(string | null)[]> =>
  undone(async (client) => {
    const id = newId()
    await write(client, rows(id))
    const codes: (string | null)[] = []
    for (const attempt of attempts) {
      await client.query('SAVEPOINT before')
      await postOnce(client, attempt, id)
      codes.push(await refusalAtEnd(client))
      await client.query('ROLLBACK TO before')
    }
    return codes
  })

const replaced = (lines: readonly Line[], at: number, account: string) =>
  lines.map(([one, amount], place): Line => [place === at ? account : one, amount])

function* otherKindsAndKeys(given: JustifiedPosting): Generator<[what: string, attempt: Attempt]> {
  for (const kind of new Set([...cases.map((one) => one.kind), 'cash', 'test', '']))
    if (kind !== given.kind) yield [`as ${kind}`, { ...given, kind }]
  const keys = [given.key.replace(/[0-9a-f]{8}/, '00000000'), `${given.key}:2`, `${given.key} `, 'transfer', 'x']
  for (const key of [...keys, ...cases.map((one) => one.key)])
    if (key !== given.key) yield [`as ${key}`, { ...given, key }]
}

/** Every posting that differs from a justified one in one point; its rows are the same. */
function* variantsOf(given: JustifiedPosting): Generator<[what: string, attempt: Attempt]> {
  yield* otherKindsAndKeys(given)
  const withLines = (what: string, lines: readonly Line[]): [string, Attempt] => [what, { ...given, lines }]
  const [first = ['', 0], second = ['', 0], ...rest] = given.lines
  yield withLines(
    'twice the amount',
    given.lines.map(([account, amount]): Line => [account, amount * 2]),
  )
  for (const more of [1, -1])
    yield withLines(`${more} more`, [[first[0], first[1] - more], [second[0], second[1] + more], ...rest])
  const isFree = (account: string) => given.free.includes(account.split(':')[0] ?? '')
  for (const [place, [account, amount]] of given.lines.entries())
    for (const other of accounts.keys())
      if (other !== account && !(isFree(account) && isFree(other)))
        yield withLines(`${amount} on ${other} instead of ${account}`, replaced(given.lines, place, other))
  for (const code of bankCodes())
    yield withLines(`and money of ${code} to a customer`, [...given.lines, [code, -5], ['stranger', 5]])
  yield withLines('and money of a customer', [...given.lines, ['stranger', -5], ['payer', 5]])
  yield withLines('and a movement on another account', [...given.lines, ['stranger', -5], ['stranger', 5]])
}

/** How the bank divides what it earns is not determined by the row: a variant that only does this is accepted. */
function isDividedOtherwise(given: JustifiedPosting, attempt: Attempt): boolean {
  const isEarned = (account = '') => /^(?:fees|taf|interest|withholding|position):XOF$/.test(account)
  return (
    attempt.kind === given.kind &&
    attempt.key === given.key &&
    attempt.lines.length === given.lines.length &&
    attempt.lines.every(([account, amount], place) => {
      const [was, before] = given.lines[place] ?? ['', 0]
      return (account === was && amount === before) || (isEarned(account) && isEarned(was) && amount === before)
    })
  )
}

describe('a posting of the application', () => {
  it('of every kind is accepted with the row that justifies it', async () => {
    const outcomes: [string, string | null][] = []
    for (const one of cases) outcomes.push([one.name, await refusalOf(one)])
    expect(outcomes).toEqual(cases.map(({ name }) => [name, null]))
    const { rows } = await bank.owner.query<{ kind: string }>('SELECT DISTINCT kind FROM ledger_rules')
    const kinds = new Set(cases.map(({ kind }) => kind))
    expect(rows.filter(({ kind }) => !kinds.has(kind))).toEqual([])
  })

  it('is refused in every variant, and changes no balance', { timeout: 180_000 }, async () => {
    const balances = async () => (await bank.owner.query('SELECT id, booked FROM ledger_accounts ORDER BY id')).rows
    const before = await balances()
    const accepted: string[] = []
    let tried = 0
    for (const one of cases) {
      expect([one.name, await refusalOf({ ...one, rows: () => [] })]).toEqual([one.name, NO_CAUSE])
      const variants = [...variantsOf(one)]
      const codes = await refusalsOf(one.rows, [one, ...variants.map(([, attempt]) => attempt)])
      expect([one.name, codes.shift()]).toEqual([one.name, null])
      tried += variants.length
      for (const [index, [what, attempt]] of variants.entries()) {
        const code = codes[index] ?? null
        if (code === NO_CAUSE || INVALID_KEYS.includes(code ?? '')) continue
        if (code !== null || !isDividedOtherwise(one, attempt)) accepted.push(`${one.name}, ${what}: ${code}`)
      }
    }
    expect(accepted).toEqual([])
    expect(tried).toBeGreaterThan(2_000)
    expect(await balances()).toEqual(before)
  })
})

describe('the application’s role', () => {
  it('writes neither the rows of operators nor the rules, and calls no function behind ledger_post', async () => {
    const attempts = [
      `INSERT INTO operation_files VALUES ('\\x00', 'x', 'csv', 1, now())`,
      `INSERT INTO operation_lines VALUES ('\\x00', 1, '${newId()}', 5, '${newId()}')`,
      `INSERT INTO ledger_rules VALUES ('test', 'cash', true, true)`,
      `UPDATE ledger_rules SET may_debit = true`,
      `INSERT INTO ledger_calls (postings) VALUES ('{}')`,
      `DELETE FROM ledger_calls`,
      `ALTER TABLE ledger_calls DISABLE TRIGGER ALL`,
      `UPDATE parameters SET value = 1`,
      `SELECT ledger_write('[]', '[]')`,
      `SELECT ledger_open_account('${newId()}', 'internal', 'own:XOF', 'XOF', 0)`,
      `SELECT ledger_open_account('${newId()}', 'customer', NULL, 'XOF', 1000000)`,
      `INSERT INTO credits (id) VALUES ('${newId()}')`,
      `SELECT expected_of_transfers('{}')`,
      `SET ROLE connect_operator`,
    ]
    const login = `essai_${newId().replaceAll('-', '')}`
    await bank.owner.query(`CREATE ROLE ${login} LOGIN IN ROLE connect_app`)
    const client = await bank.owner.connect()
    try {
      const codes: [string, string | null][] = []
      for (const sql of attempts) {
        await client.query(`SET SESSION AUTHORIZATION ${login}`)
        codes.push([sql, await codeOf(client.query(sql))])
        await client.query('RESET SESSION AUTHORIZATION')
      }
      expect(codes).toEqual(attempts.map((sql) => [sql, NO_PRIVILEGE]))
    } finally {
      client.release()
      await bank.owner.query(`DROP ROLE ${login}`)
    }
  })

  it('opens no deposit of its own, and refunds no collection that was not posted', async () => {
    expect(await codeOf(bank.db.pool.query(...insertOf(aDepositRow(scene))))).toBe(NO_PRIVILEGE)
    expect(await refusalOf(aRefundWithoutDebit(scene))).toBe(NO_CAUSE)
  })

  it('moves nothing when the transaction commits without the row', async () => {
    const given = postingsArguments([
      postingOf(
        [
          ['clearing:XOF', -1_000_000_000],
          ['stranger', 1_000_000_000],
        ],
        { kind: 'incoming', posting_key: 'incoming:sica:ABCDSNDA:TX9' },
      ),
    ])
    const posting = bank.db.pool.query('SELECT * FROM ledger_post($1, $2)', [given.heads, given.lines])
    expect(await codeOf(posting)).toBe(NO_CAUSE)
    const { rows } = await bank.owner.query('SELECT booked FROM ledger_accounts WHERE id = $1', [idOf('stranger')])
    expect(Number(rows[0]?.booked)).toBe(10_000_000)
    expect((await bank.owner.query('SELECT FROM ledger_calls')).rows).toEqual([])
  })
})
