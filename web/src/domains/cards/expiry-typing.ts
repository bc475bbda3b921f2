// The month printed on a card: MM/YY as it stands there, or MM/YYYY.

/** What the field shows: the slash comes by itself after the month. */
export const typeExpiry = (typed: string): string => typed.replace(/^(\d{2})(\d{1,4})$/, '$1/$2')

/** YYYY-MM, or the text as typed while it is no month. */
export function readExpiry(typed: string): string {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*[/.-]\s*(\d{4}|\d{2})\s*$/.exec(typed) ?? []
  return year === '' ? typed : `${year.padStart(4, '20')}-${month.padStart(2, '0')}`
}
