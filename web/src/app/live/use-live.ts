import { useEffect } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { fetchLater } from './fetch-later.ts'

/** After the first screen: what a page is told later is not worth making it wait. */
const AFTER_MS = 500

/** Hears of changes for as long as somebody is signed in. */
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
