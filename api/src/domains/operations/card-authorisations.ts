// Tracks card payments between authorisation and booking: their amount is held, then paid or released.
import { addDays } from 'contract/values/calendar.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { hold, lockBalances, release } from '../../ledger/ledger-store.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import {
  type CardAuthorisation,
  findAuthorisationDays,
  insertAuthorisation,
  listAuthorisations,
  listAuthorisationsBefore,
} from './card-authorisation-store.ts'
import { removeUpcoming } from './upcoming-store.ts'

const AT_ONCE = 200

/** The cause of the hold of an authorised card payment. */
const authorisationHold = (id: string) => `card:${id}`

/** Adds an authorised card payment to the upcoming operations and holds its amount. `declined`: insufficient funds, nothing is stored. */
export async function authorise(
  tx: Tx,
  payment: Omit<CardAuthorisation, 'id'>,
  at: Date,
): Promise<'held' | 'known' | 'declined'> {
  const id = newId()
  const { account_id, amount } = payment
  if (!(await insertAuthorisation(tx, { ...payment, id }))) return 'known'
  if (await hold(tx, { id: newId(), account_id, amount: -amount, cause: authorisationHold(id), held_at: at }))
    return 'held'
  await removeUpcoming(tx, { account_id, id })
  return 'declined'
}

type Booked = { account_id: string; amount: number; label: string; reference: string | null }

/** The authorisation that a booked card payment replaces: found by the network's reference, or by its values. */
export const authorisationOf = (
  { account_id, amount, label, reference }: Booked,
  waiting: readonly CardAuthorisation[],
) =>
  waiting.find((one) => one.account_id === account_id && reference !== null && one.intraday_id === reference) ??
  waiting.find((one) => one.account_id === account_id && one.amount === amount && one.label === label)

async function end(tx: Tx, { account_id, id }: CardAuthorisation, at: Date): Promise<void> {
  await release(tx, account_id, authorisationHold(id), at)
  await removeUpcoming(tx, { account_id, id })
}

/** Releases the holds of card payments that are booked now. The caller has locked their accounts, and books them in the same transaction. */
export async function settleAuthorisations(tx: Tx, payments: readonly Booked[], at: Date): Promise<void> {
  const leaving = payments.filter(({ amount }) => amount < 0)
  if (leaving.length === 0) return
  const waiting = await listAuthorisations(tx, [...new Set(leaving.map(({ account_id }) => account_id))])
  for (const payment of leaving) {
    const found = authorisationOf(payment, waiting)
    if (!found) continue
    waiting.splice(waiting.indexOf(found), 1)
    await end(tx, found, at)
  }
}

/** Expires card authorisations that were not presented in time: removes the upcoming operation and releases the hold. Answers how many. */
export function endStaleAuthorisations({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  return transaction(db, async (tx) => {
    const stale = await listAuthorisationsBefore(
      tx,
      addDays(businessDate(clock), -(await findAuthorisationDays(tx))),
      AT_ONCE,
    )
    if (stale.length === 0) return 0
    const accounts = [...new Set(stale.map(({ account_id }) => account_id))]
    await lockBalances(tx, accounts)
    // An authorisation that was booked before the lock was granted is gone: only the remaining ones expire.
    const ids = new Set(stale.map(({ id }) => id))
    const left = (await listAuthorisations(tx, accounts)).filter(({ id }) => ids.has(id))
    for (const one of left) await end(tx, one, clock.now())
    return left.length
  })
}
