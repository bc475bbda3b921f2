// Amounts written in the search box: =25000, >100 000, <5000, 10000..50000.
import { type Currency, minorUnits } from 'contract/values/money.ts'

export type AmountSearch = { min?: number; max?: number; /** What else was written. */ rest: string }

/** Digits alone, or in groups of three as people and the portal write them; then a comma or a point before cents. */
const NUMBER = String.raw`(?:\d{1,3}(?:[ \u00A0\u202F]\d{3})+|\d+)(?:[.,]\d{1,2})?`
const WRITTEN = new RegExp(String.raw`(?:^|\s)(?:([=<>]|<=|>=)\s*(${NUMBER})|(${NUMBER})\s*\.\.\s*(${NUMBER}))(?=\s|$)`, 'u')

/** In the minor unit; null where it is finer than the currency, or longer than any amount. */
function readNumber(text: string, currency: Currency): number | null {
  const [whole = '', fraction = ''] = text.replaceAll(/\s/gu, '').split(/[.,]/)
  const places = minorUnits[currency]
  if (fraction.length > places || whole.length > 12) return null
  return Number(whole + fraction.padEnd(places, '0'))
}

/** The bounds that a search writes, and what is left of it; null where it writes none. */
export function readAmountSearch(text: string, currency: Currency): AmountSearch | null {
  const found = WRITTEN.exec(text)
  if (!found) return null
  const [all, sign, one, low, high] = found
  const rest = text.replace(all, ' ').replaceAll(/\s+/gu, ' ').trim()
  if (sign === undefined) {
    const [min, max] = [readNumber(low ?? '', currency), readNumber(high ?? '', currency)]
    if (min === null || max === null) return null
    return min <= max ? { min, max, rest } : { min: max, max: min, rest }
  }
  const amount = readNumber(one ?? '', currency)
  if (amount === null) return null
  if (sign === '=') return { min: amount, max: amount, rest }
  if (sign.startsWith('>')) return { min: sign === '>' ? amount + 1 : amount, rest }
  const max = sign === '<' ? amount - 1 : amount
  return max < 0 ? null : { max, rest }
}

export type Bound = { is: 'from' | 'above' | 'up-to' | 'below'; amount: number }
const isRound = (amount: number) => amount % 10 === 0

/** The rounder of two ways to say the same bound: from 100 001 is more than 100 000. */
export const lowest = (min: number): Bound => (isRound(min - 1) && min > 1 ? { is: 'above', amount: min - 1 } : { is: 'from', amount: min })
export const highest = (max: number): Bound => (isRound(max + 1) ? { is: 'below', amount: max + 1 } : { is: 'up-to', amount: max })
