// Grouping an amount while it is typed, without moving the caret under the fingers.

export type TypedAmount = { text: string; caret: number; value: number | null }

/** Fifteen digits always fit a number exactly. */
const MAX_DIGITS = 15

const group = (digits: string, separator: string) => digits.replace(/\B(?=(\d{3})+$)/g, separator)

export const showAmount = (value: number | null, separator: string) => (value === null ? '' : group(String(value), separator))

/** What the field shows after a change, and where the caret stands: behind the same digit as before. */
export function retype(typed: string, caretBefore: number, separator: string): TypedAmount {
  const leading = /^[\D0]*/.exec(typed)?.[0] ?? ''
  const isZero = !/[1-9]/.test(typed) && typed.includes('0')
  const digits = isZero ? '0' : typed.slice(leading.length).replaceAll(/\D/g, '').slice(0, MAX_DIGITS)
  const text = group(digits, separator)
  const digitsBefore = isZero ? 1 : typed.slice(leading.length, Math.max(caretBefore, leading.length)).replaceAll(/\D/g, '').length
  let caret = 0
  for (let seen = 0; caret < text.length && seen < digitsBefore; caret += 1) if (/\d/.test(text[caret] ?? '')) seen += 1
  return { text, caret, value: digits === '' ? null : Number(digits) }
}

/**
 * What a pasted amount means: "1 250 000 F CFA", "1.250.000", "1,250,000 XOF". Cents ("1 250,50") and signs are
 * refused rather than read as another amount.
 */
export function readPastedAmount(pasted: string): number | null {
  const figures = pasted.replaceAll(/f\s*cfa|xof|fcfa|francs?/giu, '').replaceAll(/\s/gu, '')
  if (!/^\d{1,3}([.,'’]?\d{3})*$/u.test(figures) && !/^\d+$/u.test(figures)) return null
  const digits = figures.replaceAll(/\D/gu, '')
  return digits.length > MAX_DIGITS ? null : Number(digits)
}
