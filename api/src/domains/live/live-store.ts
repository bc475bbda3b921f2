import type { Db } from '../../db/db.ts'
import type { Cursor } from './live-rules.ts'

/** Events are purged after an hour; a reader with an older cursor may have missed some. */
const KNOWN_FOR_SECONDS = 3_300

export type LiveEvent = { topic_id: string; kind: string }
/** `is_complete`: false where events may be purged, or the cursor comes from another database. */
export type Reading = { cursor: Cursor; is_complete: boolean; changes: LiveEvent[] }

type Row = { at: number; snapshot: string; is_complete: boolean; topic_id: string | null; kind: string | null }

function readingOf(rows: Row[]): Reading {
  const [first] = rows
  if (!first) throw new Error('a look at the events answers at least how far it saw')
  const changes = rows.flatMap(({ topic_id, kind }): LiveEvent[] =>
    topic_id !== null && kind !== null ? [{ topic_id, kind }] : [],
  )
  return { cursor: { at: first.at, snapshot: first.snapshot }, is_complete: first.is_complete, changes }
}

export async function getCursor(db: Db): Promise<Cursor> {
  const rows = await db<Row>`
    SELECT extract(epoch FROM now())::bigint AS at, pg_current_snapshot()::text AS snapshot, true AS is_complete,
           NULL::uuid AS topic_id, NULL::text AS kind`
  return readingOf(rows).cursor
}

/** All events committed since the last query: invisible to its snapshot and visible to this one. */
export async function readSince(db: Db, { at, snapshot }: Cursor): Promise<Reading> {
  const rows = await db<Row>`
    SELECT extract(epoch FROM now())::bigint AS at, pg_current_snapshot()::text AS snapshot, e.topic_id, e.kind,
           extract(epoch FROM now()) - ${at}::bigint < ${KNOWN_FOR_SECONDS}::integer
             AND pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax(l.seen) AS is_complete
      FROM (SELECT ${snapshot}::pg_snapshot AS seen) l
      LEFT JOIN LATERAL (
             SELECT DISTINCT topic_id, c.kind
               FROM change_events c, unnest(c.topic_ids) AS topic_id
              WHERE c.xid >= pg_snapshot_xmin(l.seen) AND NOT pg_visible_in_snapshot(c.xid, l.seen)) e ON true`
  return readingOf(rows)
}

/** The same for some topics only: the events that one reader has missed. */
export async function readMissed(db: Db, topics: string[], { at, snapshot }: Cursor): Promise<Reading> {
  const rows = await db<Row>`
    SELECT extract(epoch FROM now())::bigint AS at, pg_current_snapshot()::text AS snapshot, e.topic_id, e.kind,
           extract(epoch FROM now()) - ${at}::bigint < ${KNOWN_FOR_SECONDS}::integer
             AND pg_snapshot_xmax(pg_current_snapshot()) >= pg_snapshot_xmax(l.seen) AS is_complete
      FROM (SELECT ${snapshot}::pg_snapshot AS seen) l
      LEFT JOIN LATERAL (
             SELECT DISTINCT topic_id, c.kind
               FROM change_events c, unnest(c.topic_ids) AS topic_id
              WHERE c.xid >= pg_snapshot_xmin(l.seen) AND NOT pg_visible_in_snapshot(c.xid, l.seen)
                AND c.topic_ids && ${topics}::uuid[] AND topic_id = ANY (${topics}::uuid[])) e ON true`
  return readingOf(rows)
}

export type Access = { user_id: string; account_id: string; rights: string[] }

/** The rights of users on their accounts. */
export async function listAccess(db: Db, userIds: string[]): Promise<Access[]> {
  return db<Access>`SELECT user_id, account_id, rights FROM memberships WHERE user_id = ANY (${userIds}::uuid[])`
}

/** Those of the sessions that are still open. */
export async function listOpenSessions(db: Db, ids: string[], now: Date, activeSince: Date): Promise<Set<string>> {
  const rows = await db<{ id: string }>`
    SELECT id FROM sessions
     WHERE id = ANY (${ids}::uuid[]) AND ended_at IS NULL AND expires_at > ${now} AND last_active_at >= ${activeSince}`
  return new Set(rows.map(({ id }) => id))
}
