import { seedDemoBank } from 'database/seeds/demo-bank.ts'
import { testDatabase } from 'database/test-database.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../db/db.ts'
import { dbOver, openPool, WORKER_LIMITS } from '../../db/sql.ts'
import { statusOn } from '../../domains/debits/debit-rules.ts'
import { listScheduledJobs } from '../../jobs/scheduled-jobs.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { runCompany } from './run-company.ts'

const PASSWORD = 'Teranga-2026!'
const TODAY = '2026-11-21'
const ACCOUNT = '200006102001'

/** The demo bank with the orders of the company, after the first seconds of the worker. */
async function filledBank(now: Date) {
  const database = await testDatabase()
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await seedDemoBank(owner, { password: PASSWORD, now })
  await owner.end()
  const pool = openPool(database.url, { size: 4, limits: WORKER_LIMITS, onError: () => undefined })
  const db = dbOver(pool)
  await runCompany(db, { password: PASSWORD, now })
  const jobs = listScheduledJobs({ db, clock: { now: () => now }, portalUrl: 'https://banque.example/connect/' })
  for (const { run } of jobs) await run()
  const drop = async () => {
    await pool.end()
    await database.drop()
  }
  return { db, drop }
}

const errorsOf = async (db: Db) =>
  (await auditLedger(db)).flatMap(({ rule, errors, examples }) =>
    errors > 0 ? [`${rule}: ${examples.join(', ')}`] : [],
  )

let db: Db
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ db, drop } = await filledBank(new Date(`${TODAY}T11:30:00Z`)))
})
afterAll(() => drop())

const ordersOf = (over: Db) => over<{
  type: string
  validation_status: string
  execution_status: string
  orders: number
}>`
  SELECT t.type, t.validation_status, t.execution_status, count(*)::int AS orders
    FROM transfers t JOIN accounts a ON a.id = t.account_id
   WHERE a.number = ${ACCOUNT} AND t.batch_id IS NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`
const ORDERS = [
  { type: 'direct', validation_status: 'pending', execution_status: 'scheduled', orders: 25 },
  { type: 'direct', validation_status: 'validated', execution_status: 'executed', orders: 1 },
  { type: 'periodic', validation_status: 'validated', execution_status: 'ended', orders: 1 },
  { type: 'periodic', validation_status: 'validated', execution_status: 'paused', orders: 1 },
  { type: 'periodic', validation_status: 'validated', execution_status: 'scheduled', orders: 1 },
]

it('has 25 orders to sign, and series that run, are paused and have ended', async () => {
  expect(await ordersOf(db)).toEqual(ORDERS)
})

it('has series on the 31st, and one that paid each week', async () => {
  const series = await db<{ start_date: string; execution_status: string; paid: number }>`
    SELECT t.start_date, t.execution_status, (SELECT count(*)::int FROM transfer_occurrences o WHERE o.transfer_id = t.id) AS paid
      FROM transfers t JOIN accounts a ON a.id = t.account_id WHERE a.number = ${ACCOUNT} AND t.type = 'periodic' ORDER BY t.start_date, t.execution_status`
  expect(series).toEqual([
    { start_date: '2026-10-16', execution_status: 'ended', paid: 4 },
    { start_date: '2026-12-31', execution_status: 'paused', paid: 0 },
    { start_date: '2026-12-31', execution_status: 'scheduled', paid: 0 },
  ])
})

it('has documents: of an executed order, of one to sign, three for exchange control, and of an operation', async () => {
  expect(
    await db`SELECT t.execution_status, d.kind, count(*)::int AS documents
               FROM transfer_documents d JOIN transfers t ON t.id = d.transfer_id GROUP BY t.id, 1, 2 ORDER BY 1, 2`,
  ).toEqual([
    { execution_status: 'executed', kind: 'document', documents: 2 },
    { execution_status: 'scheduled', kind: 'document', documents: 1 },
    { execution_status: 'scheduled', kind: 'international', documents: 3 },
  ])
  expect(await db`SELECT name FROM operation_documents`).toEqual([{ name: 'Facture client.pdf' }])
})

it('has a refused batch, one executed without its refused line, one to sign, and a draft with errors', async () => {
  expect(
    await db`SELECT b.file_name, b.state, count(*) FILTER (WHERE t.execution_status = 'executed')::int AS executed,
                    count(*) FILTER (WHERE l.reason IS NOT NULL)::int AS refused, count(*)::int AS lines
               FROM transfer_batches b JOIN transfer_batch_lines l ON l.account_id = b.account_id AND l.batch_id = b.id
               LEFT JOIN transfers t ON t.id = l.id GROUP BY 1, 2 ORDER BY 1`,
  ).toEqual([
    { file_name: 'primes-campagne.csv', state: 'refused', executed: 0, refused: 0, lines: 18 },
    { file_name: 'producteurs-semaine.csv', state: 'pending', executed: 0, refused: 0, lines: 32 },
    { file_name: 'ristournes.csv', state: 'validated', executed: 8, refused: 1, lines: 9 },
  ])
  expect(await db`SELECT file_name FROM transfer_imports`).toEqual([{ file_name: 'acomptes.csv' }])
})

it('has a mandate in each state, 500 payees and the statements of 36 months', async () => {
  const mandates = await db<Parameters<typeof statusOn>[0]>`
    SELECT m.status, m.signed_on, m.last_used_on, m.recurrence FROM mandates m JOIN accounts a ON a.id = m.account_id WHERE a.number = ${ACCOUNT}`
  expect(mandates.map((mandate) => statusOn(mandate, TODAY)).toSorted()).toEqual([
    'active',
    'expired',
    'pending_confirmation',
    'revoked',
    'suspended',
  ])
  expect(
    await db`SELECT (SELECT count(*)::int FROM beneficiaries b WHERE b.account_id = a.id) AS payees,
                    (SELECT count(*)::int FROM statements s WHERE s.account_id = a.id) AS statements
               FROM accounts a WHERE a.number = ${ACCOUNT}`,
  ).toEqual([{ payees: 500, statements: 36 }])
})

it('gave them from an office that the activity log names', async () => {
  expect(
    await db`SELECT DISTINCT e.address, e.browser LIKE '%Edg/%' AS has_browser FROM audit_events e JOIN users u ON u.id = e.user_id
              WHERE u.login IN ('20000006', '20000007') AND e.address IS NOT NULL`,
  ).toEqual([{ address: '203.0.113.26', has_browser: true }])
})

it('leaves the ledger consistent', async () => {
  expect(await errorsOf(db)).toEqual([])
})

// A leap day, and the first day of a year, at night.
it.each(['2028-02-29T23:59:59Z', '2027-01-01T00:00:00Z'])('gives the same orders at %s', async (moment) => {
  const other = await filledBank(new Date(moment))
  expect(await ordersOf(other.db)).toEqual(ORDERS)
  expect(await errorsOf(other.db)).toEqual([])
  await other.drop()
})
