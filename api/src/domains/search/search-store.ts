// Reads what only the search of the portal shows.
import type { Mandate } from 'contract/products/debits.ts'
import { type AccountReader, seesConfidential } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'
import { containing } from '../../db/like.ts'

export type Creditor = { id: string; name: string; status: Mandate['status'] }

/** The creditors with a mandate on the account, the active ones first. */
export const listCreditors = (db: Sql, accountId: string, text: string, max: number) => db<Creditor>`
  SELECT m.id, m.creditor_name AS name, m.status
    FROM mandates m
   WHERE m.account_id = ${accountId} AND plain_letters(m.creditor_name) LIKE plain_letters(${containing(text)})
   ORDER BY array_position(ARRAY['pending_confirmation', 'active', 'suspended'], m.status), m.creditor_name, m.id
   LIMIT ${max}`

/** Below this similarity of letters, a name is another one. */
const LEAST_SIMILARITY = 0.3
const LAST_ENTRIES = 500

/** The name that is written most alike, of the payees and of the last counterparties that the reader may see; null where none is close. */
export async function findNearestName(
  db: Sql,
  reader: AccountReader & { rights: readonly string[] },
  text: string,
): Promise<string | null> {
  const { account_id, rights } = reader
  const [row] = await db<{ name: string }>`
    SELECT n.name
      FROM (SELECT b.name FROM visible_beneficiaries(${account_id}, ${seesConfidential(reader)}) b
             WHERE b.is_saved AND b.removed_at IS NULL AND ${rights.includes('transfers')}
            UNION
            SELECT e.counterparty
              FROM ledger_accounts l JOIN ledger_entries e ON e.account_id = l.id AND e.seq > l.entry_count - ${LAST_ENTRIES}
             WHERE l.id = ${account_id} AND e.counterparty IS NOT NULL AND ${rights.includes('operations')}) n
     WHERE similarity(plain_letters(n.name), plain_letters(${text})) >= ${LEAST_SIMILARITY}
     ORDER BY similarity(plain_letters(n.name), plain_letters(${text})) DESC, n.name
     LIMIT 1`
  return row?.name ?? null
}
