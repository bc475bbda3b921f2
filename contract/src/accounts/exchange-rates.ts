import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { PlainDate, UnixSeconds } from '../values/dates.ts'
import { Currency } from '../values/money.ts'

/** A decimal number as text, so that it stays exact: `655.957`. */
const Rate = z.string().check(z.regex(/^\d{1,8}(\.\d{1,6})?$/))

/** Rates of one moment, in the base currency for `unit` of the other. */
export const ExchangeRates = z.strictObject({
  base: z.literal('XOF'),
  effective_at: z.nullable(UnixSeconds),
  /** Older than 24 hours at the requested moment. */
  is_stale: z.boolean(),
  rates: z.array(
    z.strictObject({ currency: Currency, unit: z.int(), buy: Rate, sell: Rate, transfer: Rate, fixed: z.boolean() }),
  ),
})
export type ExchangeRates = z.infer<typeof ExchangeRates>

export const RATES_STALE_AFTER_HOURS = 24

export const getExchangeRates = endpoint({
  method: 'GET',
  path: '/exchange-rates',
  summary: 'Returns the exchange rates in force now, or at the end of a day',
  scope: 'user',
  query: z.strictObject({ date: z.optional(PlainDate) }),
  answer: ExchangeRates,
})
