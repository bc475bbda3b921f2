// Tracks the user's last activity in any tab: the session ends 300 s after it.
import { createStore } from '../store.ts'

type PageMessage = { kind: 'active'; at: number } | { kind: 'left' }

const lastActive = createStore(Date.now())
export const lastActivity = () => lastActive.get()
/**
 * Seconds since the user's last activity, for `X-Idle-Seconds`: calls that the page makes by itself do not prolong the
 * session. If the clock was set back, the time counts as no activity.
 */
export const idleSeconds = (now = Date.now()) => Math.max(0, Math.floor((now - lastActive.get()) / 1000))

// A channel, not storage: the time of the last click is not kept once the tabs are closed.
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('connect')
const notify = (message: PageMessage) => channel?.postMessage(message)

const EVENTS = ['pointerdown', 'keydown', 'touchstart', 'wheel', 'scroll'] as const
const THROTTLE_MS = 1000

export function recordActivity(): void {
  const now = Date.now()
  if (now - lastActive.get() < THROTTLE_MS) return
  lastActive.set(now)
  notify({ kind: 'active', at: now })
}

/** Follows the user's activity here and in the other tabs; `onLeft` when another tab signs out. */
export function followActivity({ mayRecord, onLeft }: { mayRecord: () => boolean; onLeft: () => void }): () => void {
  // Opening a tab is activity, for the other tabs too.
  lastActive.set(Date.now())
  notify({ kind: 'active', at: lastActive.get() })
  const record = () => mayRecord() && recordActivity()
  const receive = ({ data }: MessageEvent<PageMessage>) => {
    if (data.kind === 'left') onLeft()
    else if (data.at > lastActive.get()) lastActive.set(Math.min(data.at, Date.now()))
  }
  for (const event of EVENTS) addEventListener(event, record, { passive: true, capture: true })
  channel?.addEventListener('message', receive)
  return () => {
    for (const event of EVENTS) removeEventListener(event, record, { capture: true })
    channel?.removeEventListener('message', receive)
  }
}

export const notifyOtherTabs = () => notify({ kind: 'left' })
