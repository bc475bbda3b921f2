// Card payments between their authorisation and their booking: their money is held, then paid or free again.
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
  removeAuthorisation,
} from './card-authorisation-store.ts'

const AT_ONCE = 200

/** For what an authorised card payment holds money. */
const authorisationHold = (id: string) => `card:${id}`

/** Notes an authorised card payment among the upcoming operations and holds its money. `declined`: the money is not there, and nothing is kept. */
export async function authorise(tx: Tx, payment: Omit<CardAuthorisation, 'id'>, at: Date): Promise<'held' | 'known' | 'declined'> {
  const id = newId()
  const { account_id, amount } = payment
  if (!(await insertAuthorisation(tx, { ...payment, id }))) return 'known'
  if (await hold(tx, { id: newId(), account_id, amount: -amount, cause: authorisationHold(id), held_at: at })) return 'held'
  await removeAuthorisation(tx, { account_id, id })
  return 'declined'
}

type Booked = { account_id: string; amount: number; label: string; reference: string | null }

/** The authorisation that a booked card payment takes the place of: by the network's reference, or by what it says. */
export const authorisationOf = ({ account_id, amount, label, reference }: Booked, waiting: readonly CardAuthorisation[]) =>
  waiting.find((one) => one.account_id === account_id && reference !== null && one.intraday_id === reference) ??
  waiting.find((one) => one.account_id === account_id && one.amount === amount && one.label === label)

async function end(tx: Tx, { account_id, id }: CardAuthorisation, at: Date): Promise<void> {
  await release(tx, account_id, authorisationHold(id), at)
  await removeAuthorisation(tx, { account_id, id })
}

/** Frees what was held for card payments that are booked now. The caller has locked their accounts, and books them in the same transaction. */
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

/** Ends card payments that nobody presented in time: their money is free, and they are upcoming no more. Answers how many. */
export function endStaleAuthorisations({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  return transaction(db, async (tx) => {
    const stale = await listAuthorisationsBefore(tx, addDays(businessDate(clock), -(await findAuthorisationDays(tx))), AT_ONCE)
    if (stale.length === 0) return 0
    const accounts = [...new Set(stale.map(({ account_id }) => account_id))]
    await lockBalances(tx, accounts)
    // One that was booked until the lock was given is gone: what is there now is ended.
    const ids = new Set(stale.map(({ id }) => id))
    const left = (await listAuthorisations(tx, accounts)).filter(({ id }) => ids.has(id))
    for (const one of left) await end(tx, one, clock.now())
    return left.length
  })
}
