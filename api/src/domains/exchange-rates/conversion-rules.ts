// Converts amounts between the franc and other currencies, in integers (domain.md 1.4). Pure.
import { type Currency, minorUnits } from 'contract/values/money.ts'

/** A published rate for transfers: francs for one unit of the currency. */
export type TransferRate = {
  currency: Currency
  rate: number
  is_fixed: boolean
  effective_at: Date
  /** When the next rate replaced it; null for the one in force. */
  replaced_at: Date | null
}

/** The numerator and the denominator of a decimal number such as 655.957. */
function fractionOf(rate: number): [bigint, bigint] {
  const [whole = '0', decimals = ''] = String(rate).split('.')
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)]
}

/** The quotient of two positive integers, rounded half up. */
const rounded = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator))

/** Francs for an amount in the minor unit of a currency. */
export function toFrancs(amount: number, currency: Currency, rate: number): number {
  const [numerator, denominator] = fractionOf(rate)
  return rounded(BigInt(amount) * numerator, denominator * 10n ** BigInt(minorUnits[currency]))
}

/** The amount in the minor unit of a currency for francs. */
export function fromFrancs(francs: number, currency: Currency, rate: number): number {
  const [numerator, denominator] = fractionOf(rate)
  return rounded(BigInt(francs) * denominator * 10n ** BigInt(minorUnits[currency]), numerator)
}

/** Converts between the franc and a currency, in either direction. */
export const convert = (amount: number, from: Currency, to: Currency, rate: number): number =>
  from === to ? amount : to === 'XOF' ? toFrancs(amount, from, rate) : fromFrancs(amount, to, rate)

/** The rate in force for a currency; null where the bank publishes none. */
export const currentRate = (rates: readonly TransferRate[], currency: Currency): TransferRate | null =>
  rates.find((one) => one.currency === currency && one.replaced_at === null) ?? null

/**
 * The rate of an order: the one that was quoted, published at `quoted` (Unix seconds), while it is guaranteed; without
 * a quote the one in force. Null: the bank has no rate; 'expired': the quoted one is no longer guaranteed.
 */
export function rateFor(
  rates: readonly TransferRate[],
  currency: Currency,
  quoted: number | null,
  { now, minutes }: { now: Date; minutes: number },
): TransferRate | null | 'expired' {
  const current = currentRate(rates, currency)
  if (quoted === null || current === null || current.is_fixed) return current
  const one = rates.find(
    ({ currency: of, effective_at }) => of === currency && Math.floor(effective_at.getTime() / 1000) === quoted,
  )
  if (!one) return 'expired'
  return one.replaced_at === null || now.getTime() < guaranteedUntil(one, now, minutes).getTime() ? one : 'expired'
}

/** Until when a rate is guaranteed to somebody who reads it now. A replaced one is guaranteed since its replacement. */
export const guaranteedUntil = ({ replaced_at }: TransferRate, now: Date, minutes: number): Date =>
  new Date((replaced_at ?? now).getTime() + minutes * 60_000)
