import * as z from 'zod/mini'

const FOUR_GROUPS = /^\d{4}(?: \d{4}){3}$/

/** The Luhn check of card numbers (ISO/IEC 7812): every second digit from the right counts double. */
export function hasLuhnCheck(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Four groups of four digits separated by one space (specification). */
export const CardNumber = z
  .string('card_number_invalid')
  .check(z.refine((typed) => FOUR_GROUPS.test(typed) && hasLuhnCheck(typed.replaceAll(' ', '')), 'card_number_invalid'))

/** Formats a number in groups of four during typing. */
export const groupCardNumber = (typed: string) =>
  typed
    .replace(/\D/g, '')
    .slice(0, 16)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

/** The masked form: the only one that leaves the bank. */
export const maskedCardNumber = (lastDigits: string) => `•••• •••• •••• ${lastDigits}`
