// Makes a request to pay of each invoice of a file when the platform has named its payer.
import type { Clock } from '../../../adapters/clock.ts'
import type { Db, Tx } from '../../../db/db.ts'
import { transaction } from '../../../db/transaction.ts'
import { byBank } from '../../audit/audit-store.ts'
import { listPaidLookups, listPayers } from '../platform/instant-payment-store.ts'
import { lockReadyLine, markLine } from './request-file-store.ts'
import { sendRequest } from './request-payment.ts'

/** Other jobs have their turn after this many lines. */
const MAX_LINES = 200

/** Ends the next line; false where none is ready. The lock, the request and the line's end are one transaction: no line is sent twice. */
async function sendNext(tx: Tx, now: Date): Promise<boolean> {
  const line = await lockReadyLine(tx, now)
  if (!line) return false
  const { account_id, lookup_id, amount, label, invoice, act_until, created_by } = line
  const [payer] = line.is_found ? await listPaidLookups(tx, [{ account_id, id: lookup_id }]) : []
  const [requester] = await listPayers(tx, [account_id])
  const maySend = line.is_active && act_until > now && payer && requester
  const request = { lookup_id, amount, label, invoice, act_until, created_by }
  await markLine(tx, line, maySend ? await sendRequest(tx, { ...request, payer, requester }, byBank, now) : null)
  return true
}

/** Ends the lines that are ready; answers how many. */
export async function sendFileRequests({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  let ended = 0
  while (ended < MAX_LINES && (await transaction(db, (tx) => sendNext(tx, clock.now())))) ended += 1
  return ended
}
