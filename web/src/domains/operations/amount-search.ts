// Parses amounts typed in the search field: =25000, >100 000, <5000, 10000..50000.
import { type AmountNotation, readAmount } from '../../ui/fields/amount-reading.ts'

export type AmountSearch = { min?: number; max?: number; /** The remaining text. */ rest: string }

/** A part of a text that may be an amount: groups of three digits, or digits and separators without a space. */
const NUMBER = String.raw`(?:\d{1,3}(?:[ \u00A0\u202F]\d{3})+(?:[.,]\d+)?|\d[\d.,]*)`
const WRITTEN = new RegExp(
  String.raw`(?:^|\s)(?:([=<>]|<=|>=)\s*(${NUMBER})|(${NUMBER})\s*\.\.\s*(${NUMBER}))(?=\s|$)`,
  'u',
)

/** In the minor unit; null if the text is not an amount of the currency in the user's notation. */
function readNumber(text: string, notation: AmountNotation): number | null {
  const read = readAmount(text, notation)
  return 'problem' in read || read.amount >= 1e14 ? null : read.amount
}

/** The bounds in a search text, and the remaining text; null if there are none. */
export function readAmountSearch(text: string, notation: AmountNotation): AmountSearch | null {
  const found = WRITTEN.exec(text)
  if (!found) return null
  const [all, sign, one, low, high] = found
  const rest = text.replace(all, ' ').replaceAll(/\s+/gu, ' ').trim()
  if (sign === undefined) {
    const [min, max] = [readNumber(low ?? '', notation), readNumber(high ?? '', notation)]
    if (min === null || max === null) return null
    return min <= max ? { min, max, rest } : { min: max, max: min, rest }
  }
  const amount = readNumber(one ?? '', notation)
  if (amount === null) return null
  if (sign === '=') return { min: amount, max: amount, rest }
  if (sign.startsWith('>')) return { min: sign === '>' ? amount + 1 : amount, rest }
  const max = sign === '<' ? amount - 1 : amount
  return max < 0 ? null : { max, rest }
}
