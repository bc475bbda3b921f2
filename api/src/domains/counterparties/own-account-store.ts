// Finds the accounts of a customer that are on both sides of a movement.
import type { Sql } from '../../db/db.ts'
import type { OwnAccount } from './wording-rules.ts'

type Side = OwnAccount & { id: string }

/** A booked entry; its day is the key of its partition. */
type EntryKey = { account_id: string; id: string; booked_on: string }

/** The accounts of the same customers on the other side of booked entries. A total of several payments has no other side. */
export const listOtherSides = (db: Sql, entries: readonly EntryKey[]): Promise<Side[]> =>
  db<Side>`
  SELECT e.id, own.label, own.number
    -- As pairs: two lists would look for each entry on each account.
    FROM unnest(${entries.map(({ account_id }) => account_id)}::uuid[], ${entries.map(({ booked_on }) => booked_on)}::date[],
                ${entries.map(({ id }) => id)}::uuid[]) AS k (account_id, booking_date, id)
   CROSS JOIN LATERAL (SELECT * FROM ledger_entries
                        WHERE account_id = k.account_id AND booking_date = k.booking_date AND id = k.id OFFSET 0) e
    JOIN accounts a ON a.id = e.account_id
    JOIN ledger_entries o ON o.posting_id = e.posting_id AND o.booking_date = e.booking_date AND o.account_id <> e.account_id
     AND CASE WHEN o.currency = e.currency THEN o.amount = -e.amount ELSE o.type LIKE 'transfer%' AND sign(o.amount) <> sign(e.amount) END
    JOIN accounts own ON own.id = o.account_id AND own.customer_id = a.customer_id`

/** The accounts of the same customers that orders to come will credit. */
export const listOrderedSides = (
  db: Sql,
  accountIds: readonly string[],
  transferIds: readonly string[],
): Promise<Side[]> =>
  db<Side>`
  SELECT t.id, own.label, own.number
    FROM unnest(${accountIds}::uuid[]) account (id)
   CROSS JOIN LATERAL visible_transfers(account.id, false) t
    JOIN accounts own ON own.id = t.own_account_id
   WHERE t.id = ANY (${transferIds}::uuid[])`
