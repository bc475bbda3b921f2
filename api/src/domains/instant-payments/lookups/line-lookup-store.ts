// Looks up the payees of the lines of a file that are paid instantly: by their telephone number where they have no account number, and by their
// account number where the author has chosen it.
import { newId } from '../../../adapters/ids.ts'
import { columnsOf, recordsetOf } from '../../../db/columns.ts'
import type { Sql, Tx } from '../../../db/db.ts'
import { memberCodeOf, newEndToEndId, newMessageId } from '../../../formats/instant/aip-ids.ts'
import { getBankIdentity } from '../../bank/bank-identity-store.ts'
import { type OutgoingMessage, queueMessages } from '../platform/aip-message-store.ts'
import { foundPayees, newLookups, type LineLookup } from '../platform/instant-columns.ts'

/** An answer serves the lines of a file for this long: the file may wait a day for its author. */
const HOURS = 24

/** The member code of the institution that has an account of the union. */
const memberOfIban = (iban: string) => memberCodeOf(iban.slice(4, 9))

export type LineNumber = { kind: 'phone' | 'account'; value: string }

/** The last look-up of each telephone or account number on the account, where it is recent. */
export async function listLineLookups(
  db: Sql,
  accountId: string,
  numbers: readonly LineNumber[],
  now: Date,
): Promise<Map<string, LineLookup>> {
  if (numbers.length === 0) return new Map()
  const rows = await db<LineLookup>`
    SELECT DISTINCT ON (l.value) l.id, l.value, l.state, l.created_at, ${columnsOf(foundPayees, 'l')}, p.name AS institution
      FROM payee_lookups l LEFT JOIN instant_participants p ON p.member = l.member
     WHERE l.account_id = ${accountId} AND l.created_at > ${now}::timestamptz - make_interval(hours => ${HOURS})
       AND l.kind IN ('phone', 'account') AND l.value = ANY (${numbers.map(({ value }) => value)}::text[])
     ORDER BY l.value, l.created_at DESC`
  return new Map(rows.map((row) => [row.value, row]))
}

/** Those of the account numbers whose institution is connected to the platform. */
export async function listReachable(db: Sql, ibans: readonly string[]): Promise<Set<string>> {
  const inUnion = ibans.filter((iban) => /^[A-Z]{2}\d{3}$/.test(iban.slice(4, 9)))
  if (inUnion.length === 0) return new Set()
  const rows = await db<{ iban: string }>`
    SELECT n.iban FROM unnest(${inUnion}::text[], ${inUnion.map(memberOfIban)}::text[]) AS n (iban, member)
      JOIN instant_participants p ON p.member = n.member AND p.state = 'ENBL'
     WHERE NOT EXISTS (SELECT FROM bank WHERE bank.code = substr(n.iban, 5, 5) AND left(bank.code, 2) = left(n.iban, 2))`
  return new Set(rows.map(({ iban }) => iban))
}

/** Looks up each of these values, and answers the id of its look-up by `kind:value`. */
export async function queueLookups(
  tx: Tx,
  { account_id, user_id }: { account_id: string; user_id: string },
  values: readonly { kind: 'phone' | 'address' | 'account'; value: string }[],
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
    lookups.map(({ end_to_end_id, kind, value }): OutgoingMessage =>
      kind === 'account'
        ? {
            path: '/verifications-identites',
            body: {
              msgId: newMessageId(member),
              endToEndId: end_to_end_id,
              codeMembreParticipant: memberOfIban(value),
              ibanClient: value,
            },
          }
        : { path: '/alias/recherche', body: { endToEndId: end_to_end_id, alias: value } },
    ),
    now,
  )
  return new Map(lookups.map(({ id, kind, value }) => [`${kind}:${value}`, id]))
}

/** Asks for the numbers that were not asked for recently; answers how many. */
export async function queueLineLookups(
  tx: Tx,
  author: { account_id: string; user_id: string },
  numbers: readonly LineNumber[],
  now: Date,
): Promise<number> {
  const known = await listLineLookups(tx, author.account_id, numbers, now)
  const fresh = numbers.filter(({ value }) => !known.has(value))
  await queueLookups(tx, author, fresh, now)
  return fresh.length
}
