// Records when people were last active, apart from the calls that show it: a call neither waits for this nor fails with it.
import type { Db } from '../db/db.ts'
import { withoutNotifications } from '../db/sql.ts'
import { withoutDeadline } from '../adapters/deadline.ts'
import { recordLastActive } from './guard-store.ts'

const RECORD_AFTER_MS = 500

export type Activity = {
  /** Notes that the user of a session did something. Recorded soon, with what other sessions did meanwhile. */
  note: (sessionId: string, at: Date) => void
  /** What is noted and not recorded yet. */
  notedFor: (sessionId: string) => Date | null
  /** Records what is noted. */
  close: () => Promise<void>
}

/** What cannot be recorded is kept, and tried again with the next note. */
export function recordActivity(db: Db, onError: (error: unknown) => void): Activity {
  const dbWithoutNotifications = withoutNotifications(db)
  const noted = new Map<string, Date>()
  let timer: NodeJS.Timeout | null = null
  let recording: Promise<void> = Promise.resolve()

  async function record(): Promise<void> {
    const taken = [...noted]
    if (taken.length === 0) return
    await recordLastActive(dbWithoutNotifications, taken)
    for (const [sessionId, at] of taken) if (noted.get(sessionId) === at) noted.delete(sessionId)
  }
  function recordSoon(): void {
    timer ??= setTimeout(() => {
      timer = null
      recording = record().catch(onError)
    }, RECORD_AFTER_MS).unref()
  }

  return {
    note: (sessionId, at) => {
      const before = noted.get(sessionId)
      if (before === undefined || before < at) noted.set(sessionId, at)
      withoutDeadline(recordSoon)
    },
    notedFor: (sessionId) => noted.get(sessionId) ?? null,
    close: async () => {
      if (timer) clearTimeout(timer)
      await recording
      await record().catch(onError)
    },
  }
}
