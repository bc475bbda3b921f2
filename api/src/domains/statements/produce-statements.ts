// Writes the statement of each account and month once, on the first business day after the month. Any number of workers may run this
// at the same time, and any of them may be killed: a statement is written completely or by the next run.
import { addDays, addMonths, businessDayFrom, type Holidays } from 'contract/values/calendar.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { listHolidaysFrom } from '../bank/holiday-store.ts'
import {
  type DueAccount,
  insertStatements,
  isMonthDone,
  listDueAccounts,
  markMonthDone,
  type Month,
} from './statement-store.ts'

const ACCOUNTS_A_STEP = 100
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

const monthAfter = (firstDay: string) => addMonths(firstDay, 1)
const availableOn = (firstDay: string, holidays: Holidays) => businessDayFrom(monthAfter(firstDay), holidays)

/** The last month whose statements are due on a day. */
export function lastMonthDue(today: string, holidays: Holidays): string {
  const previous = addMonths(`${today.slice(0, 7)}-01`, -1)
  return availableOn(previous, holidays) <= today ? previous : addMonths(previous, -1)
}

function monthsOf({ from, to }: DueAccount, holidays: Holidays): Month[] {
  const months: Month[] = []
  for (let first_day = from; first_day <= to; first_day = monthAfter(first_day))
    months.push({
      id: newId(),
      first_day,
      last_day: addDays(monthAfter(first_day), -1),
      available_on: availableOn(first_day, holidays),
    })
  return months
}

/** Writes all due statements; answers how many. */
export async function produceStatements({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const today = businessDate(clock)
  const isKnown = async (month: string) => isMonthDone(db, month)
  // Nearly always there are none, and one query finds out.
  if (await isKnown(addMonths(`${today.slice(0, 7)}-01`, -1))) return 0
  const holidays = await listHolidaysFrom(db, addMonths(today, -24))
  const lastMonth = lastMonthDue(today, holidays)
  if (await isKnown(lastMonth)) return 0
  let written = 0
  let accounts = await listDueAccounts(db, BEFORE_ALL, lastMonth, ACCOUNTS_A_STEP)
  while (accounts.length > 0) {
    for (const account of accounts)
      written += await transaction(db, (tx) =>
        insertStatements(tx, account.id, monthsOf(account, holidays), clock.now()),
      )
    accounts = await listDueAccounts(db, accounts.at(-1)?.id ?? BEFORE_ALL, lastMonth, ACCOUNTS_A_STEP)
  }
  await markMonthDone(db, lastMonth, clock.now())
  return written
}
