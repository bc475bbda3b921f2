import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPosting, writePostings } from '../../test/test-ledger.ts'
import { openTestBank, type TestBank } from '../../test/test-bank.ts'
import { until } from '../../test/until.ts'
import type { Db } from '../db/db.ts'
import { dbOver, openPool } from '../db/sql.ts'
import { auditLedger, auditSinceLastDay, closeAndAudit } from './ledger-audit.ts'
import { closeDays } from './ledger-audit-store.ts'

let bank: TestBank
let operator: Db
let account: string
let cash: string
const now = new Date('2026-03-10T09:30:00Z')

beforeAll(async () => {
  bank = await openTestBank()
  operator = dbOver(openPool(bank.url, { size: 3, onError: () => undefined, operator: 'Mariama Faye' }))
  account = (await bank.aCustomer()).account_id
  const { rows } = await bank.owner.query<{ id: string }>("SELECT id FROM ledger_accounts WHERE code = 'cash:XOF'")
  cash = rows[0]?.id ?? ''
  for (const day of ['2026-03-05', '2026-03-06', '2026-03-06', '2026-03-07']) await deposit(100, day)
})
afterAll(async () => {
  await operator.pool.end()
  await bank.close()
})

const deposit = (amount: number, booking_date: string) =>
  writePostings(dbOver(bank.owner), [
    aPosting(
      [
        [cash, -amount],
        [account, amount],
      ],
      { booking_date },
    ),
  ])
const broken = async (verdicts: Promise<{ rule: string; errors: number }[]>) =>
  (await verdicts).filter(({ errors }) => errors > 0).map(({ rule }) => rule)
const lookedAt = async (verdicts: Promise<{ rule: string; checked: number }[]>) =>
  (await verdicts).find(({ rule }) => rule === 'every posting sums to zero')?.checked

it('reads the entries since the last audited day, and all of them on request', async () => {
  expect(await lookedAt(auditSinceLastDay(bank.db))).toBe(4)
  expect(await lookedAt(closeAndAudit(operator, '2026-03-06', now))).toBe(4)
  expect(await lookedAt(auditSinceLastDay(bank.db))).toBe(1)
  expect(await lookedAt(auditLedger(bank.db))).toBe(4)
  await deposit(100, '2026-03-08')
  expect(await lookedAt(closeAndAudit(operator, '2026-03-07', now))).toBe(2)
  // A day that is closed again changes nothing.
  expect(await lookedAt(closeAndAudit(operator, '2026-03-07', now))).toBe(1)
  const { rows } = await bank.owner.query(
    `SELECT day::text, entry_count::int, posting_count::int, customer_sums, (SELECT sum(value::int) FROM jsonb_each_text(internal_sums))::int AS internal
       FROM ledger_closed_days ORDER BY day`,
  )
  expect(rows).toEqual([
    { day: '2026-03-06', entry_count: 6, posting_count: 3, customer_sums: { XOF: 300 }, internal: -300 },
    { day: '2026-03-07', entry_count: 2, posting_count: 1, customer_sums: { XOF: 400 }, internal: -400 },
  ])
  expect(await broken(auditLedger(bank.db))).toEqual([])
})

it('books nothing on a closed day', async () => {
  const late = (await bank.aCustomer()).account_id
  await bank.deposit(late, 50, '2026-03-05')
  const { rows } = await bank.owner.query(
    `SELECT e.booking_date::text AS entry, p.booking_date::text AS posting, e.value_date::text AS value
       FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id WHERE e.account_id = $1`,
    [late],
  )
  expect(rows).toEqual([{ entry: '2026-03-08', posting: '2026-03-08', value: '2026-03-05' }])
})

it('waits for running postings of a day before it closes it', async () => {
  const posting = await bank.owner.connect()
  try {
    await posting.query('BEGIN')
    const { entries, ...head } = aPosting(
      [
        [cash, -7],
        [account, 7],
      ],
      { booking_date: '2026-03-08' },
    )
    await posting.query('SELECT ledger_write($1, $2)', [
      JSON.stringify([head]),
      JSON.stringify(entries.map((entry) => ({ ...entry, posting_id: head.id }))),
    ])
    const closing = closeDays(operator, '2026-03-08', now)
    await until(async () => {
      const { rows } = await bank.owner.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
      return rows.length > 0
    })
    await posting.query('COMMIT')
    await closing
  } finally {
    posting.release()
  }
  expect(await broken(closeAndAudit(operator, '2026-03-08', now))).toEqual([])
  expect(await broken(auditLedger(bank.db))).toEqual([])
})

it('finds an error in new entries at once, and one in audited days in a full audit', async () => {
  const change = async (sql: string) => {
    const owner = await bank.owner.connect()
    try {
      await owner.query(`SET session_replication_role = replica; ${sql}; SET session_replication_role = origin`)
    } finally {
      owner.release()
    }
  }
  await change(
    `UPDATE ledger_entries SET label = 'AUTRE' WHERE booking_date = '2026-03-05' AND account_id = '${account}'`,
  )
  expect(await broken(auditSinceLastDay(bank.db))).toEqual([])
  expect(await broken(auditLedger(bank.db))).toEqual(['closed days are as they were when they were audited'])
  await change(
    `UPDATE ledger_entries SET label = 'ESSAI' WHERE booking_date = '2026-03-05' AND account_id = '${account}'`,
  )
  expect(await broken(auditLedger(bank.db))).toEqual([])

  await deposit(11, '2026-03-09')
  await change('UPDATE ledger_entries SET amount = 12 WHERE amount = 11')
  const rules = await broken(auditSinceLastDay(bank.db))
  expect(rules).toContain('every posting sums to zero')
  expect(rules).toContain('all entries sum to zero')
  expect(rules).toContain('each balance follows from the one before')
  // A day with faults is closed and not audited: the next audit reads it again.
  expect(await broken(closeAndAudit(operator, '2026-03-09', now))).toEqual(rules)
  await change('UPDATE ledger_entries SET amount = 11 WHERE amount = 12')
  expect(await broken(closeAndAudit(operator, '2026-03-09', now))).toEqual([])
  const { rows } = await bank.owner.query('SELECT FROM ledger_closed_days WHERE audited_at IS NULL')
  expect(rows).toEqual([])
})
