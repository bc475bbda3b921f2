import * as z from 'zod/mini'

/** The largest exact integer of a number; the database's domain has the same bound. */
export const MAX_AMOUNT = Number.MAX_SAFE_INTEGER

/** An amount in the minor unit of its currency, of any sign (XOF has no minor unit: whole francs). */
export const Amount = z.int()

/** An amount that a customer may move: a positive integer. Never coerced: "5", [5] and 1.5 are refused. */
export const PositiveAmount = z.int('amount_invalid').check(z.minimum(1, 'amount_invalid'))

export const currencies = ['XOF', 'EUR', 'USD', 'GBP', 'CHF', 'CAD', 'MAD', 'CNY'] as const
export const Currency = z.enum(currencies)
export type Currency = z.infer<typeof Currency>

/** Decimal places of a currency's minor unit (ISO 4217). */
export const minorUnits: Record<Currency, number> = { XOF: 0, EUR: 2, USD: 2, GBP: 2, CHF: 2, CAD: 2, MAD: 2, CNY: 2 }

/**
 * Parses the amount of a search into minor units: with or without a thousands separator, cents after a comma or a
 * point. Null where the text is not an amount of this currency.
 */
export function writtenAmount(text: string, currency: Currency): number | null {
  const [, whole = '', fraction = ''] =
    /^(\d+(?:[.,]\d{3})*)(?:[.,](\d{1,2}))?$/.exec(text.replaceAll(/\s/gu, '')) ?? []
  const digits = whole.replaceAll(/[.,]/g, '') + fraction.padEnd(minorUnits[currency], '0')
  return whole !== '' && fraction.length <= minorUnits[currency] && digits.length <= 15 ? Number(digits) : null
}

/** Thousandths of francs for one euro, fixed by treaty: 655.957 francs. */
const PARITY = 655_957

/** Francs for cents of euro, rounded half up. */
export const eurosToFrancs = (cents: number): number => Math.floor((cents * PARITY + 50_000) / 100_000)

/** Cents of euro for francs, rounded half up. */
export const francsToEuros = (francs: number): number => Math.floor((francs * 200_000 + PARITY) / (2 * PARITY))
