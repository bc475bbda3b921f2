// Parses dates as typed, day first in both languages; the form holds YYYY-MM-DD, or the typed text while it is no date.

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether the form's value is a valid date; 2026-02-30 is not. */
export const isDay = (value: string): boolean =>
  ISO.test(value) && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value)

/** Formats the form's value for the field. */
export const showDate = (value: string): string => value.replace(ISO, '$3/$2/$1')

const padded = (digits: string) => digits.padStart(2, '0')
const lastDayOf = (year: string, month: string) => new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()

/** Adds a slash after two digits typed without separator; separators of the user stay. */
export function addSlashes(typed: string): string {
  const parts = /^(\d{0,2})(\d*)$/.exec(typed) ?? /^(\d{1,2})\/(\d{3,})$/.exec(typed)
  if (!parts) return typed
  const [, day = '', rest = ''] = parts
  if (rest === '') return typed
  // No month begins like a year: "05/20" may become "05/2026".
  if (Number(rest.slice(0, 2)) > 12 && typed.includes('/')) return typed
  return [day, rest.slice(0, 2), rest.slice(2)].filter((part) => part !== '').join('/')
}

type Reading = {
  /** The day of a typed month, MM/YYYY. */
  month?: 'first' | 'last' | undefined
  /** Typing is finished: a year of two digits is one of this century. */
  isDone?: boolean
}

/** Parses the content of the field: 5/6/2026, 05.06.2026 and 05062026 are the same date. */
export function readDate(text: string, { month, isDone = false }: Reading = {}): string {
  const typed = text.trim()
  if (isDay(typed)) return typed
  const [, day = '', monthDigits = '', year = ''] =
    /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4}|\d{2})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(typed) ?? []
  if (year.length === 4 || (year.length === 2 && isDone)) {
    const value = `${year.padStart(4, '20')}-${padded(monthDigits)}-${padded(day)}`
    return isDay(value) ? value : text
  }
  const [, typedMonth = '', typedYear = ''] = (month && /^(\d{1,2})[/.\-\s](\d{4})$/.exec(typed)) || []
  const value = `${typedYear}-${padded(typedMonth)}-${month === 'last' && typedYear !== '' ? lastDayOf(typedYear, typedMonth) : '01'}`
  return isDay(value) ? value : text
}
