// Looks up the telephone numbers of the lines of a file, which are paid instantly where they have no account number.
import { newId } from '../../adapters/ids.ts'
import { columnsOf, recordsetOf } from '../../db/columns.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { memberCodeOf, newEndToEndId } from '../../formats/instant/aip-ids.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { queueMessages } from './aip-message-store.ts'
import { foundPayees, newLookups, type PhoneLookup } from './instant-columns.ts'

/** An answer serves the lines of a file for this long: the file may wait a day for its author. */
const HOURS = 24

/** The last look-up of each telephone number on the account, where it is recent. */
export async function listPhoneLookups(
  db: Sql,
  accountId: string,
  phones: readonly string[],
  now: Date,
): Promise<Map<string, PhoneLookup>> {
  if (phones.length === 0) return new Map()
  const rows = await db<PhoneLookup>`
    SELECT DISTINCT ON (l.value) l.id, l.value, l.state, ${columnsOf(foundPayees, 'l')}, p.name AS institution
      FROM payee_lookups l LEFT JOIN instant_participants p ON p.member = l.member
     WHERE l.account_id = ${accountId} AND l.created_at > ${now}::timestamptz - make_interval(hours => ${HOURS})
       AND l.kind = 'phone' AND l.value = ANY (${[...phones]}::text[])
     ORDER BY l.value, l.created_at DESC`
  return new Map(rows.map((row) => [row.value, row]))
}

/** Looks up each of these values, and answers the id of its look-up by `kind:value`. */
export async function queueLookups(
  tx: Tx,
  { account_id, user_id }: { account_id: string; user_id: string },
  values: readonly { kind: 'phone' | 'address'; value: string }[],
  now: Date,
): Promise<Map<string, string>> {
  const distinct = new Map(values.map(({ kind, value }) => [`${kind}:${value}`, { kind, value }]))
  if (distinct.size === 0) return new Map()
  const member = memberCodeOf((await getBankIdentity(tx)).code)
  const lookups = [...distinct.values()].map(({ kind, value }) => ({
    account_id,
    id: newId(),
    end_to_end_id: newEndToEndId(member, now),
    kind,
    value,
    channel: null,
    reference: null,
    created_by: user_id,
    created_at: now,
    state: 'waiting' as const,
  }))
  await tx`
    INSERT INTO payee_lookups (${columnsOf(newLookups)})
    SELECT ${columnsOf(newLookups, 'l')} FROM ${recordsetOf(newLookups, lookups, 'l')}`
  await queueMessages(
    tx,
    lookups.map(({ end_to_end_id, value }) => ({
      path: '/alias/recherche' as const,
      body: { endToEndId: end_to_end_id, alias: value },
    })),
    now,
  )
  return new Map(lookups.map(({ id, kind, value }) => [`${kind}:${value}`, id]))
}

/** Asks for the numbers that were not asked for recently. */
export async function queuePhoneLookups(
  tx: Tx,
  author: { account_id: string; user_id: string },
  phones: readonly string[],
  now: Date,
): Promise<void> {
  const known = await listPhoneLookups(tx, author.account_id, phones, now)
  const fresh = phones.filter((phone) => !known.has(phone))
  await queueLookups(
    tx,
    author,
    fresh.map((value) => ({ kind: 'phone', value })),
    now,
  )
}
