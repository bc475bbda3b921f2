// One event stream for all pages of a browser: the page that holds the lock listens and forwards events to the others.
import { followEvents, type LiveChange } from 'contract/live.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { openEvents, renewSession } from '../../lib/api/call.ts'
import { createEventReader, type ServerEvent } from '../../lib/api/event-reader.ts'
import { isLive, onLiveChange, setLive } from '../../lib/api/live.ts'
import { queryClient } from '../../lib/api/query.ts'
import { accountId, session } from '../../lib/session/session.ts'
import { isPolled, isStale, waitsForTyping } from './live-queries.ts'

/** Messages between pages. `user`: pages of another user ignore them. */
type PageMessage = { user: string } & (
  | { kind: 'changes'; changes: LiveChange[] }
  | { kind: 'reset' }
  | { kind: 'state'; isLive: boolean; lastId: string }
  | { kind: 'opened' }
)

/** The server sends a heartbeat every 20 s: a connection that is silent for longer is lost. */
const SILENT_MS = 45_000
/** Changes that arrive within this time are fetched together. */
const COLLECT_MS = 150
/** The minimum time between two refetches. */
const MIN_INTERVAL_MS = 1_000
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000
/** How long the changes of the stream are kept for pages that open meanwhile: longer than a page takes to listen. */
const RECENT_MS = 60_000

const isTyping = () =>
  document.activeElement instanceof HTMLElement && document.activeElement.matches('form :is(input, textarea, select)')

/** Refetches changed data: once for all events of a moment, and not while the user types in a form that shows it. */
function createRefresher() {
  let waiting: LiveChange[] = []
  let timer: ReturnType<typeof setTimeout> | null = null

  function renewUser(changes: readonly LiveChange[]): void {
    // The balance in the header, the rights, and whether there is a payment address are part of the user. Once there is one, these
    // events are mostly sales at the till.
    const hasAddress = session().account?.has_payment_address
    const affectsUser = changes.some(
      ({ kind, account_id }) =>
        kind === 'access' ||
        (account_id === accountId() && (kind === 'balance' || (kind === 'aliases' && !hasAddress))),
    )
    if (affectsUser) void renewSession().catch(() => null)
  }

  function refresh(): void {
    timer = null
    const due = isTyping() ? waiting.filter((change) => !waitsForTyping(change)) : waiting
    waiting = waiting.filter((change) => !due.includes(change))
    if (due.length === 0) return
    renewUser(due)
    // A hidden page refetches when it is visible again.
    const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isStale(queryKey, due), refetchType })
    timer = setTimeout(refresh, MIN_INTERVAL_MS)
  }
  const schedule = () => {
    timer ??= setTimeout(refresh, COLLECT_MS)
  }
  addEventListener('focusout', schedule)
  return {
    take(changes: readonly LiveChange[]) {
      const isNew = ({ kind, account_id }: LiveChange) =>
        !waiting.some((known) => known.kind === kind && known.account_id === account_id)
      waiting.push(...changes.filter(isNew))
      schedule()
    },
    stop() {
      if (timer) clearTimeout(timer)
      removeEventListener('focusout', schedule)
    },
  }
}

const readChange = (data: string) => JSON.parse(data) as LiveChange

