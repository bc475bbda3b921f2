// Waits for a database that is being started, so that a process of the bank which starts meanwhile does not end.
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from './db.ts'
import { isUnavailable } from './unavailable.ts'

const WAIT_MS = 60_000
const PAUSE_MS = 200

/**
 * Resolves when the database answers a statement. Rejects with its error after `waitMs` milliseconds, and at once with
 * an error that does not pass by waiting: a wrong password, a database that does not exist.
 */
export async function waitForDatabase(
  db: Db,
  { onWait, waitMs = WAIT_MS }: { onWait: (error: unknown) => void; waitMs?: number },
): Promise<void> {
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db`SELECT`
      return
    } catch (error) {
      if (!isUnavailable(error) || performance.now() - startedAt > waitMs) throw error
      if (attempt === 1) onWait(error)
      await pause(PAUSE_MS)
    }
  }
}
