// The hash chain of the audit log: links are added after the events, and verified to prove that no event was changed.
import { createHash } from 'node:crypto'
import { columnsOf, type RowOf } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { chainLinks } from './audit-columns.ts'

const AT_ONCE = 1_000
const PAGE = 5_000
const MAX_EXAMPLES = 5
/** The hash before the first link. */
const ORIGIN = Buffer.alloc(32)

/** Links every waiting event; answers how many. */
export async function linkEvents(db: Db, now: Date): Promise<number> {
  for (let linked = 0; ;) {
    const [row] = await db<{ count: number }>`SELECT audit_link(${AT_ONCE}, ${now}) AS count`
    const count = row?.count ?? 0
    linked += count
    if (count < AT_ONCE) return linked
  }
}

/** The last link of the chain. A copy kept outside the database proves later that the chain was neither rebuilt nor truncated. */
export type Head = { seq: number; hash: string }

export async function findHead(db: Db): Promise<Head | null> {
  const [row] = await db<{ seq: number; hash: Buffer }>`SELECT seq, hash FROM audit_links ORDER BY seq DESC LIMIT 1`
  return row ? { seq: row.seq, hash: row.hash.toString('hex') } : null
}

type Link = RowOf<typeof chainLinks> & { text: string | null }

/** The links after one of them, each with the text of its event; the text is built here, so that no database function has to be trusted. */
const listLinks = (tx: Tx, after: number) => tx<Link>`
  SELECT ${columnsOf(chainLinks, 'l')},
         CASE WHEN e.id IS NOT NULL THEN
           jsonb_build_array(e.id, (extract(epoch FROM e.at) * 1000000)::bigint, e.user_id, e.session_id, e.account_id, host(e.address),
                             e.action, e.subject_id, e.facts, e.operator, e.browser)::text END AS text
    FROM audit_links l LEFT JOIN audit_events e ON e.id = l.event_id
   WHERE l.seq > ${after} ORDER BY l.seq LIMIT ${PAGE}`

/** Events that have neither a link nor a waiting entry, and links or waiting entries without an event. */
async function countLoose(tx: Tx): Promise<{ events: number; errors: number; examples: string[] }> {
  const [row] = await tx<{ events: number; errors: number; examples: string[] }>`
    WITH loose AS (
      SELECT e.id FROM audit_events e
       WHERE NOT EXISTS (SELECT FROM audit_links l WHERE l.event_id = e.id) AND NOT EXISTS (SELECT FROM audit_waiting w WHERE w.event_id = e.id)
      UNION ALL
      SELECT w.event_id FROM audit_waiting w WHERE NOT EXISTS (SELECT FROM audit_events e WHERE e.id = w.event_id)
    )
    SELECT (SELECT count(*) FROM audit_events) AS events, count(*) AS errors,
           ARRAY(SELECT id::text FROM loose ORDER BY id LIMIT ${MAX_EXAMPLES}) AS examples
      FROM loose`
  if (!row) throw new Error('a count has no row')
  return row
}

/** The events of archived years, and the last link of one of them. */
async function findArchived(tx: Tx): Promise<{ events: number; last_link: number }> {
  const [row] = await tx<{ events: number; last_link: number }>`
    SELECT event_count AS events, last_link FROM archived_years ORDER BY before DESC LIMIT 1`
  return row ?? { events: 0, last_link: 0 }
}

/** The result of a rule of the audit chain: events checked, errors, and the first examples. */
export type ChainVerdict = { rule: string; checked: number; errors: number; examples: string[] }

class Count {
  errors = 0
  readonly examples: string[] = []
  found(what: string) {
    this.errors += 1
    if (this.examples.length < MAX_EXAMPLES) this.examples.push(what)
  }
}

/** Verifies the whole chain in one snapshot. With a head that was noted before, the chain must still contain it. */
export function verifyAuditChain(db: Db, known: Head | null = null): Promise<ChainVerdict[]> {
  return transaction(db, async (tx) => {
    await tx`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`
    await tx`SET LOCAL statement_timeout = 0`
    const gaps = new Count()
    const breaks = new Count()
    let before: Pick<Link, 'seq' | 'hash'> = { seq: 0, hash: ORIGIN }
    let checked = 0
    let isKnown = known === null
    const archived = await findArchived(tx)
    let gone = 0
    for (let links = await listLinks(tx, 0); links.length > 0; links = await listLinks(tx, before.seq))
      for (const { seq, event_id, hash, text } of links) {
        checked += 1
        if (seq !== before.seq + 1) gaps.found(`${before.seq} is followed by ${seq}`)
        if (text === null && seq <= archived.last_link) gone += 1
        else if (text === null) breaks.found(`link ${seq}: event ${event_id} is gone`)
        else if (!createHash('sha256').update(before.hash).update(text).digest().equals(hash))
          breaks.found(`link ${seq}: event ${event_id} is not what was linked`)
        if (known?.seq === seq) isKnown = hash.toString('hex') === known.hash
        // Continues from the stored hash: one changed event is one finding, not one for each later event.
        before = { seq, hash }
      }
    if (gone !== archived.events) breaks.found(`${gone} events are gone and ${archived.events} were archived`)
    const loose = await countLoose(tx)
    const verdicts: ChainVerdict[] = [
      { rule: 'links are numbered without a gap', checked, ...gaps },
      { rule: 'each link follows from the one before and from its event', checked, ...breaks },
      {
        rule: 'every event has its link or waits for it',
        checked: loose.events,
        errors: loose.errors,
        examples: loose.examples,
      },
    ]
    if (known) {
      const example = `link ${known.seq} with ${known.hash} is not there`
      verdicts.push({
        rule: 'the chain contains the head that was noted',
        checked: 1,
        errors: isKnown ? 0 : 1,
        examples: isKnown ? [] : [example],
      })
    }
    return verdicts
  })
}
