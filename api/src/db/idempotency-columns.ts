// Lists the columns of stored answers.
import { except, jsonb, type RowOf, table, text, timestamp, uuid } from './columns.ts'

export const idempotencyKeys = table('idempotency_keys', {
  user_id: uuid(),
  key: text(),
  request_hash: text(),
  answer: jsonb<unknown>(),
  created_at: timestamp(),
})

export const storedAnswers = except(idempotencyKeys, 'created_at')
export type StoredAnswer = RowOf<typeof storedAnswers>
