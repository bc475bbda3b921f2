// Calculates what an order debits, what its payee receives and what it costs, in the currencies of both (domain.md 1.4, 2.3). Pure.
import type { ChargeBearer, Transfer } from 'contract/transfers/transfers.ts'
import type { Currency } from 'contract/values/money.ts'
import type { RefusalCode } from 'contract/refusals.ts'
import { convert, guaranteedUntil, rateFor, toFrancs, type TransferRate } from '../exchange-rates/conversion-rules.ts'
import { share } from '../accounts/payment-rules.ts'
import { chargesOf, type Network, type OrderTariff } from './transfer-charges-rules.ts'

/** The currency of an order abroad that names none: the franc is not paid outside its zone. */
export const CURRENCY_ABROAD: Currency = 'EUR'

export type TransferPrice = Pick<
  Transfer,
  | 'amount'
  | 'fees'
  | 'tax'
  | 'instructed_amount'
  | 'instructed_currency'
  | 'credit_amount'
  | 'credit_currency'
  | 'exchange_rate'
  | 'exchange_commission'
  | 'charges'
> & {
  /** The moment at which a rate that is not fixed was published, and until when it is guaranteed. */
  rate_at: Date | null
  rate_until: Date | null
  /** The amount in francs: thresholds and tariffs are in francs. */
  counter_value: number
}

type Order = {
  /** As it was typed, in `currency`; null: the currency of the account. */
  amount: number
  currency: Currency | null
  /** The published time of the quoted rate, in Unix seconds. */
  rate_at: number | null
  charges: ChargeBearer | null
}

type Context = {
  network: Network
  iban: string
  home: string
  is_company: boolean
  account_currency: Currency
  /** Of a payee at this bank. */
  payee_currency: Currency | null
  rates: readonly TransferRate[]
  tariff: OrderTariff
  now: Date
}

/** The columns of an order in the currency of the account. */
export const plainPrice = {
  instructed_amount: null,
  instructed_currency: null,
  credit_amount: null,
  credit_currency: null,
  exchange_rate: null,
  exchange_commission: null,
  charges: null,
  rate_until: null,
} as const

/** The columns of an order that its price fills. */
export const priceColumns = ({ rate_at: _at, counter_value: _value, ...columns }: TransferPrice) => columns

type Charged = Pick<TransferPrice, 'fees' | 'tax'> & { commission: number }

/** The fees of an order in francs by its counter-value, each with its own TAF (domain.md 2.3: line by line). */
function chargesInFrancs(
  { network, iban, home, is_company, tariff }: Context,
  counter_value: number,
  { charges, is_fixed }: { charges: ChargeBearer; is_fixed: boolean },
): Charged {
  const { fees } = chargesOf(network, { iban, amount: counter_value, home, is_company }, tariff)
  const transfer = fees + (charges === 'OUR' ? tariff.swift_our_fee : 0)
  const commission = is_fixed
    ? 0
    : Math.max(tariff.exchange_commission_min, share(counter_value, tariff.exchange_commission_basis_points))
  const tax = share(transfer, tariff.taf_basis_points) + share(commission, tariff.taf_basis_points)
  return { fees: transfer + commission, tax, commission }
}

const inCurrency = ({ fees, tax, commission }: Charged, currency: Currency, rate: number): Charged => ({
  fees: convert(fees, 'XOF', currency, rate),
  tax: convert(tax, 'XOF', currency, rate),
  commission: convert(commission, 'XOF', currency, rate),
})

/** The currency that the payee receives, or null where the order cannot be made in its currency. */
function creditCurrencyOf({ network, account_currency, payee_currency }: Context, typed: Currency): Currency | null {
  if (network === 'swift') {
    if (account_currency !== 'XOF') return typed === account_currency ? typed : null
    return typed === 'XOF' ? CURRENCY_ABROAD : typed
  }
  const credited = payee_currency ?? account_currency
  return typed === account_currency || typed === credited ? credited : null
}

/** The currencies in which the amount of an order can be typed, the usual one first. */
export function currenciesOf({ network, account_currency, payee_currency, rates }: Context): Currency[] {
  if (network === 'swift' && account_currency === 'XOF')
    return [
      CURRENCY_ABROAD,
      ...new Set(rates.map(({ currency }) => currency).filter((one) => one !== CURRENCY_ABROAD)),
      'XOF',
    ]
  return [...new Set([account_currency, network === 'book' ? (payee_currency ?? account_currency) : account_currency])]
}

/** The price of an order, or why it cannot be made so. */
export function priceOf(order: Order, context: Context): TransferPrice | RefusalCode {
  const { network, account_currency, rates, tariff, now } = context
  const typed = order.currency ?? account_currency
  const credited = creditCurrencyOf(context, typed)
  if (credited === null) return 'currency_not_offered'
  const foreign = account_currency === 'XOF' ? credited : account_currency
  if (foreign === 'XOF') {
    const { amount } = order
    const { iban, home, is_company } = context
    return {
      ...plainPrice,
      amount,
      ...chargesOf(network, { iban, amount, home, is_company }, tariff),
      rate_at: null,
      counter_value: amount,
    }
  }
  const rate = rateFor(rates, foreign, order.rate_at, { now, minutes: tariff.exchange_rate_minutes })
  if (rate === 'expired') return 'rate_expired'
  if (rate === null) return 'currency_not_offered'
  return exchanged(order, context, { typed, credited, foreign, rate })
}

type Exchange = { typed: Currency; credited: Currency; foreign: Currency; rate: TransferRate }

function exchanged(order: Order, context: Context, { typed, credited, foreign, rate }: Exchange) {
  const { network, account_currency, tariff, now } = context
  const ordered = convert(order.amount, typed, account_currency, rate.rate)
  const counter_value = account_currency === 'XOF' ? ordered : toFrancs(ordered, foreign, rate.rate)
  const isAbroad = network === 'swift'
  const charges = isAbroad ? (order.charges ?? 'SHA') : null
  const none = { fees: 0, tax: 0, commission: 0 }
  const { fees, tax, commission } = charges
    ? inCurrency(
        chargesInFrancs(context, counter_value, { charges, is_fixed: rate.is_fixed }),
        account_currency,
        rate.rate,
      )
    : none
  // The payee who bears the charges receives what is left of the amount.
  const isDeducted = charges === 'BEN'
  const amount = isDeducted ? ordered - fees - tax : ordered
  const isAsTyped = typed === credited && !isDeducted
  const credit_amount = isAsTyped ? order.amount : convert(amount, account_currency, credited, rate.rate)
  if (amount <= 0) return isDeducted ? 'amount_below_charges' : 'amount_too_small'
  if (credit_amount <= 0) return 'amount_too_small'
  const isExchanged = credited !== account_currency
  const isMoving = isExchanged && !rate.is_fixed
  const isInstructed = isDeducted || typed !== account_currency
  return {
    amount,
    fees,
    tax,
    counter_value,
    instructed_amount: isInstructed ? order.amount : null,
    instructed_currency: isInstructed ? typed : null,
    credit_amount: isExchanged ? credit_amount : null,
    credit_currency: isExchanged ? credited : null,
    exchange_rate: isExchanged ? rate.rate : null,
    exchange_commission: commission > 0 ? commission : null,
    charges,
    rate_at: isMoving ? rate.effective_at : null,
    rate_until: isMoving ? guaranteedUntil(rate, now, tariff.exchange_rate_minutes) : null,
  }
}
