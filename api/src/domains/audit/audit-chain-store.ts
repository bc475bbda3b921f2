// The hash chain of the audit log in the database: links are added after the events, and read to verify them.
import { setTimeout as pause } from 'node:timers/promises'
import { columnsOf, type RowOf } from '../../db/columns.ts'
import { type Db, Fragment, type Sql, type Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { chainGroups, chainLinks } from './audit-columns.ts'

/** A group is linked in some milliseconds, in which customers wait for the processor. */
const MAX_GROUP = 250
const PAGE = 5_000

/** Links every waiting event; answers how many. `pauseMs`: what is left to others between two groups. */
export async function linkEvents(db: Sql, now: Date, pauseMs = 0): Promise<number> {
  for (let linked = 0; ;) {
    const [row] = await db<{ count: number }>`SELECT audit_link(${MAX_GROUP}, ${now}) AS count`
    const count = row?.count ?? 0
    linked += count
    if (count < MAX_GROUP) return linked
    if (pauseMs > 0) await pause(pauseMs)
  }
}

/** The search composes the texts of so many events in some milliseconds: an account with more has them written. */
const MAX_WITHOUT_TEXT = 500
const GROUPS_AT_ONCE = 100
const TEXTS_AT_ONCE = 2_000

/**
 * Counts the events that were linked since the last call, and writes the search texts of the accounts that have `max` of them
 * without one. Answers how many texts were written.
 */
export async function writeSearchTexts(db: Sql, max = MAX_WITHOUT_TEXT): Promise<number> {
  const accounts = await db<{ id: string }>`SELECT * FROM audit_count_without_text(${GROUPS_AT_ONCE}, ${max}) AS a (id)`
  let all = 0
  for (const { id } of accounts)
    for (let written = TEXTS_AT_ONCE; written >= TEXTS_AT_ONCE; all += written) {
      const [row] = await db<{ count: number }>`SELECT audit_write_texts_of(${id}, ${TEXTS_AT_ONCE}) AS count`
      written = row?.count ?? 0
    }
  return all
}

/** The last link of the chain. A copy kept outside the database proves later that the chain was neither rebuilt nor truncated. */
export type Head = { seq: number; hash: string }

export async function findHead(db: Db): Promise<Head | null> {
  const [row] = await db<{ seq: number; hash: Buffer }>`
    SELECT seq, hash
      FROM ((SELECT seq, hash FROM audit_groups ORDER BY seq DESC LIMIT 1)
            UNION ALL (SELECT seq, hash FROM audit_links ORDER BY seq DESC LIMIT 1)) ends
     ORDER BY seq DESC LIMIT 1`
  return row ? { seq: row.seq, hash: row.hash.toString('hex') } : null
}

/** Runs reads of the whole chain in one snapshot. */
export const inSnapshot = <Result>(db: Db, read: (tx: Tx) => Promise<Result>): Promise<Result> =>
  transaction(db, async (tx) => {
    await tx`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`
    await tx`SET LOCAL statement_timeout = 0`
    await tx`SET LOCAL enable_seqscan = on`
    await tx`SET LOCAL max_parallel_workers_per_gather = 2`
    return read(tx)
  })

/** A link: the number of the first and of the last event, and the event at an index of its group with the text that was hashed. */
export type ChainRow = RowOf<typeof chainGroups> & {
  index: number
  /** Empty where the link names no event. */
  event_id: string | null
  /** Empty in the part of the chain that has one link for each event. */
  digest: Buffer | null
  /** Empty where the event is gone. */
  text: string | null
}

// The text is built here, so that no database function has to be trusted.
const TEXT = new Fragment([
  `jsonb_build_array(e.id, (extract(epoch FROM e.at) * 1000000)::bigint, e.user_id, e.session_id, e.account_id, host(e.address),
                     e.action, e.subject_id, e.facts, e.operator, e.browser)::text AS text`,
])

const listLinks = (tx: Tx, after: number) => tx<ChainRow>`
  SELECT ${columnsOf(chainLinks, 'l')}, l.seq AS first_event, l.seq AS last_event, 1 AS index, NULL AS digest, e.text
    FROM audit_links l LEFT JOIN LATERAL (SELECT ${TEXT} FROM audit_events e WHERE e.id = l.event_id OFFSET 0) e ON true
   WHERE l.seq > ${after} ORDER BY l.seq LIMIT ${PAGE}`

/** Whole groups, of about a page of events. */
const listGroups = (tx: Tx, after: number) => tx<ChainRow>`
  SELECT ${columnsOf(chainGroups, 'g')}, coalesce(one.index, 1) AS index, one.id AS event_id,
         substring(g.digests FROM 4 * one.index::integer - 3 FOR 4) AS digest, e.text
    FROM (SELECT w.*, sum(w.last_event - w.first_event + 1) OVER (ORDER BY w.seq) - (w.last_event - w.first_event + 1) AS former
            FROM (SELECT ${columnsOf(chainGroups, 'n')}, n.event_ids, n.digests
                    FROM audit_groups n WHERE n.seq > ${after} ORDER BY n.seq LIMIT ${PAGE}) w) g
    LEFT JOIN LATERAL unnest(g.event_ids) WITH ORDINALITY one (id, index) ON true
    LEFT JOIN LATERAL (SELECT ${TEXT} FROM audit_events e WHERE e.id = one.id OFFSET 0) e ON true
   WHERE g.former < ${PAGE}
   ORDER BY g.seq, one.index`

/** The links in their order, each as the rows of its events. */
export async function* readChain(tx: Tx): AsyncGenerator<ChainRow[]> {
  for (const list of [listLinks, listGroups])
    for (let [after, rows] = [0, await list(tx, 0)]; rows.length > 0; rows = await list(tx, after)) {
      for (const link of Map.groupBy(rows, ({ seq }) => seq).values()) yield link
      after = rows.at(-1)?.seq ?? after
    }
}

/** Events that have neither a link nor a waiting entry, waiting entries without an event, and events that are linked twice. */
export async function countLinkErrors(
  tx: Tx,
  max: number,
): Promise<{ events: number; errors: number; examples: string[] }> {
  const [row] = await tx<{ events: number; errors: number; examples: string[] }>`
    WITH waiting AS (
      SELECT event_id AS id FROM audit_waiting
      UNION ALL
      SELECT unnest(event_ids) FROM audit_queue
    ), known AS (
      SELECT id FROM waiting
      UNION ALL
      SELECT event_id FROM audit_links
      UNION ALL
      SELECT unnest(event_ids) FROM audit_groups
    ), link_errors AS (
      SELECT e.id FROM audit_events e WHERE NOT EXISTS (SELECT FROM known k WHERE k.id = e.id)
      UNION ALL
      SELECT w.id FROM waiting w WHERE NOT EXISTS (SELECT FROM audit_events e WHERE e.id = w.id)
      UNION ALL
      SELECT k.id FROM known k GROUP BY k.id HAVING count(*) > 1
    )
    SELECT (SELECT count(*) FROM audit_events) AS events, count(*) AS errors,
           ARRAY(SELECT id::text FROM link_errors ORDER BY id LIMIT ${max}) AS examples
      FROM link_errors`
  if (!row) throw new Error('a count has no row')
  return row
}

/** The events of archived years, and the last link of one of them. */
export async function findArchived(tx: Tx): Promise<{ events: number; last_link: number }> {
  const [row] = await tx<{ events: number; last_link: number }>`
    SELECT event_count AS events, last_link FROM archived_years ORDER BY before DESC LIMIT 1`
  return row ?? { events: 0, last_link: 0 }
}
