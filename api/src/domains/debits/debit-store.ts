import type { Debit, debitTabs } from 'contract/products/debits.ts'
import type { Currency } from 'contract/values/money.ts'
import type { Sql, Tx } from '../../db/db.ts'
import type { Reason } from './debit-rules.ts'

export type StoredDebit = Omit<Debit, 'refuse_until' | 'refund_until' | 'claim_until'>

type Counted = { total: number; sum: number }

/** A page of the collections of an account, with their total number and sum. */
export async function listDebitsOf(
  db: Sql,
  accountId: string,
  tab: (typeof debitTabs)[number],
  { page, per_page }: { page: number; per_page: number },
): Promise<{ items: StoredDebit[] } & Counted> {
  const offset = (page - 1) * per_page
  const [counted] =
    tab === 'upcoming'
      ? await db<Counted>`
          SELECT count(*) AS total, coalesce(sum(amount), 0)::bigint AS sum FROM collections WHERE account_id = ${accountId} AND status = 'announced'`
      : await db<Counted>`
          SELECT count(*) AS total, coalesce(sum(amount) FILTER (WHERE status = 'executed'), 0)::bigint AS sum
            FROM collections WHERE account_id = ${accountId} AND status <> 'announced'`
  const items =
    tab === 'upcoming'
      ? await db<StoredDebit>`
          SELECT id, creditor_name, creditor_id, umr, scheme, sequence, amount, currency, due_date, label, reference, status, reason,
                 settled_on, extract(epoch FROM claimed_at)::int AS claimed_at,
                 extract(epoch FROM claim_answered_at)::int AS claim_answered_at, claim_refusal
            FROM collections WHERE account_id = ${accountId} AND status = 'announced'
           ORDER BY due_date, id LIMIT ${per_page} OFFSET ${offset}`
      : await db<StoredDebit>`
          SELECT id, creditor_name, creditor_id, umr, scheme, sequence, amount, currency, due_date, label, reference, status, reason,
                 settled_on, extract(epoch FROM claimed_at)::int AS claimed_at,
                 extract(epoch FROM claim_answered_at)::int AS claim_answered_at, claim_refusal
            FROM collections WHERE account_id = ${accountId} AND status <> 'announced'
           ORDER BY settled_on DESC, id LIMIT ${per_page} OFFSET ${offset}`
  return { items, total: counted?.total ?? 0, sum: counted?.sum ?? 0 }
}

export type LockedDebit = StoredDebit & { posting_id: string | null; account_status: string }

/** One collection of an account, locked. */
export async function lockDebit(tx: Tx, accountId: string, id: string): Promise<LockedDebit | undefined> {
  const [row] = await tx<LockedDebit>`
    SELECT c.id, c.creditor_name, c.creditor_id, c.umr, c.scheme, c.sequence, c.amount, c.currency, c.due_date, c.label, c.reference,
           c.status, c.reason, c.settled_on, extract(epoch FROM c.claimed_at)::int AS claimed_at,
           extract(epoch FROM c.claim_answered_at)::int AS claim_answered_at, c.claim_refusal, c.posting_id, a.status AS account_status
      FROM collections c JOIN accounts a ON a.id = c.account_id
     WHERE c.account_id = ${accountId} AND c.id = ${id}
       FOR UPDATE OF c`
  return row
}

/** The collection was not executed, and never will be. */
export async function markNotTaken(
  tx: Tx,
  { account_id, id }: { account_id: string; id: string },
  { status, reason, day }: { status: 'rejected' | 'refused'; reason: Reason; day: string },
): Promise<void> {
  await tx`
    UPDATE collections SET status = ${status}, reason = ${reason}, run_at = NULL, settled_on = ${day}
     WHERE account_id = ${account_id} AND id = ${id}`
  await removeUpcoming(tx, account_id, id)
}

export async function markTaken(
  tx: Tx,
  { account_id, id }: { account_id: string; id: string },
  { posting_id, day }: { posting_id: string; day: string },
): Promise<void> {
  await tx`
    UPDATE collections SET status = 'executed', run_at = NULL, settled_on = ${day}, posting_id = ${posting_id}
     WHERE account_id = ${account_id} AND id = ${id}`
  await removeUpcoming(tx, account_id, id)
}

