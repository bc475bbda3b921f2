import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DatabaseProxy, openDatabaseProxy } from '../../test/database-proxy.ts'
import { openTestLedger, type TestLedger } from '../../test/test-ledger.ts'
import { dbOver, openPool, STANDBY_LIMITS } from './sql.ts'
import { standbyReader } from './standby.ts'

let ledger: TestLedger
let proxy: DatabaseProxy
beforeAll(async () => {
  ledger = await openTestLedger()
  proxy = await openDatabaseProxy(ledger.owner.options.connectionString ?? '')
})
afterAll(async () => {
  await proxy.close()
  await ledger.close()
})

/** What the connection calls itself shows which pool a statement ran on. */
const poolOf = async (db: TestLedger['db']) => {
  const [row] = await db<{ pid: number }>`SELECT pg_backend_pid() AS pid`
  const { rows } = await ledger.owner.query<{ is_standby: boolean }>(
    "SELECT application_name = 'standby' AS is_standby FROM pg_stat_activity WHERE pid = $1",
    [row?.pid],
  )
  return rows[0]?.is_standby ? 'standby' : 'primary'
}

it('reads from the second database where a position is known, and from the primary where that is unavailable', async () => {
  const pool = openPool(proxy.url, {
    size: 2,
    limits: { ...STANDBY_LIMITS, statement: 300 },
    mayBeStandby: true,
    onError: () => undefined,
  })
  pool.on('connect', (client) => void client.query("SET application_name = 'standby'"))
  try {
    const read = standbyReader(ledger.db, dbOver(pool))
    const [now] = await ledger.db<{ position: string }>`SELECT pg_current_wal_insert_lsn()::text AS position`
    const position = now?.position ?? ''
    expect(await poolOf(await read(null))).toBe('primary')
    const reading = await read(position)
    expect(await poolOf(reading)).toBe('standby')
    proxy.freeze()
    // What has begun on a standby that stops answering goes on with the primary, and so does what begins then.
    expect(await poolOf(reading)).toBe('primary')
    expect(await poolOf(await read(position))).toBe('primary')
    await expect(reading`SELECT no_such_column FROM ledger_accounts`).rejects.toMatchObject({ code: '42703' })
  } finally {
    proxy.repair()
    await pool.end()
  }
})
