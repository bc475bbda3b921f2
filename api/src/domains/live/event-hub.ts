// The open pages of this process. One look at the database serves them all: at each ring of the bell, and every second in any case.
import { Readable } from 'node:stream'
import { INACTIVITY_LIMIT_SECONDS } from 'contract/access/session.ts'
import { type LiveChange, type LiveKind, MAX_STREAMS } from 'contract/live.ts'
import type { FastifyBaseLogger } from 'fastify'
import { type Caller, IDLE_GRACE_SECONDS } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { listenForCommits } from '../../db/listen.ts'
import type { Clock } from '../../adapters/clock.ts'
import { createMutex } from '../../adapters/concurrency.ts'
import { Refusal } from '../../refusal.ts'
import { type Cursor, hears, isLiveKind, readCursor, writeCursor } from './live-rules.ts'
import { getCursor, listAccess, listOpenSessions, readMissed, readSince, type LiveEvent } from './live-store.ts'

const LOOK_EVERY_MS = 1_000
const HEARTBEAT_EVERY_MS = 20_000
const MAX_IN_ALL = 10_000
/** A reader who leaves more than this unread is let go; it comes back and reads on from where it was. */
const MAX_UNREAD_BYTES = 64 * 1024

export type EventHub = {
  /** Opens a stream. `lastEventId`: where the page was when it lost the one before. */
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

type Stream = {
  session_id: string
  out: Readable
  /** What came while it was still being told what it had missed. */
  held: LiveChange[] | null
}
type Follower = { user_id: string; rights: Map<string, ReadonlySet<string>>; streams: Set<Stream> }

const block = (event: string, data: object, cursor: Cursor | null) =>
  `event: ${event}\n${cursor ? `id: ${writeCursor(cursor)}\n` : ''}data: ${JSON.stringify(data)}\n\n`

export function createEventHub({ db, clock, log, heartbeatEveryMs = HEARTBEAT_EVERY_MS, maxStreams = MAX_IN_ALL }: HubPorts): EventHub {
  const followers = new Map<string, Follower>()
  const byAccount = new Map<string, Set<Follower>>()
  let count = 0
  let isClosed = false
  /** How far the last look saw. Null: nobody is there, and nothing is looked for. */
  let seen: Cursor | null = null
  let work: { stop: () => Promise<void> } | null = null
  let looking: Promise<void> | null = null
  let isToLookAgain = false

  const onError = (error: unknown) => log.warn({ err: error }, 'open pages are not told for the moment')
  const streams = () => [...followers.values()].flatMap((follower) => [...follower.streams].map((stream) => ({ follower, stream })))

  function forget(follower: Follower, stream: Stream): void {
    if (!follower.streams.delete(stream)) return
    count -= 1
    if (follower.streams.size > 0) return
    followers.delete(follower.user_id)
    unfile(follower)
    if (count === 0) void rest()
  }

  function unfile(follower: Follower): void {
    for (const account of follower.rights.keys()) {
      const others = byAccount.get(account)
      others?.delete(follower)
      if (others?.size === 0) byAccount.delete(account)
    }
  }

  // One after the other: what was read before a right was taken away never replaces what was read after.
  const limited = createMutex(1)
  /** Reads anew what some users may see. */
  const readAccess = (those: Follower[]) => (those.length === 0 ? Promise.resolve() : limited(() => readAccessOf(those)))

  async function readAccessOf(those: Follower[]): Promise<void> {
    const rows = await listAccess(
      db,
      those.map(({ user_id }) => user_id),
    )
    for (const follower of those) {
      unfile(follower)
      follower.rights = new Map(rows.filter((row) => row.user_id === follower.user_id).map((row) => [row.account_id, new Set(row.rights)]))
      if (follower.streams.size === 0) continue
      for (const account of follower.rights.keys()) byAccount.set(account, (byAccount.get(account) ?? new Set()).add(follower))
    }
  }

  function end(follower: Follower, stream: Stream, reason: 'session' | 'replaced' | 'stopping'): void {
    forget(follower, stream)
    stream.out.push(block('bye', { reason }, null))
    stream.out.push(null)
    // Somebody who does not even read what was sent before will not read this either.
    if (reason === 'stopping' && stream.out.readableLength > MAX_UNREAD_BYTES) stream.out.destroy()
  }

  function send(follower: Follower, stream: Stream, text: string): void {
    stream.out.push(text)
    if (stream.out.readableLength <= MAX_UNREAD_BYTES) return
    forget(follower, stream)
    stream.out.destroy()
  }

  function notify(follower: Follower, stream: Stream, changes: readonly LiveChange[], cursor: Cursor): void {
    if (changes.length === 0) return
    if (stream.held) {
      stream.held.push(...changes)
      return
    }
    // The id comes with the last one: a page that is cut off in the middle is told all of them again.
    send(follower, stream, changes.map((change, index) => block('change', change, index === changes.length - 1 ? cursor : null)).join(''))
  }

  /** What a follower is told of an event: nothing where they have no right to it. */
  function changeFor({ user_id, rights }: Follower, { topic_id, kind }: { topic_id: string; kind: LiveKind }): LiveChange[] {
    if (topic_id === user_id) return [{ kind, account_id: null }]
    const here = rights.get(topic_id)
    return here && hears(kind, here) ? [{ kind, account_id: topic_id }] : []
  }

  async function endDeadSessions(those: { follower: Follower; stream: Stream }[]): Promise<void> {
    if (those.length === 0) return
    const now = clock.now()
    const activeSince = new Date(now.getTime() - (INACTIVITY_LIMIT_SECONDS + IDLE_GRACE_SECONDS) * 1_000)
    const open = await listOpenSessions(
      db,
      those.map(({ stream }) => stream.session_id),
      now,
      activeSince,
    )
    for (const { follower, stream } of those) if (!open.has(stream.session_id)) end(follower, stream, 'session')
  }

  async function fanOut(notified: LiveEvent[], cursor: Cursor): Promise<void> {
    // Rights first: what was taken away in the same moment is told no more.
    const ofUsers = (kind: string) => notified.filter((one) => one.kind === kind).flatMap(({ topic_id }) => followers.get(topic_id) ?? [])
    await readAccess(ofUsers('access'))
    await endDeadSessions(ofUsers('session').flatMap((follower) => [...follower.streams].map((stream) => ({ follower, stream }))))
    const changes = new Map<Follower, LiveChange[]>()
    for (const { topic_id, kind } of notified) {
      if (!isLiveKind(kind)) continue
      const user = followers.get(topic_id)
      for (const follower of user ? [user] : (byAccount.get(topic_id) ?? [])) {
        const theirs = changes.get(follower) ?? []
        theirs.push(...changeFor(follower, { topic_id, kind }))
        changes.set(follower, theirs)
      }
    }
    for (const [follower, theirs] of changes) for (const stream of follower.streams) notify(follower, stream, theirs, cursor)
  }

  async function look(): Promise<void> {
    if (!seen) return
    const { cursor, is_complete, notified } = await readSince(db, seen)
    if (is_complete) await fanOut(notified, cursor)
    else {
      await readAccess([...followers.values()])
      for (const { follower, stream } of streams()) send(follower, stream, block('reset', {}, cursor))
    }
    // Only now: what could not be told is looked for again. Nobody minds being told twice.
    if (seen) seen = cursor
  }

  async function lookUntilQuiet(): Promise<void> {
    while (isToLookAgain) {
      isToLookAgain = false
      await look().catch(onError)
    }
    looking = null
  }

  function wake(): void {
    isToLookAgain = true
    looking ??= lookUntilQuiet()
  }

  async function heartbeat(): Promise<void> {
    await endDeadSessions(streams())
    // Without data nothing happens in the page: it says that the line is alive, and how far the page has been told.
    const cursor = seen
    if (cursor) for (const { follower, stream } of streams()) if (!stream.held) send(follower, stream, `id: ${writeCursor(cursor)}\n\n`)
  }

  function begin(): void {
    const stopHearing = listenForCommits(db.pool, { onNotify: wake, onError })
    const timers = [setInterval(wake, LOOK_EVERY_MS), setInterval(() => void heartbeat().catch(onError), heartbeatEveryMs)]
    work = {
      stop: async () => {
        for (const timer of timers) clearInterval(timer)
        await stopHearing()
      },
    }
  }

  async function rest(): Promise<void> {
    const before = work
    work = null
    seen = null
    await before?.stop()
  }

  /** Room is taken before anything is waited for: streams that are opened together count each other. */
  function takeSlot({ user_id, session_id }: Pick<Caller, 'user_id' | 'session_id'>): { follower: Follower; stream: Stream } {
    if (isClosed) throw new Refusal('unavailable')
    const follower = followers.get(user_id) ?? { user_id, rights: new Map(), streams: new Set<Stream>() }
    const before = [...follower.streams].find((one) => one.session_id === session_id)
    if (!before && (follower.streams.size >= MAX_STREAMS || count >= maxStreams)) throw new Refusal('too_many_requests', { minutes: 1 })
    const stream: Stream = { session_id, out: new Readable({ read: () => undefined }), held: [] }
    followers.set(user_id, follower)
    follower.streams.add(stream)
    count += 1
    if (before) end(follower, before, 'replaced')
    stream.out.once('close', () => forget(follower, stream))
    return { follower, stream }
  }

  return {
    open: async (caller, lastEventId) => {
      const { follower, stream } = takeSlot(caller)
      try {
        // Others may have begun meanwhile: theirs is the earlier one, and stays.
        const start = seen ?? (await getCursor(db))
        seen ??= start
        if (!work) begin()
        await readAccess([follower])
        const since = lastEventId === undefined ? null : readCursor(lastEventId)
        const reading = since ? await readMissed(db, [caller.user_id, ...follower.rights.keys()], since) : null
        const cursor = reading?.cursor ?? (await getCursor(db))
        const missed = (reading?.notified ?? []).flatMap(({ topic_id, kind }) =>
          isLiveKind(kind) ? changeFor(follower, { topic_id, kind }) : [],
        )
        const held = stream.held ?? []
        stream.held = null
        if (lastEventId !== undefined && !reading?.is_complete) send(follower, stream, block('reset', {}, cursor))
        else {
          send(follower, stream, block('hello', {}, cursor))
          notify(follower, stream, missed, cursor)
        }
        notify(follower, stream, held, cursor)
        return stream.out
      } catch (error) {
        forget(follower, stream)
        throw error
      }
    },
    close: async () => {
      isClosed = true
      for (const { follower, stream } of streams()) end(follower, stream, 'stopping')
      await rest()
      await looking
    },
  }
}