const removeUpcoming = (tx: Tx, accountId: string, id: string) =>
  tx`DELETE FROM intraday_operations WHERE account_id = ${accountId} AND id = ${id}`

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

export type WaitingRefundClaim = Pick<
  StoredDebit,
  'id' | 'creditor_name' | 'umr' | 'scheme' | 'amount' | 'currency' | 'reference'
> & {
  account_id: string
  iban: string
  taken_on: string
  claimed_at: Date
}

/** Open claims, the oldest first. */
export const listWaitingRefundClaims = (db: Sql, until: Date, max: number) =>
  db<WaitingRefundClaim>`
    SELECT c.id, c.creditor_name, c.umr, c.scheme, c.amount, c.currency, c.reference, c.account_id, a.iban, c.settled_on AS taken_on, c.claimed_at
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

export async function listHolidays(db: Sql, from: string): Promise<ReadonlySet<string>> {
  const rows = await db<{ day: string }>`SELECT day FROM holidays WHERE day >= ${from} ORDER BY day`
  return new Set(rows.map(({ day }) => day))
}

export type DueCollection = {
  account_id: string
  id: string
  umr: string
  creditor_name: string
  creditor_id: string
  scheme: Debit['scheme']
  sequence: Debit['sequence']
  amount: number
  currency: Currency
  due_date: string
  label: string
  reference: string
  account_status: string
  account_kind: string
  account_currency: string
  is_company: boolean
  is_creditor_blocked: boolean
}

/** Due collections. Workers take different ones. */
export function lockDueCollections(tx: Tx, now: Date, max: number): Promise<DueCollection[]> {
  return tx<DueCollection>`
    SELECT c.account_id, c.id, c.umr, c.creditor_name, c.creditor_id, c.scheme, c.sequence, c.amount, c.currency, c.due_date,
           c.label, c.reference, a.status AS account_status, a.kind AS account_kind, a.currency AS account_currency,
           k.kind = 'company' AS is_company,
           EXISTS (SELECT FROM blocked_creditors b WHERE b.account_id = c.account_id AND b.creditor_id = c.creditor_id) AS is_creditor_blocked
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

type Message = { sender: string; message_id: string }

/** False where a message of this sender and name was read before. */
export async function insertCollectionMessage(
  tx: Tx,
  {
    sender,
    message_id,
    content_hash,
    file_name,
    received_at,
  }: Message & { content_hash: Buffer; file_name: string; received_at: Date },
): Promise<boolean> {
  const rows = await tx<{ message_id: string }>`
    INSERT INTO collection_messages (sender, message_id, content_hash, file_name, received_at)
    VALUES (${sender}, ${message_id}, ${content_hash}, ${file_name}, ${received_at})
    ON CONFLICT DO NOTHING
    RETURNING message_id`
  return rows.length === 1
}

export async function findCollectionMessage(
  tx: Tx,
  { sender, message_id }: Message,
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

export type NewCollection = Pick<
  StoredDebit,
  'id' | 'umr' | 'creditor_name' | 'creditor_id' | 'scheme' | 'sequence' | 'amount' | 'due_date' | 'label' | 'reference'
> & { account_id: string; currency: string; presented_at: Date; run_at: Date }

/** Announces a collection, also as an upcoming operation. */
export async function insertCollection(tx: Tx, one: NewCollection): Promise<void> {
  await tx`
    INSERT INTO collections (account_id, id, umr, creditor_name, creditor_id, scheme, sequence, amount, currency, due_date, label, reference,
                             presented_at, status, run_at)
    VALUES (${one.account_id}, ${one.id}, ${one.umr}, ${one.creditor_name}, ${one.creditor_id}, ${one.scheme}, ${one.sequence}, ${one.amount},
            ${one.currency}, ${one.due_date}, ${one.label}, ${one.reference}, ${one.presented_at}, 'announced', ${one.run_at})`
  await tx`
    INSERT INTO intraday_operations (account_id, id, intraday_id, type, label, counterparty, amount, expected_on)
    VALUES (${one.account_id}, ${one.id}, ${`PRLV${one.id}`}, 'direct_debit', ${one.label}, ${one.creditor_name}, ${-one.amount}, ${one.due_date})`
}
