// The till of a shopkeeper: amounts that wait for a payment, each with a reference for its code.
import type { TillPayment } from 'contract/accounts/payment-aliases.ts'
import { newCode, newId } from '../../../adapters/ids.ts'
import type { AccountCaller } from '../../../caller.ts'
import { runIdempotent } from '../../../db/idempotency.ts'
import { countRequest, minutesUntil, type RateLimit } from '../../../db/rate-limits.ts'
import { transaction } from '../../../db/transaction.ts'
import { Refusal } from '../../../refusal.ts'
import type { AliasPorts } from './alias-ports.ts'
import { findAddress } from './alias-store.ts'
import { cancelWaiting, insertTillPayment, listTill } from './till-store.ts'

const MAX_LISTED = 20
/** A busy shop, and no more. */
const TILL_LIMIT: RateLimit = { free: 300, first_seconds: 30, most_seconds: 600, quiet_seconds: 600 }
const REFERENCE_LENGTH = 10

/** The business day is that of Dakar, which is UTC. */
const startOfDay = (now: Date) => new Date(`${now.toISOString().slice(0, 10)}T00:00:00Z`)

export const listTillPayments = ({ db, clock }: AliasPorts, { account_id }: AccountCaller): Promise<TillPayment[]> =>
  listTill(db, account_id, { since: startOfDay(clock.now()), max: MAX_LISTED })

export function createTillPayment(
  { db, clock, isInstant }: AliasPorts,
  { caller, amount, once }: { caller: AccountCaller; amount: number; once: { key: string; request_hash: string } },
): Promise<TillPayment> {
  return transaction(db, (tx) => {
    if (!isInstant) throw new Refusal('instant_payments_off')
    const now = clock.now()
    const { account_id, user_id } = caller
    return runIdempotent(tx, { user_id, ...once }, now, async () => {
      const wait = await countRequest(tx, `till:${user_id}`, TILL_LIMIT, now)
      if (wait) throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, now) })
      const alias = await findAddress(tx, account_id)
      if (alias === null) throw new Refusal('till_needs_address')
      const id = newId()
      const reference = newCode().slice(0, REFERENCE_LENGTH)
      const row = {
        account_id,
        id,
        reference,
        alias,
        amount,
        created_by: user_id,
        created_at: now,
        state: 'waiting' as const,
      }
      await insertTillPayment(tx, row)
      const [created] = await listTill(tx, account_id, { since: now, max: 1, id })
      if (!created) throw new Error(`the amount ${id} of the till was not stored`)
      return created
    })
  })
}

/** Stops waiting. One that was paid at the same moment stays paid. */
export async function cancelTillPayment({ db }: AliasPorts, { account_id }: AccountCaller, id: string): Promise<void> {
  if (!(await cancelWaiting(db, account_id, id))) throw new Refusal('not_found')
}
