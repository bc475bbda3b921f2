// Parses the amounts and currencies of imported files. Pure.
import type { LineError } from 'contract/transfers/import-problems.ts'
import { folded } from 'contract/values/folded.ts'
import { Currency, MAX_AMOUNT, minorUnits } from 'contract/values/money.ts'
import * as z from 'zod/mini'
import { minorUnitsOf } from '../../formats/decimal.ts'

const francs = ['', 'xof', 'cfa', 'fcfa', 'f cfa']

/** The currency of a line by its code; null where it is unknown. Without one the amount is in francs. */
export function readCurrency(typed: string): Currency | null {
  const text = typed.trim()
  if (francs.includes(folded(text))) return 'XOF'
  const result = z.safeParse(Currency, text.toUpperCase())
  return result.success ? result.data : null
}

/** Marks that amounts are written with, and no column of a currency has. */
const marks: { [mark: string]: Currency } = { f: 'XOF', '€': 'EUR' }

/** A longer text is no amount with a unit, and would take long to match. */
const MAX_SPLIT_LENGTH = 64

/** An amount that is written with its unit before or after it, without that unit; null where none is known. */
function splitUnit(typed: string): { number: string; currency: Currency } | null {
  const text = typed.trim()
  if (text.length > MAX_SPLIT_LENGTH) return null
  const [, before = '', number = '', after = ''] =
    /^([^\d+-]*?)\s*(\d[\doO.,\s]*?)\s*([^\d\s.,][^\d,]*)?$/u.exec(text) ?? []
  const unit = folded(before + after)
    .replaceAll(/\s+/gu, ' ')
    .replace(/\.$/, '')
  const currency = unit === '' || (before !== '' && after !== '') ? null : (marks[unit] ?? readCurrency(unit))
  return currency && { number, currency }
}

/** Parses an amount in the minor unit: whole francs, with spaces between thousands; of other currencies also decimals. */
export function readAmount(typed: string, currency: Currency = 'XOF'): number | LineError {
  const text = typed.trim()
  if (text === '') return 'amount_missing'
  if (/^[-+]/.test(text)) return 'amount_sign'
  if (/\p{Nd}/u.test(text.replaceAll(/[0-9]/g, ''))) return 'amount_digits'
  if (/^[0-9oO\s]+$/u.test(text) && /o/i.test(text)) return 'amount_letter'
  const split = splitUnit(text)
  if (split) {
    if (split.currency !== currency) return 'amount_currency'
    const read = readAmount(split.number, currency)
    return typeof read === 'number' ? 'amount_unit' : read
  }
  const digits = minorUnits[currency]
  const isDecimal = /^[0-9\s]*[.,][0-9.,\s]*$/u.test(text)
  if (isDecimal && digits === 0) return 'amount_point'
  if (!/^(?:[0-9]+|[0-9]{1,3}(?:\s[0-9]{3})+)(?:[.,][0-9]+)?$/u.test(text))
    return digits === 0 ? 'amount_unreadable' : 'amount_decimals'
  const plain = text.replaceAll(/\s/gu, '').replace(',', '.')
  if (!/[1-9]/.test(plain)) return 'amount_zero'
  const amount = digits === 0 ? Number(plain) : minorUnitsOf(plain, currency)
  if (amount === null) return /^[0-9]{14}/.test(plain) ? 'amount_too_large' : 'amount_decimals'
  return amount > MAX_AMOUNT ? 'amount_too_large' : amount
}

/**
 * The amount that an unreadable text means without doubt: without the unit of its currency; in francs also letters for zeros, grouped
 * thousands and decimals of zero.
 */
export function repairedAmount(typed: string, currency: Currency = 'XOF'): string | null {
  const split = splitUnit(typed)
  if (split && split.currency !== currency) return null
  const text = (split?.number ?? typed).trim()
  const plain =
    currency === 'XOF'
      ? text
          .replace(/^\+\s*/, '')
          .replaceAll(/[oO]/g, '0')
          .replace(/[.,]0{1,2}$/, '')
          .replaceAll(/(?<=\d)[.,](?=\d{3}(?:\D|$))/g, '')
          .replaceAll(/\s/gu, '')
      : text
  return plain !== typed && typeof readAmount(plain, currency) === 'number' ? plain : null
}

/** An amount in the minor unit as a file writes it: "1250.50". */
const writeAmount = (amount: number, currency: Currency): string =>
  (amount / 10 ** minorUnits[currency]).toFixed(minorUnits[currency])

type Ordered = { amount: number; instructed_amount: number | null; instructed_currency: Currency | null }

/** The amount and the currency of an ordered line as they were typed, for a file that can be imported again. */
export const typedAmountOf = ({ amount, instructed_amount, instructed_currency }: Ordered) =>
  instructed_amount !== null && instructed_currency !== null
    ? { amount: writeAmount(instructed_amount, instructed_currency), currency: instructed_currency }
    : { amount: String(amount), currency: '' }
