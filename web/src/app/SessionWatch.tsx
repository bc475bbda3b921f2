import { INACTIVITY_LIMIT_SECONDS, INACTIVITY_WARNING_SECONDS } from 'contract/access/session.ts'
import { useEffect, useState } from 'react'
import { followActivity, idleSeconds, lastActivity, recordActivity } from '../lib/session/activity.ts'
import { endSession, renewSession } from '../lib/api/call.ts'
import { leave, tokenSecondsLeft } from '../lib/session/session.ts'
import { catalogues } from './catalogues.ts'
import { lazyPart } from '../shell/lazy-part.tsx'

const TICK_MS = 1000
const RENEW_BEFORE_SECONDS = 60
const InactivityModal = lazyPart(
  async () => (await import('./InactivityModal.tsx')).InactivityModal,
  catalogues.frameDialogs,
)

/**
 * Ends the session after 300 s without activity in any tab, with a warning at 240 s. A user who types without calling
 * the server stays signed in: the token is renewed while there is activity.
 */
export function SessionWatch() {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null)

  useEffect(() => {
    let renewedFor = 0
    // By the clock too: after a sleep the first click comes before the timer, and must not prolong a session that is over.
    const mayRecord = () => idleSeconds() < INACTIVITY_WARNING_SECONDS
    const stop = followActivity({ mayRecord, onLeft: () => leave(null) })
    const timer = setInterval(() => {
      const idle = (Date.now() - lastActivity()) / 1000
      // Calculated from the clock and not by counting: a laptop that slept for an hour wakes up signed out.
      if (idle >= INACTIVITY_LIMIT_SECONDS) {
        void endSession({ wasIdle: true })
        return leave('inactivity')
      }
      const isWarning = idle >= INACTIVITY_WARNING_SECONDS
      setSecondsLeft(isWarning ? Math.ceil(INACTIVITY_LIMIT_SECONDS - idle) : null)
      if (tokenSecondsLeft() < RENEW_BEFORE_SECONDS && lastActivity() > renewedFor && !isWarning) {
        renewedFor = Date.now()
        void renewSession().catch(() => null)
      }
    }, TICK_MS)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [])

  const stay = () => {
    recordActivity()
    setSecondsLeft(null)
    void renewSession().catch(() => null)
  }
  return secondsLeft !== null && <InactivityModal secondsLeft={secondsLeft} onStay={stay} />
}
