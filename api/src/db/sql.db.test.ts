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

it('a connection reads days, bytes and names alike, whatever is set for the database', async () => {
  const database = (await ledger.owner.query<{ name: string }>('SELECT current_database() AS name')).rows[0]?.name ?? ''
  const settings = {
    datestyle: "'SQL, DMY'",
    timezone: "'America/New_York'",
    intervalstyle: "'sql_standard'",
    bytea_output: "'escape'",
    extra_float_digits: '-15',
    search_path: 'pg_catalog',
    standard_conforming_strings: 'off',
    default_transaction_isolation: "'serializable'",
  }
  const each = async (act: (name: string, value: string) => string) => {
    for (const [name, value] of Object.entries(settings))
      await ledger.owner.query(`ALTER DATABASE ${database} ${act(name, value)}`)
  }
  await each((name, value) => `SET ${name} = ${value}`)
  try {
    await withPool(1, {}, async (pool) => {
      const [row] = await dbOver(pool)<Record<string, unknown>>`
        SELECT DATE '2026-11-28' AS day, '2026-11-28 23:30:00Z'::timestamptz::date AS day_of_moment, '\\xff00'::bytea AS bytes,
               0.1::float8 + 0.2 AS sum, current_setting('transaction_isolation') AS isolation, 'ledger_entries'::regclass::text AS name`
      expect(row).toEqual({
        day: '2026-11-28',
        day_of_moment: '2026-11-28',
        bytes: Buffer.from([255, 0]),
        sum: 0.1 + 0.2,
        isolation: 'read committed',
        name: 'ledger_entries',
      })
    })
  } finally {
    await each((name) => `RESET ${name}`)
  }
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

  it('keeps work that continues after it from running another statement', () =>
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
