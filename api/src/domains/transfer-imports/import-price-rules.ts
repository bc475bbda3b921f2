// Prices the lines of a file and applies exchange control to those abroad, as to single orders. Pure.
import type { LineError } from 'contract/transfers/import-problems.ts'
import type { LineColumn } from 'contract/transfers/imports.ts'
import type { purposes } from 'contract/transfers/transfers.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import type { Currency } from 'contract/values/money.ts'
import {
  type CountedAbroad,
  type CountedPeriods,
  countedOn,
  periodOf,
  requirementsOf,
} from '../transfers/exchange-control-rules.ts'
import type { Network, OrderTariff } from '../transfers/transfer-charges-rules.ts'
import { priceOf, type TransferPrice } from '../transfers/transfer-price-rules.ts'
import type { TransferRate } from '../exchange-rates/conversion-rules.ts'

/** What is left out of a price where it becomes the columns of a line. */
export type LinePrice = Omit<TransferPrice, 'rate_at' | 'counter_value'>

type Problem = { column: LineColumn; code: LineError }

type Pricing = {
  network: Network
  iban: string
  home: string
  is_company: boolean
  account_currency: Currency
  rates: readonly TransferRate[]
  tariff: OrderTariff
  now: Date
}

/** The price of a line at the rate in force, or why it cannot be paid so. */
export function priceOfLine(amount: number, currency: Currency, pricing: Pricing): TransferPrice | Problem {
  const price = priceOf({ amount, currency, rate_at: null, charges: null }, { ...pricing, payee_currency: null })
  if (typeof price !== 'string') return price
  return price === 'amount_too_small'
    ? { column: 'amount', code: price }
    : { column: 'currency', code: 'currency_not_offered' }
}

/** The lines abroad that were checked before, by account number and period. */
export type LinesAbroad = Map<string, CountedAbroad>

type Purpose = (typeof purposes)[number]
type LineAbroad = { iban: string; counter_value: number; purpose: Purpose | null; day: PlainDate }

/**
 * What a single order would need and a file cannot have: supporting documents, a domiciliation. A line counts with the lines before it and with
 * the customer's other orders of the period to the same account; one that can be paid is added to them.
 */
export function neededAbroad(
  { iban, counter_value, purpose, day }: LineAbroad,
  counted: CountedPeriods,
  lines: LinesAbroad,
  tariff: OrderTariff,
): LineError[] {
  const key = `${iban} ${periodOf(day, tariff)}`
  const before = lines.get(key) ?? countedOn(counted, day, tariff)
  const asks = requirementsOf({ counter_value, purpose }, 'international', before, tariff)
  const needed = [
    ...(asks.includes('international_documents') ? ['documents_needed' as const] : []),
    ...(asks.includes('domiciliation') ? ['domiciliation_needed' as const] : []),
  ]
  if (needed.length === 0)
    lines.set(key, {
      without_documents: before.without_documents + counter_value,
      without_domiciliation: before.without_domiciliation + (purpose === 'goods' ? counter_value : 0),
    })
  return needed
}
