import { getDayBalance } from 'contract/accounts/balances.ts'
import { getDocumentFile, listDocuments } from 'contract/accounts/statements.ts'
import { getDashboard, getOutlook } from 'contract/dashboard.ts'
import { getDepositNotice } from 'contract/products/deposits.ts'
import { listChequebooks, stopCheques } from 'contract/products/chequebooks.ts'
import { exportOperations, listOperations } from 'contract/accounts/operations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../test/test-bank.ts'
import { newId } from '../adapters/ids.ts'
import type { Db } from '../db/db.ts'
import { dbOver, openPool } from '../db/sql.ts'
import { linkEvents, writeSearchTexts } from '../domains/audit/audit-chain-store.ts'
import { verifyAuditChain } from '../domains/audit/verify-audit-chain.ts'
import { recordEvents } from '../domains/audit/audit-store.ts'
import { listDailyBalances } from '../domains/operations/operation-store.ts'
import { debitOverdraftCharges, planOverdraftCharges } from '../domains/overdrafts/charge-overdrafts.ts'
import { openDeposit } from '../domains/deposits/open-deposit.ts'
import { payDepositInterest } from '../domains/deposits/pay-interest.ts'
import { produceStatements } from '../domains/statements/produce-statements.ts'
import { auditLedger, auditSinceLastDay, closeAndAudit } from './ledger-audit.ts'
import { transaction } from '../db/transaction.ts'
import { writePostings } from '../../test/test-ledger.ts'
import { findInternalAccounts } from './ledger-store.ts'
import { postingOfParts } from './posting-parts.ts'
import { archiveYears, beginYear } from './year-store.ts'

let bank: TestBank
let operator: Db
let awa: Visitor & { customer_id: string }
let second: string
let begun: [year: number, hasBegun: boolean][]
const tags: string[] = []

