import type { Tx } from '../../db/db.ts'

/** Removes an announced operation: it is booked, or will not come. */
export const removeUpcoming = (tx: Tx, { account_id, id }: { account_id: string; id: string }) =>
  tx`DELETE FROM intraday_operations WHERE account_id = ${account_id} AND id = ${id}`
