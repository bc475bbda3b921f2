import pg from 'pg'
import type { Db, Tx } from './db.ts'
import { notify } from './listen.ts'
import { begin, commit, onConnection, rollBack, sqlOn } from './sql.ts'

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const TRIES = 4

// Another transaction has just used the same key: repeated, this one finds its answer or its posting.
const KEYS = ['idempotency_keys_pkey', 'ledger_postings_posting_key_key']

/** Whether another transaction has just used the same key. */
export const isTakenKey = ({ constraint }: pg.DatabaseError): boolean => KEYS.includes(constraint ?? '')

/** Data read by the transaction has changed since: thrown inside it, it restarts the transaction. */
export class ChangedMeanwhile extends Error {}

const mayBeTriedAgain = (error: unknown) =>
  error instanceof ChangedMeanwhile ||
  (error instanceof pg.DatabaseError &&
    (error.code === SERIALIZATION_FAILURE || error.code === DEADLOCK || isTakenKey(error)))

const once = <T>({ pool }: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  onConnection(pool, async (client) => {
    try {
      await begin(pool, client)
      const result = await work(sqlOn(pool, client))
      if (await commit(pool, client)) notify(pool)
      return result
    } catch (error) {
      await rollBack(client)
      throw error
    }
  })

/**
 * Runs a function in a transaction. The function runs again after a serialisation failure or a deadlock, so it must
 * change nothing outside the transaction.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(db, work)
    } catch (error) {
      if (attempt === TRIES || !mayBeTriedAgain(error)) throw error
    }
  }
}
