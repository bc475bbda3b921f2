// Polls the database for events while there are followers: at each notification, and at least every second.
import type { Db } from '../../db/db.ts'
import { listenForCommits } from '../../db/listen.ts'

const POLL_INTERVAL_MS = 1_000

type Options = {
  db: Db
  heartbeatEveryMs: number
  onError: (error: unknown) => void
  /** Reads new events. Only one call runs at a time. */
  poll: () => Promise<void>
  heartbeat: () => Promise<void>
}

export function createPoller({ db, heartbeatEveryMs, onError, poll, heartbeat }: Options) {
  let polls: { stop: () => Promise<void> } | null = null
  let currentPoll: Promise<void> | null = null
  let isPollRequested = false

  async function pollUntilIdle(): Promise<void> {
    while (isPollRequested) {
      isPollRequested = false
      await poll().catch(onError)
    }
    currentPoll = null
  }

  function requestPoll(): void {
    isPollRequested = true
    currentPoll ??= pollUntilIdle()
  }

  function begin() {
    const stopListening = listenForCommits(db.pool, { onNotify: requestPoll, onError })
    const timers = [
      setInterval(requestPoll, POLL_INTERVAL_MS),
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
      polls ??= begin()
    },
    stop: async () => {
      const before = polls
      polls = null
      await before?.stop()
    },
    /** Waits for the current query. */
    settle: async () => {
      await currentPoll
    },
  }
}
