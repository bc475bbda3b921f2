// Reads lists and exports from a standby, as long as it has replayed everything that the caller can know of.
import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Sql } from './db.ts'
import { isUnavailable } from './unavailable.ts'

/** How long a call waits for the standby to replay what the primary has written. */
const MAX_LAG_MS = 100
const POLL_EVERY_MS = 10
/** After a failure the standby is not used for this long. */
const RETRY_AFTER_MS = 5_000

/**
 * Chooses where to read. `position`: a position in the primary's log of changes (WAL) that includes all that the caller
 * can know of. Null, a standby that is further behind than 100 ms, and one that is unavailable, mean the primary.
 */
export type Reader = (position: string | null) => Promise<Db>

async function hasReplayed(standby: Db, position: string): Promise<boolean> {
  const until = performance.now() + MAX_LAG_MS
  for (;;) {
    // A standby that has become the primary has everything.
    const [row] = await standby<{ has_all: boolean }>`
      SELECT NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() >= ${position}::pg_lsn AS has_all`
    if (row?.has_all) return true
    if (performance.now() >= until) return false
    await pause(POLL_EVERY_MS)
  }
}

/** Reads from the standby where it is not behind. A statement that fails there because of the standby runs on the primary. */
export function standbyReader(primary: Db, standby: Db): Reader {
  let unavailableUntil = 0
  const markUnavailable = () => {
    unavailableUntil = performance.now() + RETRY_AFTER_MS
  }
  const sql: Sql = async <Row extends object>(...statement: Parameters<Sql>) => {
    try {
      return await standby<Row>(...statement)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      markUnavailable()
      return primary<Row>(...statement)
    }
  }
  const standbyOrPrimary: Db = Object.assign(sql, { pool: standby.pool })
  return async (position) => {
    if (position === null || performance.now() < unavailableUntil) return primary
    try {
      return (await hasReplayed(standby, position)) ? standbyOrPrimary : primary
    } catch (error) {
      if (!isUnavailable(error)) throw error
      markUnavailable()
      return primary
    }
  }
}
