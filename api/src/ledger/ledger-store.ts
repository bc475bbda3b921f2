// Calls the ledger's functions: balances change only through this module.
import type { operationTypes } from 'contract/accounts/operations.ts'
import type { Sql, Tx } from '../db/db.ts'

export type EntryType = (typeof operationTypes)[number]

export type NewEntry = {
  id: string
  account_id: string
  /** Whole minor units of the account's currency; negative for a debit. */
  amount: number
  value_date: string
  type: EntryType
  label: string
  counterparty: string | null
  reference: string | null
  vat_rate: number | null
  vat_amount: number | null
}

export type NewPosting = {
  id: string
  /** The cause, such as `transfer:<id>`: the same cause never moves money twice. */
  posting_key: string
  kind: string
  booking_date: string
  posted_at: string
  /** The posting that this one reverses. */
  reverses: string | null
  entries: readonly NewEntry[]
}

export type PostingOutcome = 'posted' | 'repeated' | 'insufficient_funds'

/** The two arguments of `ledger_post`. */
export const postingsArguments = (postings: readonly NewPosting[]): { heads: string; lines: string } => ({
  heads: JSON.stringify(postings.map(({ entries: _entries, ...head }) => head)),
  lines: JSON.stringify(postings.flatMap(({ id, entries }) => entries.map((entry) => ({ ...entry, posting_id: id })))),
})

/**
 * Posts all of them in one round trip. Each posting is complete or absent; the outcomes are in the order of the
 * postings.
 */
export async function post(db: Sql, postings: readonly NewPosting[]): Promise<PostingOutcome[]> {
  const { heads, lines } = postingsArguments(postings)
  const rows = await db<{ posting_id: string; outcome: PostingOutcome }>`
    SELECT posting_id, outcome FROM ledger_post(${heads}, ${lines})`
  const outcomes = new Map(rows.map(({ posting_id, outcome }) => [posting_id, outcome]))
  return postings.map(({ id }) => {
    const outcome = outcomes.get(id)
    if (!outcome) throw new Error(`the ledger said nothing of posting ${id}`)
    return outcome
  })
}

export type NewHold = { id: string; account_id: string; amount: number; cause: string; held_at: Date }

/** Holds an amount for a cause. False if the available balance is too low: then nothing is held. */
export async function hold(tx: Tx, { id, account_id, amount, cause, held_at }: NewHold): Promise<boolean> {
  const [row] = await tx<{
    ledger_hold: boolean
  }>`SELECT ledger_hold(${account_id}, ${id}, ${amount}, ${cause}, ${held_at})`
  return row?.ledger_hold ?? false
}

/** Releases a hold. False if the cause holds nothing any more. */
export async function release(tx: Tx, accountId: string, cause: string, at: Date): Promise<boolean> {
  const [row] = await tx<{ ledger_release: boolean }>`SELECT ledger_release(${accountId}, ${cause}, ${at})`
  return row?.ledger_release ?? false
}

/** Holds amounts of one account for many causes in one step: all or nothing. */
export async function holdMany(
  tx: Tx,
  accountId: string,
  holds: readonly { id: string; amount: number; cause: string }[],
  at: Date,
): Promise<boolean> {
  const [row] = await tx<{
    is_held: boolean
  }>`SELECT ledger_hold_many(${accountId}, ${JSON.stringify(holds)}, ${at}) AS is_held`
  return row?.is_held ?? false
}

/** Releases what many causes hold on one account. */
export async function releaseMany(tx: Tx, accountId: string, causes: readonly string[], at: Date): Promise<void> {
  await tx`SELECT ledger_release_many(${accountId}, ${causes}::text[], ${at})`
}

/** The amount that a cause holds now, 0 if none. */
export async function heldFor(db: Sql, accountId: string, cause: string): Promise<number> {
  const [row] = await db<{ amount: number }>`
    SELECT amount FROM ledger_holds WHERE account_id = ${accountId} AND cause = ${cause} AND released_at IS NULL`
  return row?.amount ?? 0
}

/** The bank's own accounts by code (`fees:XOF`): through them money enters, leaves and is earned. */
export async function findInternalAccounts(db: Sql): Promise<ReadonlyMap<string, string>> {
  const rows = await db<{ code: string; id: string }>`SELECT code, id FROM ledger_accounts WHERE code IS NOT NULL`
  return new Map(rows.map(({ code, id }) => [code, id]))
}

export type LedgerBalance = { account_id: string; booked: number; held: number; overdraft: number; available: number }

/** The available balance of an account as it is now, overdraft included: a later statement may find another one. */
export async function findAvailable(db: Sql, accountId: string): Promise<number | null> {
  const [row] = await db<{ available: number }>`
    SELECT booked - held + overdraft AS available FROM ledger_accounts WHERE id = ${accountId}`
  return row?.available ?? null
}

/** Locks the customers' accounts among these, in the ledger's order, and returns their balances. */
export function lockBalances(tx: Tx, accountIds: readonly string[]): Promise<LedgerBalance[]> {
  return tx<LedgerBalance>`
    SELECT account_id, booked, held, overdraft, booked - held + overdraft AS available
      FROM ledger_lock(${accountIds}::uuid[])`
}

/** The same without waiting: accounts that another transaction has locked are not in the answer. */
export function lockFreeBalances(tx: Tx, accountIds: readonly string[]): Promise<LedgerBalance[]> {
  return tx<LedgerBalance>`
    SELECT account_id, booked, held, overdraft, booked - held + overdraft AS available
      FROM ledger_lock_free(${accountIds}::uuid[])`
}