const anEvent = (at: string) => ({
  at: new Date(at),
  user_id: awa.user_id,
  session_id: null,
  account_id: awa.account_id,
  address: null,
  action: 'category.create' as const,
  subject_id: newId(),
  facts: { label: at },
})
const partitions = async (table: string) =>
  (
    await bank.owner.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = $1::regclass ORDER BY 1`,
      [table],
    )
  ).rows.map(({ name }) => name)
const broken = async (verdicts: Promise<{ rule: string; errors: number; examples: string[] }[]>) =>
  (await verdicts).filter(({ errors }) => errors > 0).map(({ rule, examples }) => `${rule}: ${examples.join()}`)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )

beforeAll(async () => {
  bank = await openTestBank()
  // Nobody has done anything yet: what is begun here was begun in the years before.
  begun = []
  for (const year of [2025, 2025, 2026, 2024, 2027]) begun.push([year, await beginYear(bank.db, year)])
  operator = dbOver(openPool(bank.url, { size: 2, onError: () => undefined, operator: 'Mariama Faye' }))
  awa = await bank.aCustomer()
  second = (await bank.anOwnAccount(awa)).account_id
})
afterAll(async () => {
  await operator.pool.end()
  await bank.close()
})

describe('a year', () => {
  it('begins once, one after the other, and before anything is booked in it', async () => {
    expect(begun).toEqual([
      [2025, true],
      [2025, false],
      [2026, true],
      [2024, false],
      [2027, true],
    ])
    await bank.deposit(second, 70, '2024-12-31')
    for (const [amount, day] of [
      [1_000, '2024-11-05'],
      [200, '2025-02-01'],
      [30, '2025-12-31'],
      [4, '2026-01-01'],
      [5, '2026-02-02'],
    ] as const)
      await bank.deposit(awa.account_id, amount, day)
    await recordEvents(bank.db, ['2024-12-31T23:59:59Z', '2025-06-01T10:00:00Z', '2026-01-01T00:00:00Z'].map(anEvent))
    expect(await partitions('ledger_entries')).toEqual([
      'ledger_entries_before_2025',
      'ledger_entries_before_2026',
      'ledger_entries_before_2027',
      'ledger_entries_newest',
    ])
    const { rows } = await bank.owner.query(
      `SELECT tableoid::regclass::text AS part, count(*)::int FROM ledger_entries WHERE seq IS NOT NULL GROUP BY 1 ORDER BY 1`,
    )
    expect(rows).toEqual([
      { part: 'ledger_entries_before_2025', count: 2 },
      { part: 'ledger_entries_before_2026', count: 2 },
      { part: 'ledger_entries_before_2027', count: 2 },
    ])
    // Somebody's clock is ahead: what is booked later stays with the year before it.
    await bank.deposit(second, 1, '2028-01-01')
    expect(await beginYear(bank.db, 2028)).toBe(false)
    expect(await broken(auditLedger(bank.db))).toEqual([])
  })

  it('protects its partitions like their parent table', async () => {
    for (const partition of ['ledger_entries_before_2025', 'ledger_entries_newest'])
      for (const sql of [`UPDATE ${partition} SET label = 'x'`, `DELETE FROM ${partition}`, `TRUNCATE ${partition}`])
        expect([sql, await codeOf(bank.owner.query(sql))]).toEqual([sql, 'LG001'])
    for (const sql of ['DELETE FROM audit_events_before_2025', 'TRUNCATE audit_events_newest'])
      expect([sql, await codeOf(bank.owner.query(sql))]).toEqual([sql, 'LG001'])
    const insert = `INSERT INTO ledger_entries_newest (account_id, id, posting_id, amount, currency, booking_date, value_date, posted_at, type, label)
       SELECT account_id, gen_random_uuid(), posting_id, 10, currency, '2027-01-02', value_date, posted_at, type, label FROM ledger_entries LIMIT 1`
    expect(await codeOf(bank.owner.query(insert))).toBe('LG002')
    for (const sql of [
      'SELECT FROM ledger_entries_newest',
      'SELECT archive_years(2026, now())',
      "SELECT ledger_guard_partition('accounts')",
    ])
      expect([sql, await codeOf(bank.db.pool.query(sql))]).toEqual([sql, '42501'])
  })
})

describe('an archived year', () => {
  let indebted: Visitor
  let saver: Visitor
  let writer: Visitor
  let deposit: string
  let scale: string
  type Line = { account_id: string; amount: number; type: 'other' | 'cheque_out'; label: string }
  async function book(line: Line, day: string, value_date = day) {
    await transaction(dbOver(bank.owner), async (tx) => {
      const internal = await findInternalAccounts(tx)
      const posting = postingOfParts(
        { key: `${line.label}:${day}:${line.amount}`, kind: 'other', day, at: new Date(`${day}T10:00:00Z`) },
        [line, { ...line, account_id: internal.get('cash:XOF') ?? '', amount: -line.amount }],
      )
      const entries = posting.entries.map((entry) => ({ ...entry, value_date }))
      expect(await writePostings(tx, [{ ...posting, entries }])).toEqual(['posted'])
    })
  }
  const inDebt = (amount: number, day: string, valueDate = day) =>
    book({ account_id: indebted.account_id, amount, type: 'other', label: 'ESSAI' }, day, valueDate)
  /** A chequebook of 25 leaves, of which the fifth and the sixth are paid in 2025. */
  async function writesCheques() {
    writer = await bank.aCustomer()
    await bank.owner.query(
      `INSERT INTO chequebooks (account_id, id, type_id, quantity, fees, tax, reference, branch_code, status, first_number, last_number,
                                signing_rule, signatures_needed, ordered_at, ordered_by, moved_at)
       SELECT a.id, gen_random_uuid(), '25-crossed', 1, 0, 0, 'C-1', a.branch_code, 'delivered', 1, 25, 'none', 0, '2025-02-03', $2, '2025-02-03'
         FROM accounts a WHERE a.id = $1`,
      [writer.account_id, writer.user_id],
    )
    await bank.deposit(writer.account_id, 90_000, '2025-02-03')
    for (const [label, day] of [
      ['CHEQUE 0000005', '2025-03-04'],
      ['CHEQUE 0000006', '2025-03-05'],
    ] as const)
      await book({ account_id: writer.account_id, amount: -10_000, type: 'cheque_out', label }, day)
  }
  beforeAll(async () => {
    await writesCheques()
    indebted = await bank.aCustomer({ overdraft: 100_000 })
    await inDebt(-60_000, '2025-11-05')
    await inDebt(20_000, '2025-12-31')
    await inDebt(-1_000, '2025-12-31', '2026-01-02')

    const { at } = bank.clock
    saver = await bank.aCustomer()
    await bank.deposit(saver.account_id, 500_000, '2025-06-30')
    const ports = { db: bank.db, clock: { now: () => bank.clock.at } }
    bank.clock.at = new Date('2025-06-30T10:00:00Z')
    deposit = await openDeposit(
      { ...ports, db: operator },
      {
        account_id: saver.account_id,
        number: 'D-1',
        is_pledged: false,
        terms: { principal: 400_000, rate: 4, term: 3, frequency: 'maturity', basis: 360, withholding_rate: 8 },
      },
    )
    bank.clock.at = new Date('2025-09-30T08:00:00Z')
    await payDepositInterest(ports)
    bank.clock.at = at
  })

  const seen = async () => ({
    year: await answerOf({ from: '2026-01-01' }),
    found: await answerOf({ from: '2026-01-01', search: 'versement' }),
    all: await answerOf({ account: 'all', from: '2026-01-01' }),
    allFound: await answerOf({ account: 'all', from: '2026-01-01', sign: 'credit' }),
    newest: (await awa.call(listOperations)).body.slice(0, 2),
    file: String(
      (await awa.call(exportOperations, { query: { from: '2026-01-01', to: '2026-03-10', format: 'mt940' } })).body,
    )
      .split('\r\n')
      .filter((line) => line.startsWith(':6')),
    balances: await listDailyBalances(bank.db, [awa.account_id], '2026-01-01', '2026-03-10'),
    // By value date as well: the interest on debit balances follows from it.
    valued: (await awa.call(getDayBalance, { query: { on: '2026-03-10' } })).body,
    dashboard: await dashboardOf2026(),
    booked: (await bank.owner.query('SELECT id, booked, credited, entry_count FROM ledger_accounts ORDER BY id')).rows,
  })
  const dashboardOf2026 = async () => {
    const { movements, ...rest } = (await awa.call(getDashboard)).body
    return { ...rest, movements: (movements ?? []).filter(({ value_date }) => value_date >= '2026-01-01') }
  }
  const answerOf = async (query: Record<string, string>) => {
    const { body, headers } = await awa.call(listOperations, { query })
    return [body, headers['x-month-totals'], headers['x-found-totals'], headers['x-pagination-total-count']]
  }

  it('is not archived before its last statements and its last interest are made', async () => {
    const ports = { db: bank.db, clock: { now: () => bank.clock.at } }
    expect(await codeOf(archiveYears(operator, 2026, bank.clock.at))).toMatch(/statements of December 2025/)
    await produceStatements(ports)
    expect(await codeOf(archiveYears(operator, 2026, bank.clock.at))).toMatch(/last quarter of 2025/)
    await planOverdraftCharges(ports)
    expect(await debitOverdraftCharges(ports)).toBe(1)
    const [notice] = (await indebted.call(listDocuments, { query: { type: 'avis', sign: 'debit' } })).body
    expect(notice).toMatchObject({ amount: -1_326 })
    scale = notice?.id ?? ''
    expect((await indebted.call(getDocumentFile, { params: { id: scale }, query: {} })).status).toBe(200)
    expect((await saver.call(getDepositNotice, { params: { id: deposit, place: 1 } })).status).toBe(200)
    // The interest of the first quarter of 2026 follows from an operation of 2025 by its value date.
    expect(await codeOf(archiveYears(operator, 2026, bank.clock.at))).toMatch(/value dates in a quarter/)
    await bank.owner.query("INSERT INTO overdraft_quarters (first_day, done_at) VALUES ('2026-01-01', now())")
  })

  it('is not archived before its days are closed and audited, and its events linked', async () => {
    expect(await codeOf(archiveYears(operator, 2024, bank.clock.at))).toMatch(/no year before 2024/)
    expect(await codeOf(archiveYears(operator, 2026, bank.clock.at))).toMatch(/not closed and audited/)
    expect(await broken(closeAndAudit(operator, '2024-12-31', bank.clock.at))).toEqual([])
    expect(await broken(closeAndAudit(operator, '2025-12-31', bank.clock.at))).toEqual([])
    expect(await codeOf(archiveYears(operator, 2026, bank.clock.at))).toMatch(/not linked yet/)
    await linkEvents(bank.db, bank.clock.at)
    expect(await codeOf(archiveYears(operator, 2026, bank.clock.at))).toMatch(/no search texts yet/)
    await writeSearchTexts(bank.db, 1)
  })

  const everything = [{}, { search: 'versement' }, { account: 'all', sign: 'credit' }] as const

  it('leaves balances, pages, files and audits of later years as they are', async () => {
    const before = await seen()
    for (const query of everything) tags.push((await awa.call(listOperations, { query })).headers['etag'] ?? '')
    expect(await archiveYears(operator, 2025, bank.clock.at)).toEqual([
      'archive.audit_events_before_2025',
      'archive.audit_search_texts_before_2025',
      'archive.ledger_entries_before_2025',
    ])
    expect(await seen()).toEqual(before)
    expect(await archiveYears(operator, 2026, bank.clock.at)).toEqual([
      'archive.audit_events_before_2026',
      'archive.audit_search_texts_before_2026',
      'archive.ledger_entries_before_2026',
    ])
    expect(await seen()).toEqual(before)
    expect(await partitions('ledger_entries')).toEqual([
      'ledger_entries_before_2027',
      'ledger_entries_carried',
      'ledger_entries_newest',
    ])
    // What is archived is whole, and is not needed any more.
    const { rows } = await bank.owner.query(
      `SELECT (SELECT count(*)::int FROM archive.ledger_entries_before_2025) AS one, (SELECT count(*)::int FROM archive.ledger_entries_before_2026) AS other`,
    )
    expect(rows).toEqual([{ one: 4, other: 26 }])
    await bank.owner.query('DROP SCHEMA archive CASCADE')
    expect(await broken(auditLedger(bank.db))).toEqual([])
    expect(await broken(auditSinceLastDay(bank.db))).toEqual([])
    expect(await broken(verifyAuditChain(bank.db))).toEqual([])
  })

  it('is no longer part of the counts that servers keep in memory', async () => {
    const fresh = await bank.aServer()
    for (const [index, query] of everything.entries()) {
      const { body, headers } = await awa.call(listOperations, {
        query,
        headers: { 'if-none-match': tags[index] ?? '' },
      })
      const other = await fresh.app.inject({
        url: `/wb-api${listOperations.path}`,
        query,
        headers: {
          authorization: `Bearer ${awa.token}`,
          cookie: `__Host-connect=${awa.cookie}`,
          'x-account-id': awa.account_id,
        },
      })
      const totalsOf = (of: Record<string, unknown>) => [
        of['x-month-totals'],
        of['x-found-totals'],
        of['x-pagination-total-count'],
      ]
      expect([query, body, totalsOf(headers)]).toEqual([query, other.json(), totalsOf(other.headers)])
    }
    await fresh.close()
  })

  it('shows no totals and no balances that its operations would be needed for', async () => {
    const { body } = await awa.call(getOutlook)
    expect(body.months).toEqual([
      { month: '2026-01-01', credits: 4, debits: 0 },
      { month: '2026-02-01', credits: 5, debits: 0 },
      { month: '2026-03-01', credits: 0, debits: 0 },
    ])
    const monthsOf = async (query: { account?: 'all' }) => {
      const { headers } = await awa.call(listOperations, { query })
      const months = JSON.parse(headers['x-month-totals'] ?? '') as { month: string; credits: number }[]
      return months.map(({ month, credits }) => [month, credits])
    }
    const whole = [
      ['2026-02', 5],
      ['2026-01', 4],
    ]
    expect(await monthsOf({})).toEqual(whole)
    // Of the second account nothing is missing: it had one operation.
    expect(await monthsOf({ account: 'all' })).toEqual([['2028-01', 1], ...whole, ['2024-12', 70]])
    // From an archived day on: the same as a search counts, which reads each operation.
    const totalsOf = async (query: { sign?: 'credit' }) => {
      const { headers } = await awa.call(listOperations, { query: { account: 'all', from: '2020-01-01', ...query } })
      return [headers['x-pagination-total-count'], headers['x-found-totals']]
    }
    expect(await totalsOf({})).toEqual(['5', '[{"currency":"XOF","credits":110,"debits":0}]'])
    expect(await totalsOf({ sign: 'credit' })).toEqual(await totalsOf({}))
    const balanceOn = async (on: string) => {
      const reply = await awa.call(getDayBalance, { query: { on } })
      return reply.status === 200 ? reply.body.balance : codesOf(reply)
    }
    expect(await Promise.all(['2025-12-30', '2025-12-31', '2026-01-01'].map(balanceOn))).toEqual([
      ['days_archived'],
      1_230,
      1_234,
    ])
    // All that is left is reported between two balances.
    const report = await awa.call(exportOperations, { query: { format: 'mt940' } })
    expect(String(report.body).match(/^:6[0-2]F?:.*$/gm)).toEqual([
      expect.stringMatching(/^:60F:C.*1230,/),
      expect.stringMatching(/^:61:.*C4,/),
      expect.stringMatching(/^:61:.*C5,/),
      expect.stringMatching(/^:62F:C.*1239,/),
    ])
    const early = await awa.call(exportOperations, { query: { format: 'camt053', from: '2025-12-31' } })
    expect([early.status, codesOf(early)]).toEqual([410, ['days_archived']])
  })

  it('gives no statement without its operations: those of archived years are refused', async () => {
    const { body } = await awa.call(listDocuments, { query: { type: 'statements' } })
    const statusOf = async (month: string) => {
      const id = body.find(({ from }) => from === month)?.id ?? ''
      return (await awa.call(getDocumentFile, { params: { id }, query: { format: 'camt053' } })).status
    }
    expect([await statusOf('2026-02-01'), await statusOf('2026-01-01'), await statusOf('2025-02-01')]).toEqual([
      200, 200, 410,
    ])
    // The notice stands in 2026, and its scale follows from 2025.
    expect((await indebted.call(getDocumentFile, { params: { id: scale }, query: {} })).status).toBe(410)
    const notice = await saver.call(getDepositNotice, { params: { id: deposit, place: 1 } })
    expect([notice.status, codesOf(notice)]).toEqual([410, ['document_archived']])
  })

  it('has used up its cheques: they are neither left nor stopped', async () => {
    const { body } = await writer.call(listChequebooks)
    expect(body).toMatchObject([{ remaining: 23 }])
    const stop = (first_number: number, last_number: number) =>
      writer.call(stopCheques, {
        params: { id: body[0]?.id ?? '' },
        body: { first_number, last_number, reason: 'loss' },
      })
    for (const [first, last] of [
      [5, 5],
      [1, 25],
    ] as const)
      expect(codesOf(await stop(first, last))).toEqual(['first_number: cheque_already_paid'])
    expect((await stop(7, 25)).status).toBe(428)
  })

  it('moves no money again under a key of it, and its accounts go on', async () => {
    const { rows } = await bank.owner.query<{ posting_key: string }>(
      "SELECT posting_key FROM ledger_postings WHERE booking_date = '2024-11-05'",
    )
    const id = newId()
    const outcome = await bank.db<{ outcome: string }>`
      SELECT outcome FROM ledger_post(${JSON.stringify([{ id, posting_key: rows[0]?.posting_key, kind: 'cash', booking_date: '2026-03-10', posted_at: '2026-03-10T10:00:00Z' }])}, '[]')`
    expect(outcome).toEqual([{ outcome: 'repeated' }])
    await bank.deposit(awa.account_id, 9, '2026-03-10')
    await bank.deposit(second, 9, '2024-12-31')
    expect(await broken(closeAndAudit(operator, '2026-03-09', bank.clock.at))).toEqual([])
    expect(await broken(auditLedger(bank.db))).toEqual([])
  })

  it('hides no other change: an audit finds what was damaged before and after it', async () => {
    const damage = async (sql: string) => {
      const owner = await bank.owner.connect()
      try {
        await owner.query(`SET session_replication_role = replica; ${sql}; SET session_replication_role = origin`)
      } finally {
        owner.release()
      }
    }
    await damage(
      `UPDATE ledger_entries_carried SET balance_after = balance_after + 1 WHERE account_id = '${awa.account_id}'`,
    )
    expect((await broken(auditLedger(bank.db))).join()).toMatch(/a balance is the sum of its entries/)
    await damage(
      `UPDATE ledger_entries_carried SET balance_after = balance_after - 1 WHERE account_id = '${awa.account_id}'`,
    )
    await damage("DELETE FROM audit_events WHERE at = '2026-01-01T00:00:00Z'")
    expect((await broken(verifyAuditChain(bank.db))).join()).toMatch(/is gone|events are gone/)
  })
})
