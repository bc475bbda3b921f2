// Dates as people type them, DD/MM/YYYY; the form holds YYYY-MM-DD, or what was typed while it is no whole date.

const ISO = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether what the form holds is a day of the calendar; 2026-02-30 is none. */
export const isDay = (held: string): boolean =>
  ISO.test(held) && !Number.isNaN(Date.parse(held)) && new Date(held).toISOString().startsWith(held)

/** What the field shows for what the form holds. */
export const showDate = (held: string): string => held.replace(ISO, '$3/$2/$1')

/** What the form holds for what stands in the field: slashes come by themselves, anything but digits goes. */
export function readDate(typed: string): string {
  const pasted = ISO.exec(typed.trim())
  if (pasted) return typed.trim()
  const digits = typed.replace(/\D/g, '').slice(0, 8)
  if (digits.length === 8) return `${digits.slice(4)}-${digits.slice(2, 4)}-${digits.slice(0, 2)}`
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '')
  // A slash that was just typed stays, so that "1/" is not taken back to "1".
  const isOpen = /[/.\s-]$/.test(typed) && (digits.length === 2 || digits.length === 4)
  return parts.join('/') + (isOpen ? '/' : '')
}
