// Checks every few seconds, on a connection of its own, that the database stores what it is given, and compares the clocks.
import pg from 'pg'
import type { Clock } from '../adapters/clock.ts'
import { runEvery } from '../adapters/run-every.ts'

const EVERY_MS = 5_000
const EVERY_MS_AFTER_FAILURE = 1_000
/** A commit that takes longer counts as failed: a standby that must confirm it does not answer, or the database is frozen. */
const SLOW_MS = 4_000
/** After this time the connection is closed: the address of the database may lead to another machine by now. */
const LOST_MS = 10_000
/** After a call could not store its data, the database counts as not writable for this long, whatever the checks find. */
const REFUSED_MS = 10_000

export type WriteProbe = {
  canWrite: () => boolean
  /** By how many seconds the clock of this machine is ahead of the database's; null when it is not known. */
  clockDrift: () => number | null
  /** Reports a statement that the database could not store, which the checks may not notice: a full disk, for example. */
  reportFailure: () => void
  close: () => Promise<void>
}

type Options = {
  clock: Clock
  onChange: (canWrite: boolean, error: Error | null) => void
  everyMs?: number
  slowMs?: number
  lostMs?: number
  refusedMs?: number
}

/**
 * Writes a message into the database's log of changes (WAL) and commits: it passes when a transaction of an order would.
 * It changes no table. The address must lead to a primary.
 */
const CHECK = `SELECT pg_is_in_recovery() AS is_standby, clock_timestamp() AS now,
                      CASE WHEN NOT pg_is_in_recovery() THEN pg_logical_emit_message(true, 'connect', '') END AS lsn`

/** Starts checking. Until the first answer the database counts as writable. */
export function startWriteProbe(
  url: string,
  { clock, onChange, everyMs = EVERY_MS, slowMs = SLOW_MS, lostMs = LOST_MS, refusedMs = REFUSED_MS }: Options,
): WriteProbe {
  let client: pg.Client | null = null
  let isWritable = true
  let refusedUntil = 0
  let drift: number | null = null

  function setWritable(next: boolean, error: Error | null): void {
    if (next !== isWritable) onChange(next, error)
    isWritable = next
    if (!next) drift = null
  }

  async function open(): Promise<pg.Client> {
    const opening = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: slowMs,
      keepAlive: true,
      application_name: 'connect probe',
    })
    opening.on('error', () => undefined)
    client = opening
    await opening.connect()
    return opening
  }

  function disconnect(): void {
    client?.connection.stream.destroy()
    client = null
  }

  async function check(): Promise<void> {
    const slowTimer = setTimeout(() => setWritable(false, new Error('the database does not commit')), slowMs)
    const lostTimer = setTimeout(disconnect, lostMs)
    try {
      const connection = client ?? (await open())
      const sentAt = clock.now().getTime()
      const { rows } = await connection.query<{ is_standby: boolean; now: Date }>(CHECK)
      const [row] = rows
      if (!row || row.is_standby) throw new Error('the address of the database leads to a standby')
      if (performance.now() >= refusedUntil) setWritable(true, null)
      const receivedAt = clock.now().getTime()
      // The database read its clock somewhere between the two: a smaller difference cannot be measured.
      const [latest, earliest] = [sentAt - row.now.getTime(), receivedAt - row.now.getTime()]
      drift = (latest > 0 ? latest : earliest < 0 ? earliest : 0) / 1000
    } catch (error) {
      disconnect()
      setWritable(false, error instanceof Error ? error : new Error(String(error)))
    } finally {
      clearTimeout(slowTimer)
      clearTimeout(lostTimer)
    }
  }

  const pause = () => (isWritable ? everyMs : Math.min(everyMs, EVERY_MS_AFTER_FAILURE))
  const checks = runEvery(check, pause, { done: () => undefined, failed: () => undefined })
  return {
    canWrite: () => isWritable,
    clockDrift: () => drift,
    reportFailure: () => {
      refusedUntil = performance.now() + refusedMs
      setWritable(false, new Error('the database could not store what it was given'))
      checks.runNow()
    },
    close: async () => {
      const stopped = checks.stop()
      disconnect()
      await stopped
    },
  }
}
