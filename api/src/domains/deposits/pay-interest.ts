// Credits interest on its date with the tax withheld; at maturity repays or renews the deposit, once.
import { businessDayFrom, type Holidays, isBusinessDay } from 'contract/values/calendar.ts'
import { maturityOf } from 'contract/values/deposit-schedule.ts'
import { type AuditEvent, byBank, recordEvents } from '../audit/audit-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { findInternalAccounts, lockBalances, type NewPosting, post } from '../../ledger/ledger-store.ts'
import { bankAccounts, postingOfParts } from '../../ledger/posting-parts.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { listHolidaysFrom } from '../bank/holiday-store.ts'
import {
  type DuePayment,
  insertDeposit,
  listRenewals,
  lockDuePayments,
  markCredited,
  markEnded,
  nextNumber,
  postpone,
  type Renewal,
} from './deposit-store.ts'
import { creditedAt, paymentsToCome } from './open-deposit.ts'

const AT_ONCE = 200

type Paying = { at: Date; day: string; holidays: Holidays; internal: ReadonlyMap<string, string> }

/** The capital after a renewal; the part above the old capital comes from the last interest, after tax. */
const renewedPrincipal = ({ principal, gross, withholding }: DuePayment, { adds_interest }: Renewal) =>
  adds_interest ? principal + gross - withholding : principal

/**
 * Interest comes from the bank's own account, the tax goes to the tax account, the last payment returns the capital that is not renewed. Its value
 * date is the day on which it was due: the customer loses nothing where the bank credits it late.
 */
function postingOfPayment(
  payment: DuePayment,
  renewal: Renewal | null,
  { at, day, holidays, internal }: Paying,
): NewPosting {
  const { number, principal, gross, withholding, withholding_rate } = payment
  const bank = bankAccounts(internal, payment.currency)
  // A closed account receives no money: the returned amount waits for the bank's staff.
  const account_id = payment.account_status === 'closed' ? bank('suspense') : payment.account_id
  const [interest, tax] = [
    `INTERETS DAT ${number}`,
    `RETENUE IRC ${String(withholding_rate).replace('.', ',')}% DAT ${number}`,
  ]
  const capital = `${renewal ? 'RECONDUCTION' : 'REMBOURSEMENT'} DAT ${number}`
  const returned = payment.is_last ? principal - (renewal ? renewedPrincipal(payment, renewal) : 0) : 0
  const value_date = businessDayFrom(payment.to_date, holidays)
  const key = `deposit:${payment.deposit_id}:${payment.place}`
  return postingOfParts({ key, kind: 'deposit', day, at, value_date }, [
    { account_id, amount: gross, type: 'interest', label: interest },
    { account_id: bank('interest'), amount: -gross, type: 'interest', label: interest },
    { account_id, amount: -withholding, type: 'tax', label: tax },
    { account_id: bank('withholding'), amount: withholding, type: 'tax', label: tax },
    { account_id, amount: returned, type: 'other', label: capital },
    { account_id: bank('deposits'), amount: -returned, type: 'other', label: capital },
  ])
}

/** Opens the renewed deposit: same conditions at the accepted rate, from the day of maturity, even if it is no business day. Answers its number. */
async function renew(tx: Tx, payment: DuePayment, renewal: Renewal): Promise<{ number: string; principal: number }> {
  const { account_id, currency, is_pledged, deposit_id, term, frequency, basis, withholding_rate, maturity_date } =
    payment
  const [principal, number] = [renewedPrincipal(payment, renewal), await nextNumber(tx, payment.number)]
  const terms = { principal, rate: renewal.rate, value_date: maturity_date, term, frequency, basis, withholding_rate }
  const deposit = {
    id: newId(),
    account_id,
    number,
    is_pledged,
    currency,
    maturity_date: maturityOf(terms),
    renews: deposit_id,
  }
  await insertDeposit(tx, deposit, terms, paymentsToCome(terms, await listHolidaysFrom(tx, maturity_date)))
  return { number, principal }
}

const eventOf = (
  { account_id, deposit_id, place }: DuePayment,
  at: Date,
  action: 'deposit.pay' | 'deposit.mature' | 'deposit.renew',
  facts: object,
): AuditEvent => ({
  at,
  ...byBank,
  account_id,
  action,
  subject_id: deposit_id,
  facts: { place, ...facts },
})

/** After its last payment a deposit has matured, or is renewed as accepted. */
async function end(tx: Tx, payment: DuePayment, renewal: Renewal | null, { at, day }: Paying): Promise<AuditEvent> {
  await markEnded(tx, payment.deposit_id, { status: renewal ? 'renewed' : 'matured', day, at })
  if (!renewal) return eventOf(payment, at, 'deposit.mature', { principal: payment.principal })
  return eventOf(payment, at, 'deposit.renew', { ...(await renew(tx, payment, renewal)), rate: renewal.rate })
}

/** Credits up to two hundred due payments in one transaction; answers how many. */
export function payDepositInterest({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  return transaction(db, async (tx) => {
    const at = clock.now()
    const day = at.toISOString().slice(0, 10)
    const due = await lockDuePayments(tx, at, AT_ONCE)
    if (due.length === 0) return 0
    const holidays = await listHolidaysFrom(tx, due.map(({ to_date }) => to_date).toSorted()[0] ?? day)
    if (!isBusinessDay(day, holidays)) {
      // A holiday was announced after the payment was planned, or the worker ran late.
      for (const payment of due) await postpone(tx, payment, creditedAt(day, holidays))
      return due.length
    }
    const paying = { at, day, holidays, internal: await findInternalAccounts(tx) }
    await lockBalances(tx, [...new Set(due.map(({ account_id }) => account_id))])
    // Read under the locks of the payments: accepting a renewal locks them as well.
    const ending = due.filter(({ is_last }) => is_last).map(({ deposit_id }) => deposit_id)
    const renewals = new Map((await listRenewals(tx, ending)).map((renewal) => [renewal.deposit_id, renewal]))
    // Of a closed account the capital waits with the interest for the bank's staff: nothing new begins on it.
    const renewalOf = ({ is_last, deposit_id, account_status }: DuePayment) =>
      is_last && account_status !== 'closed' ? (renewals.get(deposit_id) ?? null) : null
    const paid = due.map((payment) => ({ payment, posting: postingOfPayment(payment, renewalOf(payment), paying) }))
    // A payment of nothing has no posting: a rate of zero, or less than half a franc.
    const postings = paid.flatMap(({ posting }) => (posting.entries.length > 0 ? [posting] : []))
    const outcomes = new Map((await post(tx, postings)).map((outcome, index) => [postings[index]?.id, outcome]))
    const events: AuditEvent[] = []
    for (const { payment, posting } of paid) {
      const outcome = outcomes.get(posting.id)
      // A credit is never refused for lack of funds, and a used key belongs to a payment that is not due.
      if (outcome !== undefined && outcome !== 'posted')
        throw new Error(`payment ${payment.place} of deposit ${payment.deposit_id}: ${outcome}`)
      await markCredited(tx, payment, day, outcome === undefined ? null : posting.id)
      events.push(eventOf(payment, at, 'deposit.pay', { gross: payment.gross, withholding: payment.withholding }))
      if (payment.is_last) events.push(await end(tx, payment, renewalOf(payment), paying))
    }
    await recordEvents(tx, events)
    return due.length
  })
}
