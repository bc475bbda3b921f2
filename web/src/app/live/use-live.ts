import { useEffect } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { fetchLater } from '../../lib/fetch-later.ts'

/** Loaded after the first screen, which must not wait for live events. */
const AFTER_MS = 500

/** Receives live events while a user is signed in. */
export function useLive(): void {
  const user = useSession().user?.uuid ?? null
  useEffect(() => {
    if (user === null) return
    const leaving = new AbortController()
    const stop = fetchLater(AFTER_MS, [
      async () => {
        const { followLive } = await import('./follow-events.ts')
        if (!leaving.signal.aborted) followLive(leaving.signal)
      },
    ])
    return () => {
      stop()
      leaving.abort()
    }
  }, [user])
}
