// Holds the amounts of deposited cheques until their value dates: they are credited subject to collection.
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { hold, lockBalances, type NewEntry, release, releaseMany } from '../../ledger/ledger-store.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { Refused } from '../../refused.ts'
import {
  type ChequeInCollection,
  listAccountsWithValuedCheques,
  listChequesInCollection,
} from './cheque-collection-store.ts'

const AT_ONCE = 200

/** The cause of the hold of a cheque that is credited subject to collection. */
const chequeHold = (entryId: string) => `cheque:${entryId}`

type Deposited = Pick<NewEntry, 'id' | 'account_id' | 'type' | 'amount' | 'label' | 'reference' | 'value_date'>

const numberIn = (label: string) => /\d{4,}/.exec(label)?.[0] ?? null

/** The credited cheque that comes back unpaid: found by the reference of its credit, or by its number and amount. */
export const unpaidChequeOf = (
  { account_id, amount, label, reference }: Omit<Deposited, 'id' | 'type' | 'value_date'>,
  waiting: readonly ChequeInCollection[],
) =>
  waiting.find((one) => one.account_id === account_id && reference !== null && one.reference === reference) ??
  waiting.find(
    (one) => one.account_id === account_id && one.amount === -amount && numberIn(one.label) === numberIn(label),
  )

/**
 * Releases the holds of cheques that come back unpaid, before their amounts are debited in the same transaction. The caller has locked
 * their accounts.
 */
export async function releaseUnpaidCheques(tx: Tx, entries: readonly Deposited[], at: Date): Promise<void> {
  const unpaid = entries.filter(({ type, amount }) => type === 'cheque_in' && amount < 0)
  if (unpaid.length === 0) return
  const waiting = await listChequesInCollection(tx, [...new Set(unpaid.map(({ account_id }) => account_id))])
  for (const entry of unpaid) {
    const found = unpaidChequeOf(entry, waiting)
    if (!found) continue
    waiting.splice(waiting.indexOf(found), 1)
    await release(tx, found.account_id, chequeHold(found.entry_id), at)
  }
}

/** Holds the amounts of cheques that were just credited and are valued later. The caller has locked their accounts. */
export async function holdDepositedCheques(
  tx: Tx,
  entries: readonly Deposited[],
  { at, day }: { at: Date; day: string },
): Promise<void> {
  for (const { id, account_id, type, amount, value_date, label } of entries) {
    if (type !== 'cheque_in' || amount <= 0 || value_date <= day) continue
    const isHeld = await hold(tx, { id: newId(), account_id, amount, cause: chequeHold(id), held_at: at })
    if (!isHeld)
      throw new Refused(`insufficient funds: ${label} is credited subject to collection, and other lines spend it`)
  }
}

/** Makes cheques available on their value dates. Answers for how many accounts. */
export function releaseValuedCheques({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  return transaction(db, async (tx) => {
    const day = businessDate(clock)
    const accounts = await listAccountsWithValuedCheques(tx, day, AT_ONCE)
    if (accounts.length === 0) return 0
    await lockBalances(tx, accounts)
    const valued = (await listChequesInCollection(tx, accounts)).filter(({ value_date }) => value_date <= day)
    for (const account of accounts)
      await releaseMany(
        tx,
        account,
        valued.filter(({ account_id }) => account_id === account).map(({ entry_id }) => chequeHold(entry_id)),
        clock.now(),
      )
    return accounts.length
  })
}
