// Exactly once: the first answer to a key is kept in the transaction of its act, and given again to a replay.
import type { Sql } from './db.ts'

export type OnceKey = { user_id: string; key: string }
export type KeptAnswer = OnceKey & { request_hash: string; answer: unknown }

/** The answers already given to these keys. */
export function findAnswers(db: Sql, keys: readonly OnceKey[]): Promise<KeptAnswer[]> {
  return db<KeptAnswer>`
    SELECT i.user_id, i.key, i.request_hash, i.answer
      FROM unnest(${keys.map(({ user_id }) => user_id)}::uuid[], ${keys.map(({ key }) => key)}::text[]) AS k (user_id, key)
     CROSS JOIN LATERAL (
             SELECT * FROM idempotency_keys
              WHERE user_id = k.user_id AND key = k.key
             -- OFFSET keeps the key on the inside: a plan made while the table is empty would walk it whole for ever.
             OFFSET 0) i`
}

/** Keeps answers. A key that another transaction has just used makes it fail, and the whole act with it. */
export async function keepAnswers(db: Sql, answers: readonly KeptAnswer[], at: Date): Promise<void> {
  await db`
    INSERT INTO idempotency_keys (user_id, key, request_hash, answer, created_at)
    SELECT user_id, key, request_hash, answer, ${at}
      FROM jsonb_to_recordset(${JSON.stringify(answers)}) AS a (user_id uuid, key text, request_hash text, answer jsonb)`
}
