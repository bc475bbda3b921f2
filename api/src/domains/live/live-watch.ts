// Polls the database for events while there are followers: at each notification, and at least every second.
import type { Db } from '../../db/db.ts'
import { listenForCommits } from '../../db/listen.ts'

const POLL_INTERVAL_MS = 1_000

type Options = {
  db: Db
  heartbeatEveryMs: number
  onError: (error: unknown) => void
  /** Reads new events. Only one call runs at a time. */
  look: () => Promise<void>
  heartbeat: () => Promise<void>
}

export function createWatch({ db, heartbeatEveryMs, onError, look, heartbeat }: Options) {
  let work: { stop: () => Promise<void> } | null = null
  let looking: Promise<void> | null = null
  let isPollRequested = false

  async function pollUntilIdle(): Promise<void> {
    while (isPollRequested) {
      isPollRequested = false
      await look().catch(onError)
    }
    looking = null
  }

  function wake(): void {
    isPollRequested = true
    looking ??= pollUntilIdle()
  }

  function begin() {
    const stopListening = listenForCommits(db.pool, { onNotify: wake, onError })
    const timers = [
      setInterval(wake, POLL_INTERVAL_MS),
      setInterval(() => void heartbeat().catch(onError), heartbeatEveryMs),
    ]
    return {
      stop: async () => {
        for (const timer of timers) clearInterval(timer)
        await stopListening()
      },
    }
  }

  return {
    start: () => {
      work ??= begin()
    },
    stop: async () => {
      const before = work
      work = null
      await before?.stop()
    },
    /** Waits for the current query. */
    settle: async () => {
      await looking
    },
  }
}
