// Opens a term deposit: its conditions, its payments to come, and the debit of the account. Called by an operator's command.
import { businessDayFrom, type Holidays } from 'contract/values/calendar.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import { depositSchedule, type DepositTerms, maturityOf } from 'contract/values/deposit-schedule.ts'
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
import { insertDeposit } from './deposit-store.ts'

/** The moment at which interest of a day is credited: the morning of that day, or of the next business day. */
export const creditedAt = (day: PlainDate, holidays: Holidays) => `${businessDayFrom(day, holidays)}T08:00:00Z`

/** Interest accrues to its date, and is credited on the first business day from it. */
export const paymentsToCome = (terms: DepositTerms, holidays: Holidays) =>
  depositSchedule(terms).map((line) => ({ ...line, run_at: creditedAt(line.to, holidays) }))

export type DepositRequest = {
  account_id: string
  number: string
  is_pledged: boolean
  terms: Omit<DepositTerms, 'value_date'>
}

/** Opens a deposit today with money of the account. Answers its id. */
export function openDeposit(
  { db, clock }: { db: Db; clock: Clock },
  { account_id, number, is_pledged, ...request }: DepositRequest,
): Promise<string> {
  return transaction(db, async (tx) => {
    const [at, day, id] = [clock.now(), businessDate(clock), newId()]
    const terms = { ...request.terms, value_date: day }
    const currency = await findOpenCurrency(tx, account_id)
    if (!currency) throw new Refusal('not_found')
    const deposit = { id, account_id, number, is_pledged, currency, maturity_date: maturityOf(terms) }
    await insertDeposit(tx, deposit, terms, paymentsToCome(terms, await listHolidaysFrom(tx, day)))
    const bank = bankAccounts(await findInternalAccounts(tx), currency)
    const label = `SOUSCRIPTION DAT ${number}`
    await lockBalances(tx, [account_id])
    const [outcome] = await post(tx, [
      postingOfParts({ key: `deposit:${id}`, kind: 'deposit', day, at }, [
        { account_id, amount: -terms.principal, type: 'other', label },
        { account_id: bank('deposits'), amount: terms.principal, type: 'other', label },
      ]),
    ])
    if (outcome !== 'posted') throw new Refusal('insufficient_balance')
    await recordEvent(tx, {
      at,
      ...byBank,
      account_id,
      action: 'deposit.open',
      subject_id: id,
      facts: { amount: terms.principal, number },
    })
    return id
  })
}
