// Distributes live events to the open pages of this process. One query of the database serves all of them.
import type { Readable } from 'node:stream'
import { INACTIVITY_LIMIT_SECONDS } from 'contract/access/session.ts'
import type { LiveChange } from 'contract/live.ts'
import type { FastifyBaseLogger } from 'fastify'
import { type Caller, IDLE_GRACE_SECONDS } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../adapters/clock.ts'
import { createLimiter } from '../../adapters/concurrency.ts'
import { Refusal } from '../../refusal.ts'
import {
  changeFor,
  createFollowers,
  eventBlock,
  type Follower,
  type Followers,
  type OpenStream,
} from './live-followers.ts'
import { type Cursor, isLiveKind, readCursor, writeCursor } from './live-rules.ts'
import { getCursor, listAccess, listOpenSessions, type LiveEvent, readMissed, readSince } from './live-store.ts'
import { createPoller } from './live-poller.ts'

const HEARTBEAT_EVERY_MS = 20_000
const MAX_IN_ALL = 10_000

export type EventHub = {
  /** Opens a stream. `lastEventId`: the cursor of the page when its former stream was lost. */
  open: (caller: Pick<Caller, 'user_id' | 'session_id'>, lastEventId: string | undefined) => Promise<Readable>
  close: () => Promise<void>
}
export type HubPorts = {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  heartbeatEveryMs?: number | undefined
  maxStreams?: number | undefined
}

/** Reloads the rights of these followers, whose access has changed. */
function accessReader(db: Db, followers: Followers): (stale: readonly Follower[]) => Promise<void> {
  // Reloads run one after the other: older rights never replace newer ones.
  const limited = createLimiter(1)
  const readAccess = async (stale: readonly Follower[]) => {
    const rows = await listAccess(
      db,
      stale.map(({ user_id }) => user_id),
    )
    for (const follower of stale) {
      const own = rows.filter((row) => row.user_id === follower.user_id)
      followers.setRights(follower, new Map(own.map((row) => [row.account_id, new Set(row.rights)])))
    }
  }
  return (stale) => (stale.length === 0 ? Promise.resolve() : limited(() => readAccess(stale)))
}

/** Ends the streams whose session is over or idle for too long. */
async function endDeadSessions(
  { db, clock }: Pick<HubPorts, 'db' | 'clock'>,
  followers: Followers,
  streams: readonly OpenStream[],
): Promise<void> {
  if (streams.length === 0) return
  const now = clock.now()
  const activeSince = new Date(now.getTime() - (INACTIVITY_LIMIT_SECONDS + IDLE_GRACE_SECONDS) * 1_000)
  const alive = await listOpenSessions(
    db,
    streams.map(({ stream }) => stream.session_id),
    now,
    activeSince,
  )
  for (const open of streams) if (!alive.has(open.stream.session_id)) followers.end(open, 'session')
}

/** The events that each follower may receive. */
function changesOf(events: readonly LiveEvent[], followers: Followers): Map<Follower, LiveChange[]> {
  const changes = new Map<Follower, LiveChange[]>()
  for (const { topic_id, kind } of events) {
    if (!isLiveKind(kind)) continue
    for (const follower of followers.ofTopic(topic_id)) {
      const followerChanges = changes.get(follower) ?? []
      followerChanges.push(...changeFor(follower, { topic_id, kind }))
      changes.set(follower, followerChanges)
    }
  }
  return changes
}

export function createEventHub({
  db,
  clock,
  log,
  heartbeatEveryMs = HEARTBEAT_EVERY_MS,
  maxStreams = MAX_IN_ALL,
}: HubPorts): EventHub {
  /** The cursor of the last query. Null: there are no followers, and no query runs. */
  let lastCursor: Cursor | null = null
  let isClosed = false
  const onError = (error: unknown) => log.warn({ err: error }, 'open pages are not notified at the moment')
  const followers = createFollowers({ maxStreams, onEmpty: () => void stopPolling() })
  const readAccess = accessReader(db, followers)
  const endDeadStreams = (streams: readonly OpenStream[]) => endDeadSessions({ db, clock }, followers, streams)
  const poller = createPoller({ db, heartbeatEveryMs, onError, poll, heartbeat })

  async function fanOut(events: readonly LiveEvent[], cursor: Cursor): Promise<void> {
    // Rights are reloaded first: an event is not sent to a user who lost the right at the same time.
    const ofUsers = (kind: string) =>
      events.filter((one) => one.kind === kind).flatMap(({ topic_id }) => followers.ofUser(topic_id) ?? [])
    await readAccess(ofUsers('access'))
    await endDeadStreams(
      ofUsers('session').flatMap((follower) => [...follower.streams].map((stream) => ({ follower, stream }))),
    )
    for (const [follower, followerChanges] of changesOf(events, followers))
      for (const stream of follower.streams) followers.notify({ follower, stream }, followerChanges, cursor)
  }

  async function poll(): Promise<void> {
    if (!lastCursor) return
    const { cursor, is_complete, changes } = await readSince(db, lastCursor)
    if (is_complete) await fanOut(changes, cursor)
    else {
      await readAccess(followers.all())
      for (const open of followers.streams()) followers.send(open, eventBlock('reset', {}, cursor))
    }
    // The cursor advances last: after an error the same events are sent again, which does no harm.
    if (lastCursor) lastCursor = cursor
  }

  async function heartbeat(): Promise<void> {
    await endDeadStreams(followers.streams())
    // A heartbeat has no effect in the page: it keeps the connection alive and carries the current cursor.
    const cursor = lastCursor
    if (cursor)
      for (const open of followers.streams())
        if (!open.stream.held) followers.send(open, `id: ${writeCursor(cursor)}\n\n`)
  }

  function stopPolling(): Promise<void> {
    lastCursor = null
    return poller.stop()
  }

  /** Sends the events that a returning page has missed, before those that arrived while they were read. */
  async function sendMissed(open: OpenStream, lastEventId: string | undefined): Promise<void> {
    const { follower, stream } = open
    const since = lastEventId === undefined ? null : readCursor(lastEventId)
    const reading = since ? await readMissed(db, [follower.user_id, ...follower.rights.keys()], since) : null
    const cursor = reading?.cursor ?? (await getCursor(db))
    const missed = (reading?.changes ?? []).flatMap(({ topic_id, kind }) =>
      isLiveKind(kind) ? changeFor(follower, { topic_id, kind }) : [],
    )
    const held = stream.held ?? []
    stream.held = null
    if (lastEventId !== undefined && !reading?.is_complete) followers.send(open, eventBlock('reset', {}, cursor))
    else {
      followers.send(open, eventBlock('hello', {}, cursor))
      followers.notify(open, missed, cursor)
    }
    followers.notify(open, held, cursor)
  }

  return {
    open: async (caller, lastEventId) => {
      if (isClosed) throw new Refusal('unavailable')
      const open = followers.add(caller)
      try {
        // Another stream may have started meanwhile: its earlier cursor is kept.
        const start = lastCursor ?? (await getCursor(db))
        lastCursor ??= start
        poller.start()
        await readAccess([open.follower])
        await sendMissed(open, lastEventId)
        return open.stream.out
      } catch (error) {
        followers.remove(open)
        throw error
      }
    },
    close: async () => {
      isClosed = true
      for (const open of followers.streams()) followers.end(open, 'stopping')
      await stopPolling()
      await poller.settle()
    },
  }
}
