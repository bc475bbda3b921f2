// Statements answer for rows of their own, however large the other tables are. An EXISTS beside OR, in a CASE or in the columns may be planned so that
// the whole table is read once and kept as a hash ("hashed SubPlan"). That is fast while the table is small; the plan of a connection stays when it
// has grown.
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sql } from '../src/db/db.ts'
import { PLANNER_SETTINGS, sqlThrough, types } from '../src/db/sql.ts'
import { countItemsToSignBy, listItemsToSignBy, listSentItemsBy } from '../src/domains/approvals/to-sign-store.ts'
import { lockExpiredBatches } from '../src/domains/batches/batch-state-store.ts'
import { listTransferRowsOf } from '../src/domains/batches/transfer-row-store.ts'
import { listBookedOperations } from '../src/domains/operations/operation-store.ts'
import { operationsVersionFinder } from '../src/domains/operations/operations-version-store.ts'
import { beginFactorGrace } from '../src/domains/session/user-store.ts'
import { findPayableContext, payeeIn } from '../src/domains/transfers/order-context-store.ts'
import { findSigningRules, insertTransfers } from '../src/domains/transfers/transfer-store.ts'
import { sessionAccessFinder } from '../src/http/guard-store.ts'
import { forgetStatistics } from './explained.ts'
import { openTestBank, type TestBank } from './test-bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const nothingSearched = {
  type: null,
  status: null,
  validation_status: null,
  execution_status: null,
  from: null,
  to: null,
  search: null,
  amount: null,
  min: null,
  max: null,
}

/** The general plan of a statement, as a connection keeps it. */
async function planOf(client: pg.PoolClient, text: string): Promise<string> {
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
  await client.query(`PREPARE planned AS ${text}`)
  const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'NULL').join(', ')})`
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) EXECUTE planned${values}`)
  await client.query('DEALLOCATE planned')
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

it('reads no whole table once for the rows of an order, a page or a list', async () => {
  const awa = await bank.aCustomer({ balance: 50_000 })
  const { account_id, user_id } = awa
  const reader = { account_id, user_id, capabilities: [], is_active: true }
  const now = bank.clock.at
  const today = now.toISOString().slice(0, 10)
  const { tariff, holidays } = await findSigningRules(bank.db, today)
  const rules = { now, tariff, holidays: new Set(holidays) }
  const page = { page: 1, per_page: 20 }
  const reads: ((sql: Sql) => Promise<unknown>)[] = [
    (sql) => sessionAccessFinder(sql)({ session_id: awa.user_id, account_id }),
    (sql) => operationsVersionFinder()(sql, account_id),
    (sql) => listBookedOperations(sql, account_id, page),
    (sql) => findPayableContext(sql, [{ ...payeeIn(reader, { own_account_id: account_id }), key: 'k' }], now),
    (sql) => insertTransfers(sql, []),
    (sql) => listTransferRowsOf(sql, reader, nothingSearched, { ...page, today }),
    (sql) => lockExpiredBatches(sql, now, today, 10),
    (sql) => listItemsToSignBy(sql, user_id, page, rules),
    (sql) => countItemsToSignBy(sql, user_id, now),
    (sql) => listSentItemsBy(sql, user_id, rules),
    (sql) => beginFactorGrace(sql, user_id, now),
  ]
  const client = await bank.owner.connect()
  try {
    await client.query(`BEGIN; ${PLANNER_SETTINGS}`)
    await forgetStatistics(client)
    const texts = new Set<string>()
    const sql = sqlThrough(({ text, values }) => {
      texts.add(text)
      return client.query({ text, values, types })
    })
    for (const read of reads) await read(sql)
    expect(texts.size).toBeGreaterThanOrEqual(reads.length)
    for (const text of texts)
      expect([text, await planOf(client, text)]).toEqual([text, expect.not.stringContaining('hashed SubPlan')])
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
})
