// Opens a credit: its conditions, its table, and the payout to the account. Only an operator's command calls it, no endpoint of the portal.
import type { Sentence } from 'contract/language.ts'
import { businessDayFrom } from 'contract/values/calendar.ts'
import { effectiveRate, loanSchedule, type LoanTerms } from 'contract/values/loan-schedule.ts'
import { byBank, recordEvent } from '../audit/audit-store.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { findInternalAccounts, lockBalances, post } from '../../ledger/ledger-store.ts'
import { bankAccounts, postingOfParts } from '../../ledger/posting-parts.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { findOpenCurrency } from '../accounts/account-store.ts'
import { listHolidaysFrom } from '../bank/holiday-store.ts'
import { getUsuryRate, insertCredit } from './credit-store.ts'

export type NewCredit = {
  account_id: string
  number: string
  type: 'consumer' | 'home' | 'equipment'
  purpose: string | null
  terms: LoanTerms
  /** Set-up fees before tax, part of the effective rate. They are posted separately. */
  upfront: number
}

/** Points above the rate for late payment. */
const LATE_POINTS = 2

const percent = (rate: number): Sentence => ({
  fr: `${rate.toFixed(2).replace('.', ',')} %`,
  en: `${rate.toFixed(2)}%`,
})

/** Opens a credit today and pays it out, unless its effective rate exceeds the usury limit. Answers its id. */
export function openCredit(
  { db, clock }: { db: Db; clock: Clock },
  { account_id, number, type, purpose, terms, upfront }: NewCredit,
): Promise<string> {
  const lines = loanSchedule(terms)
  return transaction(db, async (tx) => {
    const [at, day, id] = [clock.now(), businessDate(clock), newId()]
    const currency = await findOpenCurrency(tx, account_id)
    if (!currency) throw new Refusal('not_found')
    const [teg, ceiling] = [effectiveRate(terms, lines, upfront), await getUsuryRate(tx)]
    if (teg > ceiling) throw new Refusal('above_usury_rate', { teg: percent(teg), ceiling: percent(ceiling) })
    const holidays = await listHolidaysFrom(tx, day)
    const run_at = lines.map(({ due_date }) => `${businessDayFrom(due_date, holidays)}T08:00:00Z`)
    const credit = {
      id,
      account_id,
      number,
      type,
      purpose,
      currency,
      teg,
      late_points: LATE_POINTS,
      setup_date: day,
    }
    await insertCredit(
      tx,
      credit,
      terms,
      lines.map((line, place) => ({ ...line, run_at: run_at[place] ?? '' })),
    )
    const bank = bankAccounts(await findInternalAccounts(tx), currency)
    const label = `DEBLOCAGE PRET ${number}`
    await lockBalances(tx, [account_id])
    const [outcome] = await post(tx, [
      postingOfParts({ key: `credit:${id}`, kind: 'loan', day, at }, [
        { account_id, amount: terms.amount, type: 'loan', label },
        { account_id: bank('loans'), amount: -terms.amount, type: 'loan', label },
      ]),
    ])
    if (outcome !== 'posted') throw new Error(`the money of the credit ${number} was ${outcome}`)
    const facts = { amount: terms.amount, count: lines.length }
    await recordEvent(tx, { at, ...byBank, account_id, action: 'credit.open', subject_id: id, facts })
    return id
  })
}
