// Registers the open streams of this process, by user and by account.
import { Readable } from 'node:stream'
import { type LiveChange, type LiveKind, MAX_STREAMS } from 'contract/live.ts'
import type { Caller } from '../../caller.ts'
import { Refusal } from '../../refusal.ts'
import { type Cursor, receivesEvent, writeCursor } from './live-rules.ts'

/** A stream with more unread data than this is closed; the page reconnects and continues from its cursor. */
const MAX_UNREAD_BYTES = 64 * 1024

type Stream = {
  session_id: string
  out: Readable
  /** Events that arrived while the missed ones were still being sent. */
  held: LiveChange[] | null
}
export type Follower = { user_id: string; rights: ReadonlyMap<string, ReadonlySet<string>>; streams: Set<Stream> }
export type OpenStream = { follower: Follower; stream: Stream }

export const eventBlock = (event: string, data: object, cursor: Cursor | null) =>
  `event: ${event}\n${cursor ? `id: ${writeCursor(cursor)}\n` : ''}data: ${JSON.stringify(data)}\n\n`

/** The part of an event that a follower may receive: nothing without the right to it. */
export function changeFor(
  { user_id, rights }: Follower,
  { topic_id, kind }: { topic_id: string; kind: LiveKind },
): LiveChange[] {
  if (topic_id === user_id) return [{ kind, account_id: null }]
  const accountRights = rights.get(topic_id)
  return accountRights && receivesEvent(kind, accountRights) ? [{ kind, account_id: topic_id }] : []
}

export type Followers = ReturnType<typeof createFollowers>

/** `onEmpty`: called when the last stream has ended. */
export function createFollowers({ maxStreams, onEmpty }: { maxStreams: number; onEmpty: () => void }) {
  const byUser = new Map<string, Follower>()
  const byAccount = new Map<string, Set<Follower>>()
  let streamCount = 0

  function removeFromAccounts(follower: Follower): void {
    for (const account of follower.rights.keys()) {
      const others = byAccount.get(account)
      others?.delete(follower)
      if (others?.size === 0) byAccount.delete(account)
    }
  }

  function remove({ follower, stream }: OpenStream): void {
    if (!follower.streams.delete(stream)) return
    streamCount -= 1
    if (follower.streams.size > 0) return
    byUser.delete(follower.user_id)
    removeFromAccounts(follower)
    if (streamCount === 0) onEmpty()
  }

  function end(open: OpenStream, reason: 'session' | 'replaced' | 'stopping'): void {
    remove(open)
    const { out } = open.stream
    out.push(eventBlock('bye', { reason }, null))
    out.push(null)
    // A client that does not read what was sent before receives nothing more.
    if (reason === 'stopping' && out.readableLength > MAX_UNREAD_BYTES) out.destroy()
  }

  function send(open: OpenStream, text: string): void {
    const { out } = open.stream
    // The stream may have ended while its missed events were read: another page has replaced it, or its session is over.
    if (!open.follower.streams.has(open.stream)) return
    out.push(text)
    if (out.readableLength <= MAX_UNREAD_BYTES) return
    remove(open)
    out.destroy()
  }

  return {
    all: () => [...byUser.values()],
    streams: (): OpenStream[] =>
      [...byUser.values()].flatMap((follower) => [...follower.streams].map((stream) => ({ follower, stream }))),
    ofUser: (id: string) => byUser.get(id),
    /** The followers of an event: of the user it concerns, or of the members of its account. */
    ofTopic: (id: string): Iterable<Follower> => {
      const user = byUser.get(id)
      return user ? [user] : (byAccount.get(id) ?? [])
    },

    /** Adds a stream. It is counted before the first await, so that streams that are opened together count each other. */
    add({ user_id, session_id }: Pick<Caller, 'user_id' | 'session_id'>): OpenStream {
      const follower = byUser.get(user_id) ?? { user_id, rights: new Map(), streams: new Set<Stream>() }
      const previous = [...follower.streams].find((one) => one.session_id === session_id)
      if (!previous && (follower.streams.size >= MAX_STREAMS || streamCount >= maxStreams))
        throw new Refusal('too_many_requests', { minutes: 1 })
      const stream: Stream = { session_id, out: new Readable({ read: () => undefined }), held: [] }
      const open = { follower, stream }
      byUser.set(user_id, follower)
      follower.streams.add(stream)
      streamCount += 1
      if (previous) end({ follower, stream: previous }, 'replaced')
      stream.out.once('close', () => remove(open))
      return open
    },

    setRights(follower: Follower, rights: Follower['rights']): void {
      removeFromAccounts(follower)
      follower.rights = rights
      if (follower.streams.size === 0) return
      for (const account of rights.keys()) byAccount.set(account, (byAccount.get(account) ?? new Set()).add(follower))
    },

    notify(open: OpenStream, changes: readonly LiveChange[], cursor: Cursor): void {
      if (changes.length === 0) return
      if (open.stream.held) {
        open.stream.held.push(...changes)
        return
      }
      // Only the last event has the id: a page that is cut off in between receives all of them again.
      send(
        open,
        changes
          .map((change, index) => eventBlock('change', change, index === changes.length - 1 ? cursor : null))
          .join(''),
      )
    },
    send,
    end,
    remove,
  }
}
