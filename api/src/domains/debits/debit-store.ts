import type { debitTabs } from 'contract/products/debits.ts'
import { columnsOf, type RowOf, valuesOf } from '../../db/columns.ts'
import { part, type Sql, type Tx } from '../../db/db.ts'
import { containing } from '../../db/like.ts'
import { removeUpcoming } from '../operations/upcoming-store.ts'
import {
  claimedCollections,
  type CollectionMessageRow,
  collectionMessages,
  dueCollections,
  newCollections,
  readCollections,
} from './collection-columns.ts'
import type { Reason } from './debit-rules.ts'

/** Moments are in Unix seconds. */
export type StoredDebit = RowOf<typeof readCollections> & {
  claimed_at: number | null
  claim_answered_at: number | null
}

type Counted = { total: number; sum: number }

/** Which collections are listed: upcoming ones by their due day, past ones by the day of their settlement. */
export type DebitFilter = {
  tab: (typeof debitTabs)[number]
  status: StoredDebit['status'] | null
  search: string | null
  /** The amount that the search means, in the account's currency; null where it means none. */
  amount: number | null
  from: string | null
  to: string | null
  min: number | null
  max: number | null
}

const columns = part`
  ${columnsOf(readCollections)}, extract(epoch FROM claimed_at)::int AS claimed_at,
  extract(epoch FROM claim_answered_at)::int AS claim_answered_at`

/** A page of the collections of an account, with their total number and sum. */
export async function listDebitsOf(
  db: Sql,
  accountId: string,
  { tab, status, search, amount, from, to, min, max }: DebitFilter,
  { page, per_page }: { page: number; per_page: number },
): Promise<{ items: StoredDebit[] } & Counted> {
  const offset = (page - 1) * per_page
  const pattern = search ? containing(search) : null
  const found = part`
    account_id = ${accountId} AND (${status}::text IS NULL OR status = ${status})
    AND (${min}::bigint IS NULL OR amount >= ${min}) AND (${max}::bigint IS NULL OR amount <= ${max})
    AND (${pattern}::text IS NULL OR amount = ${amount}::bigint
         OR plain_letters(concat_ws(chr(10), creditor_name, label, umr)) LIKE (SELECT plain_letters(${pattern})))`
  // Each tab has its own index.
  if (tab === 'upcoming') {
    const upcoming = part`
      ${found} AND status = 'announced' AND (${from}::date IS NULL OR due_date >= ${from}) AND (${to}::date IS NULL OR due_date <= ${to})`
    const [counted] = await db<Counted>`
      SELECT count(*) AS total, coalesce(sum(amount), 0)::bigint AS sum FROM collections WHERE ${upcoming}`
    const items = await db<StoredDebit>`
      SELECT ${columns} FROM collections WHERE ${upcoming} ORDER BY due_date, id LIMIT ${per_page} OFFSET ${offset}`
    return { items, total: counted?.total ?? 0, sum: counted?.sum ?? 0 }
  }
  const past = part`
    ${found} AND status <> 'announced' AND (${from}::date IS NULL OR settled_on >= ${from}) AND (${to}::date IS NULL OR settled_on <= ${to})`
  const [counted] = await db<Counted>`
    SELECT count(*) AS total, coalesce(sum(amount) FILTER (WHERE status = 'executed'), 0)::bigint AS sum
      FROM collections WHERE ${past}`
  const items = await db<StoredDebit>`
    SELECT ${columns} FROM collections WHERE ${past} ORDER BY settled_on DESC, id LIMIT ${per_page} OFFSET ${offset}`
  return { items, total: counted?.total ?? 0, sum: counted?.sum ?? 0 }
}

export async function findDebit(db: Sql, accountId: string, id: string): Promise<StoredDebit | undefined> {
  const [row] = await db<StoredDebit>`SELECT ${columns} FROM collections WHERE account_id = ${accountId} AND id = ${id}`
  return row
}

export type LockedDebit = StoredDebit & { posting_id: string | null; account_status: string }

