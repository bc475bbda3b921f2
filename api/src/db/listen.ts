// Notifies other processes through LISTEN/NOTIFY after a commit. The notification carries no data; a lost one costs at most one polling
// interval. It is never sent inside a transaction, where PostgreSQL would make commits wait for each other.
import pg from 'pg'

const NOTIFY_INTERVAL_MS = 50
const RETRY_MS = [250, 500, 1_000, 2_000, 5_000]
/** A connection that only listens does not notice that the other machine has failed: a statement is sent at this interval. */
const CHECK_EVERY_MS = 10_000
/** The time limit of a statement on this connection. */
const CHECK_MS = 5_000

const pending = new WeakMap<pg.Pool, NodeJS.Timeout>()

/** Notifies every process on the database, at most once per interval however much is written. */
export function notify(pool: pg.Pool): void {
  if (pending.has(pool)) return
  pending.set(pool, setTimeout(() => void send(pool), NOTIFY_INTERVAL_MS).unref())
}

async function send(pool: pg.Pool): Promise<void> {
  pending.delete(pool)
  // The pool has no free connection: the next poll finds the new rows.
  await pool.query('NOTIFY live').catch(() => undefined)
}

/** Closes a pool. Other processes are notified of its last commits first: a command of the bank's staff ends right after them. */
export async function closePool(pool: pg.Pool): Promise<void> {
  const timer = pending.get(pool)
  clearTimeout(timer)
  if (timer) await send(pool)
  await pool.end()
}

/** Listens on a separate connection, which is reopened whenever it is lost. Returns a function that stops it. */
export function listenForCommits(
  pool: pg.Pool,
  {
    onNotify,
    onError,
    checkEveryMs = CHECK_EVERY_MS,
    checkMs = CHECK_MS,
  }: { onNotify: () => void; onError: (cause: unknown) => void; checkEveryMs?: number; checkMs?: number },
): () => Promise<void> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  let failures = 0

  async function open(): Promise<void> {
    const opening = new pg.Client({
      connectionString: pool.options.connectionString,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'connect live',
    })
    let isOver = false
    let nextCheck: NodeJS.Timeout | undefined
    async function query(statement: string): Promise<void> {
      const error = new Error('the database did not answer in time')
      const timeout = setTimeout(() => opening.connection.stream.destroy(error), checkMs)
      await opening.query(statement).finally(() => clearTimeout(timeout))
    }
    function checkLater(): void {
      nextCheck = setTimeout(() => void query('SELECT 1').then(checkLater, reopen), checkEveryMs)
    }
    const reopen = (cause?: unknown) => {
      clearTimeout(nextCheck)
      if (isOver || isStopped) return
      isOver = true
      if (cause !== undefined) onError(cause)
      opening.connection.stream.destroy()
      timer = setTimeout(() => void open(), RETRY_MS[Math.min(failures, RETRY_MS.length - 1)])
      failures += 1
    }
    opening.on('error', reopen)
    opening.on('end', () => reopen())
    opening.on('notification', onNotify)
    client = opening
    try {
      await opening.connect()
      await query('SET ROLE connect_app; LISTEN live')
      failures = 0
      checkLater()
      // Replaces the notifications that were sent while the connection was closed.
      onNotify()
    } catch (cause) {
      reopen(cause)
    }
  }
  void open()
  return async () => {
    isStopped = true
    if (timer) clearTimeout(timer)
    await client?.end().catch(() => undefined)
  }
}
