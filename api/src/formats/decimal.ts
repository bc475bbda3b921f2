// Reads decimal amounts of messages exactly, without floating point. Pure.
import { type Currency, minorUnits } from 'contract/values/money.ts'

/** An amount of any currency in the smallest unit that a message can write, for sums. */
export function scaled(decimal: string): bigint {
  const [whole = '', decimals = ''] = decimal.split('.')
  return BigInt(whole + decimals.padEnd(17, '0'))
}

/** Whole minor units of a currency; null where the text is no such amount above zero. */
export function minorUnitsOf(text: string, currency: Currency): number | null {
  const digits = minorUnits[currency]
  const [, whole, decimals = ''] = /^(\d{1,13})(?:\.(\d{1,5}))?$/.exec(text) ?? []
  if (whole === undefined || /[1-9]/.test(decimals.slice(digits))) return null
  return Number(whole + decimals.slice(0, digits).padEnd(digits, '0')) || null
}