/** One collection of an account, locked. */
export async function lockDebit(tx: Tx, accountId: string, id: string): Promise<LockedDebit | undefined> {
  const [row] = await tx<LockedDebit>`
    SELECT ${columnsOf(readCollections, 'c')}, extract(epoch FROM c.claimed_at)::int AS claimed_at,
           extract(epoch FROM c.claim_answered_at)::int AS claim_answered_at, c.posting_id, a.status AS account_status
      FROM collections c JOIN accounts a ON a.id = c.account_id
     WHERE c.account_id = ${accountId} AND c.id = ${id}
       FOR UPDATE OF c`
  return row
}

/** The collection was not executed, and never will be. */
export async function markUnpaid(
  tx: Tx,
  { account_id, id }: { account_id: string; id: string },
  { status, reason, day }: { status: 'rejected' | 'refused'; reason: Reason; day: string },
): Promise<void> {
  await tx`
    UPDATE collections SET status = ${status}, reason = ${reason}, run_at = NULL, settled_on = ${day}
     WHERE account_id = ${account_id} AND id = ${id}`
  await removeUpcoming(tx, { account_id, id })
}

export async function markPaid(
  tx: Tx,
  { account_id, id }: { account_id: string; id: string },
  { posting_id, day }: { posting_id: string; day: string },
): Promise<void> {
  await tx`
    UPDATE collections SET status = 'executed', run_at = NULL, settled_on = ${day}, posting_id = ${posting_id}
     WHERE account_id = ${account_id} AND id = ${id}`
  await removeUpcoming(tx, { account_id, id })
}

export async function markRefunded(
  tx: Tx,
  accountId: string,
  id: string,
  { reason, posting_id }: { reason: Reason; posting_id: string },
): Promise<void> {
  await tx`
    UPDATE collections SET status = 'refunded', reason = ${reason}, refund_posting_id = ${posting_id}
     WHERE account_id = ${accountId} AND id = ${id}`
}

export async function markClaimed(tx: Tx, accountId: string, id: string, at: Date): Promise<void> {
  await tx`UPDATE collections SET claimed_at = ${at} WHERE account_id = ${accountId} AND id = ${id}`
}

/** With the reason of the rejection; null where the money was refunded. */
export async function markRefundClaimAnswered(
  tx: Tx,
  accountId: string,
  id: string,
  { refusal, at }: { refusal: string | null; at: Date },
): Promise<void> {
  await tx`
    UPDATE collections SET claim_answered_at = ${at}, claim_refusal = ${refusal} WHERE account_id = ${accountId} AND id = ${id}`
}

export type WaitingRefundClaim = RowOf<typeof claimedCollections> & { iban: string; taken_on: string; claimed_at: Date }

/** Open claims, the oldest first. */
export const listWaitingRefundClaims = (db: Sql, until: Date, max: number) =>
  db<WaitingRefundClaim>`
    SELECT ${columnsOf(claimedCollections, 'c')}, a.iban, c.settled_on AS taken_on, c.claimed_at
      FROM collections c
      JOIN accounts a ON a.id = c.account_id
     WHERE c.claimed_at <= ${until} AND c.claimed_at IS NOT NULL AND c.claim_answered_at IS NULL
     ORDER BY c.claimed_at, c.id
     LIMIT ${max}`

/** The account that a collection debits. */
export async function findPayer(db: Sql, id: string): Promise<string | null> {
  const [row] = await db<{ account_id: string }>`SELECT account_id FROM collections WHERE id = ${id}`
  return row?.account_id ?? null
}

export type DueCollection = RowOf<typeof dueCollections> & {
  account_status: string
  account_kind: string
  account_currency: string
  is_company: boolean
  is_creditor_blocked: boolean
}

/** Due collections. Workers take different ones. */
export function lockDueCollections(tx: Tx, now: Date, max: number): Promise<DueCollection[]> {
  return tx<DueCollection>`
    SELECT ${columnsOf(dueCollections, 'c')}, a.status AS account_status, a.kind AS account_kind, a.currency AS account_currency,
           k.kind = 'company' AS is_company,
           -- Whatever its business code is: the signs 5 to 7.
           EXISTS (SELECT FROM blocked_creditors b
                    WHERE b.account_id = c.account_id AND overlay(b.creditor_id PLACING '' FROM 5 FOR 3) = overlay(c.creditor_id PLACING '' FROM 5 FOR 3)) AS is_creditor_blocked
      FROM collections c
      JOIN accounts a ON a.id = c.account_id
      JOIN customers k ON k.id = a.customer_id
     WHERE c.run_at <= ${now}
     ORDER BY c.run_at, c.id
     LIMIT ${max}
       FOR UPDATE OF c SKIP LOCKED`
}