/** Follows the events until `signal` is aborted. */
export function followLive(signal: AbortSignal): void {
  const signedIn = session().user
  if (!signedIn || typeof BroadcastChannel === 'undefined' || !('locks' in navigator)) return
  const user = signedIn.uuid
  const channel = new BroadcastChannel('connect-live')
  const refresher = createRefresher()
  // From before the data of the page were read: events between their loading and the opening of the stream are sent.
  let lastId = signedIn.event_cursor
  let recent: { at: number; change: LiveChange }[] = []
  const stillRecent = () => recent.filter(({ at }) => Date.now() - at < RECENT_MS)
  let isLeading = false

  const refetchAll = () => void queryClient.invalidateQueries()
  // Data fetched before the stream was open may have changed since, and polling stops from now on.
  const refetchPolled = () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isPolled(queryKey) })
  const reportState = (isLive: boolean) => {
    setLive(isLive)
    channel.postMessage({ user, kind: 'state', isLive, lastId } satisfies PageMessage)
  }
  channel.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => {
    if (data.user !== user) return
    if (data.kind === 'changes') refresher.take(data.changes)
    else if (data.kind === 'reset') refetchAll()
    else if (data.kind === 'state') {
      lastId = data.lastId
      if (data.isLive && !isLive()) refetchPolled()
      setLive(data.isLive)
    } else if (isLeading) {
      // The new page may have read its data before these.
      const changes = stillRecent().map(({ change }) => change)
      channel.postMessage({ user, kind: 'changes', changes } satisfies PageMessage)
      reportState(isConnected)
    }
  })
  // Polling stops at the next response; it starts again only with a new fetch.
  const stopWatching = onLiveChange(() => {
    if (!isLive()) refetchPolled()
  })
  channel.postMessage({ user, kind: 'opened' } satisfies PageMessage)

  let isConnected = false
  let isReplaced = false
  function receive({ event, data }: ServerEvent): void {
    if (event === 'change') {
      const changes = [readChange(data)]
      refresher.take(changes)
      recent = [...stillRecent(), ...changes.map((change) => ({ at: Date.now(), change }))]
      channel.postMessage({ user, kind: 'changes', changes } satisfies PageMessage)
    } else if (event === 'reset') {
      refetchAll()
      channel.postMessage({ user, kind: 'reset' } satisfies PageMessage)
    } else if (event === 'bye') {
      // The session may be over: the next call reports it. A stream that the server closed is reopened like a broken
      // one.
      if (data.includes('session')) void renewSession().catch(() => null)
      isReplaced = data.includes('replaced')
    }
    if (event === 'hello' || event === 'reset') {
      isConnected = true
      reportState(true)
    }
  }

  /** One connection, from opening to end. */
  async function readStream(): Promise<void> {
    const connection = new AbortController()
    const disconnect = () => connection.abort()
    signal.addEventListener('abort', disconnect)
    let silenceTimer = setTimeout(disconnect, SILENT_MS)
    try {
      const body = await openEvents(followEvents, { signal: connection.signal, lastEventId: lastId })
      const reader = body.pipeThrough(new TextDecoderStream()).getReader()
      const read = createEventReader({ onEvent: receive, onId: (id) => (lastId = id) })
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
        clearTimeout(silenceTimer)
        silenceTimer = setTimeout(disconnect, SILENT_MS)
        read(chunk.value)
      }
    } finally {
      clearTimeout(silenceTimer)
      signal.removeEventListener('abort', disconnect)
    }
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      const continueFollowing = () => {
        clearTimeout(timer)
        resolve()
      }
      signal.addEventListener('abort', continueFollowing, { once: true })
      addEventListener('online', continueFollowing, { once: true })
    })

  async function lead(): Promise<void> {
    isLeading = true
    let wait = FIRST_RETRY_MS
    while (!signal.aborted) {
      isConnected = false
      isReplaced = false
      const failure: unknown = await readStream().then(
        () => null,
        (error: unknown) => error,
      )
      if (signal.aborted) return
      // After a working connection the first retry is fast; otherwise the wait doubles, with a random part, so that
      // browsers do not reconnect at the same time.
      wait = isConnected ? FIRST_RETRY_MS : Math.min(wait * 2, LONGEST_RETRY_MS)
      if (isReplaced || (failure instanceof CallError && (failure.status === 429 || failure.status === 401)))
        wait = LONGEST_RETRY_MS
      reportState(false)
      await pause(wait * (0.5 + Math.random()))
    }
  }

  navigator.locks.request('connect-live', { signal }, lead).catch(() => null)
  signal.addEventListener('abort', () => {
    setLive(false)
    stopWatching()
    refresher.stop()
    channel.close()
  })
}
