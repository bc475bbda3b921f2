import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { PlainDate } from '../values/dates.ts'
import { Amount, Currency } from '../values/money.ts'

/** The balances of the account at the end of a day: of all that was booked, and of all that had value. */
export const DayBalance = z.strictObject({
  on: PlainDate,
  balance: Amount,
  value_balance: Amount,
  currency: Currency,
})

export const getDayBalance = endpoint({
  method: 'GET',
  path: '/operations/balance',
  summary: 'Returns the balance at the end of a day, booked and by value date; of a day to come, as known now',
  right: 'operations',
  /** Absent: today. */
  query: z.strictObject({ on: z.optional(PlainDate) }),
  answer: DayBalance,
  refusals: ['days_archived'],
})