export async function postponeCollection(tx: Tx, accountId: string, id: string, until: Date): Promise<void> {
  await tx`UPDATE collections SET run_at = ${until} WHERE account_id = ${accountId} AND id = ${id}`
}

/** False where a message of this sender and name was read before. */
export async function insertCollectionMessage(tx: Tx, message: CollectionMessageRow): Promise<boolean> {
  const rows = await tx<{ message_id: string }>`
    INSERT INTO collection_messages (${columnsOf(collectionMessages)}) VALUES (${valuesOf(collectionMessages, message)})
    ON CONFLICT DO NOTHING
    RETURNING message_id`
  return rows.length === 1
}

export async function findCollectionMessage(
  tx: Tx,
  { sender, message_id }: Pick<CollectionMessageRow, 'sender' | 'message_id'>,
): Promise<{ content_hash: Buffer } | undefined> {
  const [row] = await tx<{ content_hash: Buffer }>`
    SELECT content_hash FROM collection_messages WHERE sender = ${sender} AND message_id = ${message_id}`
  return row
}

export type Debtor = { account_id: string; holder: string }

/** Accounts of this bank among these IBANs, with their holders. */
export async function findDebtors(tx: Tx, ibans: readonly string[]): Promise<ReadonlyMap<string, Debtor>> {
  const rows = await tx<Debtor & { iban: string }>`
    SELECT a.iban, a.id AS account_id, c.name AS holder
      FROM accounts a JOIN customers c ON c.id = a.customer_id WHERE a.iban = ANY (${ibans}::text[])`
  return new Map(rows.map(({ iban, ...debtor }) => [iban, debtor]))
}

/** Messages are announced one after the other: two of them may contain the same collection. */
export async function lockPresentation(tx: Tx): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtext('collections'))`
}

type PresentedCollection = Pick<
  NewCollection,
  'account_id' | 'creditor_id' | 'umr' | 'reference' | 'due_date' | 'amount' | 'currency'
>

/**
 * Whether the same collection was presented before, also where the customer has refused it. Its reference alone does not say so: creditors repeat
 * one for all collections of a mandate, and present an unpaid one again for a later day. Each state has its own index.
 */
export async function isCollectionKnown(
  tx: Tx,
  { account_id, creditor_id, umr, reference, due_date, amount, currency }: PresentedCollection,
): Promise<boolean> {
  const rows = await tx`
    SELECT FROM collections
     WHERE account_id = ${account_id} AND creditor_id = ${creditor_id} AND umr = ${umr} AND reference = ${reference}
       AND due_date = ${due_date} AND amount = ${amount} AND currency = ${currency} AND (status = 'announced' OR status <> 'announced')
     LIMIT 1`
  return rows.length > 0
}

export type NewCollection = Omit<RowOf<typeof newCollections>, 'status'>

/** Announces a collection, also as an upcoming operation. */
export async function insertCollection(tx: Tx, one: NewCollection): Promise<void> {
  const row = { ...one, status: 'announced' as const }
  await tx`INSERT INTO collections (${columnsOf(newCollections)}) VALUES (${valuesOf(newCollections, row)})`
  await tx`
    INSERT INTO intraday_operations (account_id, id, intraday_id, type, label, counterparty, amount, expected_on)
    VALUES (${one.account_id}, ${one.id}, ${`PRLV${one.id}`}, 'direct_debit', ${one.label}, ${one.creditor_name}, ${-one.amount}, ${one.due_date})`
}

/** For how many days a debtor gets a debit back at once. */
export async function getRefundDays(db: Sql): Promise<number> {
  const [row] = await db<{ value: number }>`SELECT value FROM parameters WHERE name = 'refund_days'`
  if (!row) throw new Error('the parameter refund_days is missing')
  return row.value
}
