// Parses an amount in the notation of the user's language. Text that is ambiguous is an error, never another amount.

/** The notation of amounts of one currency in one language. */
export type AmountNotation = {
  /** The thousands separator of the portal. */
  group: string
  decimal: ',' | '.'
  /** Decimal places of the currency: none for the franc, two for the euro. */
  decimals: number
  /** Units that may stand before or after the number, such as "F CFA" and "XOF". */
  units: readonly string[]
}

export type AmountProblem =
  /** The currency has no cents. */
  | { is: 'cents' }
  /** More decimals than the currency has. */
  | { is: 'decimals' }
  | { is: 'sign' }
  | { is: 'too-long' }
  /** The text has another notation, or is ambiguous. `meant`: the likely amount, in the user's notation. */
  | { is: 'unclear'; meant: string }
  | { is: 'no-amount' }

export type ReadAmount = { amount: number } | { problem: AmountProblem }

/** Fifteen digits are always a safe integer. */
const MAX_DIGITS = 15
const SPACE = '[ \\u00A0\\u202F]'

export const groupDigits = (digits: string, separator: string) => digits.replace(/\B(?=(\d{3})+$)/g, separator)

const withoutZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '')

function withoutUnit(text: string, units: readonly string[]): string {
  const plain = text.replaceAll(/[\u00A0\u202F]/gu, ' ').trim()
  for (const unit of units) {
    const word = unit.toLowerCase()
    if (plain.toLowerCase().startsWith(word)) return plain.slice(word.length).trimStart()
    if (plain.toLowerCase().endsWith(word)) return plain.slice(0, -word.length).trimEnd()
  }
  return text.trim()
}

/**
 * The amount in the minor unit. Thousands are in groups of three, separated by spaces, by the separator of the
 * language, or by one repeated separator ("1.250.000"), which is unambiguous. A single separator of another notation is
 * an error that proposes the likely amount.
 */
export function readAmount(text: string, { group, decimal, decimals, units }: AmountNotation): ReadAmount {
  const amountText = withoutUnit(text, units)
  if (/^[+\-−–]/u.test(amountText)) return { problem: { is: 'sign' } }
  // Any space counts as a space of the language; only a comma or a point is a distinct separator.
  const marks = [',', '.'].filter((mark) => mark !== decimal || decimals === 0)
  const own = group === ',' || group === '.' ? [`\\d{1,3}(?:[${group}]\\d{3})+`] : []
  const repeated = marks.map((mark) => `\\d{1,3}(?:[${mark}]\\d{3}){2,}`)
  const grouped = ['\\d+', `\\d{1,3}(?:${SPACE}\\d{3})+`, ...own, ...repeated].join('|')
  const fraction = decimals > 0 ? `(?:[${decimal}](\\d{1,${decimals}}))?` : '()'
  const found = new RegExp(`^(${grouped})${fraction}$`, 'u').exec(amountText)
  if (found) {
    const digits = withoutZeros((found[1] ?? '').replaceAll(/\D/g, '') + (found[2] ?? '').padEnd(decimals, '0'))
    return digits.length > MAX_DIGITS ? { problem: { is: 'too-long' } } : { amount: Number(digits) }
  }
  return { problem: problemIn(amountText, { group, decimal, decimals }) }
}

function problemIn(
  amountText: string,
  { group, decimal, decimals }: Pick<AmountNotation, 'group' | 'decimal' | 'decimals'>,
): AmountProblem {
  const [, whole = '', mark = '', rest = ''] =
    new RegExp(`^(\\d+|\\d{1,3}(?:${SPACE}\\d{3})+)([.,])(\\d*)$`, 'u').exec(amountText) ?? []
  const digits = withoutZeros(whole.replaceAll(/\D/g, ''))
  if (mark !== '' && /^[1-9]\d{0,2}$/.test(whole) && rest.length === 3)
    return { is: 'unclear', meant: groupDigits(digits + rest, group) }
  if (mark !== '' && decimals > 0 && mark !== decimal && rest.length >= 1 && rest.length <= decimals)
    return { is: 'unclear', meant: `${groupDigits(digits, group)}${decimal}${rest}` }
  if (decimals === 0 && /^\d[\d \u00A0\u202F.,]*[.,]\d*$/u.test(amountText)) return { is: 'cents' }
  if (mark === decimal && rest.length > decimals) return { is: 'decimals' }
  return { is: 'no-amount' }
}

/** The amounts that an unreadable text may mean, in the minor unit: the person chooses one. */
export function likelyAmounts(text: string, notation: AmountNotation): number[] {
  const read = readAmount(text, notation)
  if (!('problem' in read)) return []
  if (read.problem.is === 'unclear') {
    const meant = readAmount(read.problem.meant, notation)
    return 'amount' in meant ? [meant.amount] : []
  }
  if (read.problem.is !== 'cents') return []
  const [, whole = '', decimals = ''] = /^(.*)[.,](\d*)$/u.exec(withoutUnit(text, notation.units)) ?? []
  const below = readAmount(whole, notation)
  if (!('amount' in below)) return []
  return /[1-9]/.test(decimals) ? [below.amount, below.amount + 1] : [below.amount]
}

/** Formats an amount for a field: all its decimals, and no unit. */
export function writeAmount(amount: number | null, { group, decimal, decimals }: AmountNotation): string {
  if (amount === null) return ''
  const digits = String(amount).padStart(decimals + 1, '0')
  const whole = groupDigits(digits.slice(0, digits.length - decimals), group)
  return decimals > 0 ? `${whole}${decimal}${digits.slice(-decimals)}` : whole
}
