// Makes calls idempotent: the first answer to a key is stored in the transaction of its action, and returned to a
// repeated request.
import { ConfirmationNeeded, Refusal } from '../refusal.ts'
import { columnsOf, recordsetOf } from './columns.ts'
import { type Fragment, part, type Sql, type Tx } from './db.ts'
import { type StoredAnswer, storedAnswers } from './idempotency-columns.ts'
import { ChangedMeanwhile } from './transaction.ts'

export type IdempotencyScope = { user_id: string; key: string }

/** The stored answers of these keys. */
export function findAnswers(db: Sql, keys: readonly IdempotencyScope[]): Promise<StoredAnswer[]> {
  return db<StoredAnswer>`
    SELECT ${columnsOf(storedAnswers, 'i')}
      FROM unnest(${keys.map(({ user_id }) => user_id)}::uuid[], ${keys.map(({ key }) => key)}::text[]) AS k (user_id, key)
     CROSS JOIN LATERAL (
             SELECT * FROM idempotency_keys
              WHERE user_id = k.user_id AND key = k.key
             -- OFFSET keeps the key on the inside: a plan made while the table is empty would scan all of it for ever.
             OFFSET 0) i`
}

/** The statement that stores answers. */
export const answersInsert = (answers: readonly StoredAnswer[], at: Date): Fragment => part`
    INSERT INTO idempotency_keys (${columnsOf(storedAnswers)}, created_at)
    SELECT ${columnsOf(storedAnswers, 'a')}, ${at}::timestamptz FROM ${recordsetOf(storedAnswers, answers, 'a')}`

/** Stores answers. A key that another transaction has just used makes the transaction fail, with the whole action. */
export async function storeAnswers(db: Sql, answers: readonly StoredAnswer[], at: Date): Promise<void> {
  await db`${answersInsert(answers, at)}`
}

/**
 * Runs an operation once per key, inside its transaction: a repeated request gets the first answer, another request
 * with the same key is refused. Of two simultaneous requests, the second fails because the key is used, or is refused
 * because of what the first has done (its confirmation is used, its cheque is stopped): it is repeated as a replay.
 */
export async function runIdempotent<T>(
  tx: Tx,
  { user_id, key, request_hash }: IdempotencyScope & { request_hash: string },
  now: Date,
  work: () => Promise<T>,
): Promise<T> {
  const [known] = await findAnswers(tx, [{ user_id, key }])
  if (known && known.request_hash !== request_hash) throw new Refusal('idempotency_key_reused')
  // Stored below by the same call of the same user: the hash of the request ensures it.
  if (known) return (known.answer as { value: T }).value
  const value = await work().catch(async (error: unknown) => {
    const isRefused = error instanceof Refusal || error instanceof ConfirmationNeeded
    throw isRefused && (await findAnswers(tx, [{ user_id, key }])).length > 0 ? new ChangedMeanwhile() : error
  })
  await storeAnswers(tx, [{ user_id, key, request_hash, answer: { value } }], now)
  return value
}
