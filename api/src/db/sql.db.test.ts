import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestLedger, type TestLedger } from '../../test/test-ledger.ts'
import { withDeadline } from '../adapters/deadline.ts'
import { dbOver, openPool, type PoolLimits, SERVER_LIMITS } from './sql.ts'
import { transaction } from './transaction.ts'
import { isUnavailable } from './unavailable.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

async function withPool(
  size: number,
  limits: Partial<PoolLimits>,
  act: (pool: ReturnType<typeof openPool>) => Promise<void>,
) {
  const url = ledger.owner.options.connectionString ?? ''
  const pool = openPool(url, { size, limits: { ...SERVER_LIMITS, ...limits }, onError: () => undefined })
  try {
    await act(pool)
  } finally {
    await pool.end()
  }
}

describe('the pool', () => {
  it('refuses at once when too many calls wait for a connection', () =>
    withPool(1, { waiting: 2 }, async (pool) => {
      const db = dbOver(pool)
      const { promise: end, resolve } = Promise.withResolvers<void>()
      const holding = transaction(db, () => end)
      const waiting = [db`SELECT 1`, db`SELECT 2`]
      const error = await db`SELECT 3`.catch((refused: unknown) => refused)
      expect(error).toMatchObject({ message: 'too many calls wait for a connection to the database' })
      expect(isUnavailable(error)).toBe(true)
      resolve()
      await Promise.all([holding, ...waiting])
    }))

  it('ends a statement by its limit, and one that waits for a lock by a shorter one', () =>
    withPool(2, { statement: 300, lock: 100 }, async (pool) => {
      const db = dbOver(pool)
      await expect(db`SELECT pg_sleep(20)`).rejects.toMatchObject({ code: '57014' })
      const id = await ledger.anAccount()
      await transaction(ledger.db, async (tx) => {
        await tx`SELECT FROM ledger_lock(ARRAY[${id}::uuid])`
        const blocked = db`SELECT FROM ledger_lock(ARRAY[${id}::uuid])`
        await expect(blocked).rejects.toMatchObject({ code: '55P03' })
      })
    }))
})

describe('the deadline of a call', () => {
  it('ends its statement, undoes its transaction and leaves the pool usable', () =>
    withPool(1, {}, async (pool) => {
      const db = dbOver(pool)
      const id = await ledger.anAccount()
      const call = withDeadline(200, () =>
        transaction(db, async (tx) => {
          await tx`SELECT FROM ledger_lock(ARRAY[${id}::uuid])`
          await tx`SELECT pg_sleep(20)`
        }),
      )
      await expect(call).rejects.toMatchObject({ code: 'ETIMEDOUT' })
      // The database notices that the connection is gone, and frees the account.
      expect(await ledger.db`SELECT account_id FROM ledger_lock(ARRAY[${id}::uuid])`).toEqual([{ account_id: id }])
      expect(await db`SELECT 1 AS one`).toEqual([{ one: 1 }])
    }))

  it('keeps what goes on behind it from running another statement', () =>
    withPool(1, {}, async (pool) => {
      const db = dbOver(pool)
      const { promise: late, resolve } = Promise.withResolvers<unknown>()
      const slow = async () => {
        await new Promise((wake) => setTimeout(wake, 50))
        resolve(await db`SELECT 1`.catch((error: unknown) => error))
      }
      await expect(withDeadline(10, slow)).rejects.toMatchObject({ code: 'ETIMEDOUT' })
      expect(isUnavailable(await late)).toBe(true)
    }))
})

describe('lists of texts', () => {
  it.each([
    [[]],
    [['transfers']],
    [['cards.topup', 'to-sign', 'École', 'annulled', 'ANNULLED']],
    [['']],
    [['null', 'NULL']],
    [['two words', 'line\nbreak']],
    [['a,b', '{c}', 'a"b', 'a\\b']],
  ])('%j is read as it was written', async (texts) => {
    expect(await ledger.db`SELECT ${texts}::text[] AS texts`).toEqual([{ texts }])
  })

  it('keeps an absent text apart from the text that says so', async () => {
    expect(await ledger.db`SELECT ARRAY['null', NULL, 'a'] AS texts`).toEqual([{ texts: ['null', null, 'a'] }])
  })
})
