// The worker's part: interest is credited on its date with the tax withheld, and the deposit comes back at maturity, once.
import { type AuditEvent, recordEvents } from '../../db/audit.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { findInternalAccounts, lockBalances, type NewPosting, post } from '../../ledger/ledger-store.ts'
import { bankAccounts, postingOfParts } from '../../ledger/posting-parts.ts'
import type { Clock } from '../../outside/clock.ts'
import { type DuePayment, lockDuePayments, markCredited, markMatured } from './deposit-store.ts'

const AT_ONCE = 200

type Paying = { at: Date; day: string; internal: ReadonlyMap<string, string> }

/** Interest comes from the bank's own account, the tax goes to where it is owed, the capital comes back with the last payment. */
export function postingOfPayment(payment: DuePayment, { at, day, internal }: Paying): NewPosting {
  const { account_id, number, gross, withholding } = payment
  const bank = bankAccounts(internal, payment.currency)
  const [interest, tax, capital] = [`INTERETS DAT ${number}`, `RETENUE IRC 8% DAT ${number}`, `REMBOURSEMENT DAT ${number}`]
  const returned = payment.is_last ? payment.principal : 0
  return postingOfParts({ key: `deposit:${payment.deposit_id}:${payment.place}`, kind: 'deposit', day, at }, [
    { account_id, amount: gross, type: 'interest', label: interest },
    { account_id: bank('interest'), amount: -gross, type: 'interest', label: interest },
    { account_id, amount: -withholding, type: 'tax', label: tax },
    { account_id: bank('withholding'), amount: withholding, type: 'tax', label: tax },
    { account_id, amount: returned, type: 'other', label: capital },
    { account_id: bank('deposits'), amount: -returned, type: 'other', label: capital },
  ])
}

const eventOf = (
  { account_id, deposit_id, place }: DuePayment,
  at: Date,
  action: 'deposit.pay' | 'deposit.mature',
  facts: object,
): AuditEvent => ({
  at,
  user_id: null,
  session_id: null,
  account_id,
  address: null,
  action,
  subject_id: deposit_id,
  facts: { place, ...facts },
})

/** Credits up to two hundred payments that are due, in one transaction; answers how many. */
export function payDepositInterest({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  return transaction(db, async (tx) => {
    const at = clock.now()
    const day = at.toISOString().slice(0, 10)
    const due = await lockDuePayments(tx, at, AT_ONCE)
    if (due.length === 0) return 0
    const internal = await findInternalAccounts(tx)
    await lockBalances(tx, [...new Set(due.map(({ account_id }) => account_id))])
    const postings = due.map((payment) => postingOfPayment(payment, { at, day, internal }))
    const outcomes = await post(tx, postings)
    const events: AuditEvent[] = []
    for (const [index, payment] of due.entries()) {
      const posting = postings[index]
      // What brings money is never refused for lack of it, and a key that has served belongs to a payment that is not due.
      if (!posting || outcomes[index] !== 'posted')
        throw new Error(`payment ${payment.place} of deposit ${payment.deposit_id}: ${outcomes[index]}`)
      await markCredited(tx, payment, day, posting.id)
      events.push(eventOf(payment, at, 'deposit.pay', { gross: payment.gross, withholding: payment.withholding }))
      if (!payment.is_last) continue
      await markMatured(tx, payment.deposit_id, day)
      events.push(eventOf(payment, at, 'deposit.mature', { principal: payment.principal }))
    }
    await recordEvents(tx, events)
    return due.length
  })
}
