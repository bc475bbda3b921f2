// Reads the expiry month of a card: MM/YY as printed, or MM/YYYY.

/** Formats the typed text: adds the slash after the month. */
export const typeExpiry = (typed: string): string => typed.replace(/^(\d{2})(\d{1,4})$/, '$1/$2')

/** YYYY-MM, or the typed text while it is not a month. */
export function readExpiry(typed: string): string {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*[/.-]\s*(\d{4}|\d{2})\s*$/.exec(typed) ?? []
  return year === '' ? typed : `${year.padStart(4, '20')}-${month.padStart(2, '0')}`
}
