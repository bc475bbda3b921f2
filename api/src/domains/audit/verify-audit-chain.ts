// Verifies the hash chain of the audit log: no event was changed, removed, inserted or moved since its link was added.
import { createHash } from 'node:crypto'
import type { Db } from '../../db/db.ts'
import { type ChainRow, countLinkErrors, findArchived, type Head, inSnapshot, readChain } from './audit-chain-store.ts'

const MAX_EXAMPLES = 5
/** The hash before the first link. */
const ORIGIN = Buffer.alloc(32)

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

/** What is wrong with the events of a link; each of them is named where that is possible. */
function listBreaks(before: Buffer, rows: readonly ChainRow[], link: ChainRow): string[] {
  const hash = createHash('sha256').update(before)
  const [missing, changed]: [string[], string[]] = [[], []]
  for (const { event_id, text, digest } of rows) {
    if (text === null) missing.push(`link ${link.seq}: event ${event_id} is gone`)
    else {
      hash.update(text)
      if (digest && !createHash('sha256').update(text).digest().subarray(0, 4).equals(digest))
        changed.push(`link ${link.seq}: event ${event_id} is not what was linked`)
    }
  }
  if (missing.length > 0) return [...missing, ...changed]
  if (hash.digest().equals(link.hash))
    return changed.length > 0 ? [`link ${link.seq}: its digests are not those of its events`] : []
  if (changed.length > 0) return changed
  return [
    rows.length > 1
      ? `link ${link.seq}: its events ${link.first_event} to ${link.last_event} are not what was linked, or not in that order`
      : `link ${link.seq}: event ${link.event_id} is not what was linked`,
  ]
}

/** Verifies the whole chain in one snapshot. With a head that was noted before, the chain must still contain it. */
export function verifyAuditChain(db: Db, known: Head | null = null): Promise<ChainVerdict[]> {
  return inSnapshot(db, async (tx) => {
    const [gaps, breaks] = [new Count(), new Count()]
    let before: Pick<ChainRow, 'seq' | 'hash' | 'last_event'> = { seq: 0, hash: ORIGIN, last_event: 0 }
    let checked = 0
    let isKnown = known === null
    const archived = await findArchived(tx)
    let gone = 0
    for await (const rows of readChain(tx)) {
      const [link] = rows
      if (!link) continue
      checked += rows.length
      if (link.seq !== before.seq + 1) gaps.found(`${before.seq} is followed by ${link.seq}`)
      else if (link.first_event !== before.last_event + 1 || link.last_event !== before.last_event + rows.length)
        gaps.found(`link ${link.seq}: its events are not those from ${before.last_event + 1} on`)
      if (link.seq <= archived.last_link && rows.every(({ text }) => text === null)) gone += rows.length
      else for (const what of listBreaks(before.hash, rows, link)) breaks.found(what)
      if (known?.seq === link.seq) isKnown = link.hash.toString('hex') === known.hash
      // Continues from the stored hash: one changed event is one finding, not one for each later link.
      before = link
    }
    if (gone !== archived.events) breaks.found(`${gone} events are gone and ${archived.events} were archived`)
    const linkErrors = await countLinkErrors(tx, MAX_EXAMPLES)
    const verdicts: ChainVerdict[] = [
      { rule: 'links are numbered without a gap', checked, ...gaps },
      { rule: 'each link follows from the one before and from its events', checked, ...breaks },
      {
        rule: 'every event has its link or waits for it',
        checked: linkErrors.events,
        errors: linkErrors.errors,
        examples: linkErrors.examples,
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
