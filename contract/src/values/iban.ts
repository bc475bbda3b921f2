// Validates account numbers of the UEMOA: the IBAN and the RIB inside it, with its own key (domain.md 1.1 and 1.2).
import { groupPhone } from './phone-groups.ts'

const RIB_COUNTRIES = ['BJ', 'BF', 'CI', 'ML', 'NE', 'SN', 'TG']
/** The only list of the UEMOA's members: statements get it as a value. */
export const UEMOA_COUNTRIES: readonly string[] = [...RIB_COUNTRIES, 'GW']
const IBAN_LENGTHS: Record<string, number> = {
  ...Object.fromEntries(RIB_COUNTRIES.map((country) => [country, 28])),
  GW: 25,
}

/** Removes all whitespace (U+00A0 and U+202F too) and converts letters to upper case. */
export const normaliseAccountNumber = (typed: string) => typed.replace(/\s/gu, '').toUpperCase()

/** Outside the UEMOA: what the specification calls "non-SEPA" (decisions.md 5). */
export const isInternational = (iban: string) => !UEMOA_COUNTRIES.includes(iban.slice(0, 2))

/** The remainder of a long run of digits, within the safe integers. */
const remainder = (digits: string, divisor: number) =>
  [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % divisor, 0)

// A J = 1, B K S = 2, ... I R Z = 9: the table of the RIB differs from the one of the IBAN.
const ribDigit = (char: string) =>
  /[0-9]/.test(char) ? char : String(((char.charCodeAt(0) - 65 + (char >= 'S' ? 1 : 0)) % 9) + 1)
const ibanDigits = (char: string) => (/[0-9]/.test(char) ? char : String(char.charCodeAt(0) - 55))

/** The two key digits of a RIB, from its first 22 characters (bank 5, branch 5, account 12). */
export function ribKey(bankBranchAccount: string): string {
  const rest = remainder([...bankBranchAccount].map(ribDigit).join('') + '00', 97)
  return String(97 - rest).padStart(2, '0')
}

/** The two check digits of an IBAN (ISO 13616, mod 97-10). */
export function ibanCheckDigits(country: string, bban: string): string {
  const rest = remainder([...`${bban}${country}00`].map(ibanDigits).join(''), 97)
  return String(98 - rest).padStart(2, '0')
}

export type IbanError = 'iban_invalid' | 'rib_key_invalid'

/** The error of a normalised IBAN, or null. A valid mod 97 does not prove the RIB key inside: both are checked. */
export function ibanError(iban: string): IbanError | null {
  const country = iban.slice(0, 2)
  const length = IBAN_LENGTHS[country]
  const isWellFormed =
    /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(iban) && (length === undefined || iban.length === length)
  if (!isWellFormed || ibanCheckDigits(country, iban.slice(4)) !== iban.slice(2, 4)) return 'iban_invalid'
  if (RIB_COUNTRIES.includes(country) && ribKey(iban.slice(4, 26)) !== iban.slice(26)) return 'rib_key_invalid'
  return null
}

// Older bank codes name their country by one letter (domain.md 1.1); these letters are known.
const OLD_BANK_CHARACTERS: Record<string, string> = { B: 'BJ', D: 'ML', K: 'SN' }

/**
 * Normalises a pasted account number: to the IBAN where it is one or a RIB of the UEMOA, otherwise unchanged.
 * A RIB keeps its key: the check of the IBAN covers it.
 */
export function readAccountNumber(typed: string): string {
  const number = normaliseAccountNumber(typed)
  const rib = /^(?:([A-Z]{2})\d|([A-Z])\d{2})\d{21}$/.exec(number)
  const country = rib?.[1] ?? OLD_BANK_CHARACTERS[rib?.[2] ?? '']
  return country && RIB_COUNTRIES.includes(country) ? `${country}${ibanCheckDigits(country, number)}${number}` : number
}

/** Whether it can only be an IBAN: a country and two check digits. */
export const isIbanLike = (number: string) => /^[A-Z]{2}[0-9]{2}/.test(number)

/** The length of an IBAN of the UEMOA, or null where the country is not a member. */
export const unionIbanLength = (country: string): number | null => IBAN_LENGTHS[country] ?? null

export type Rib = { bank_code: string; branch_code: string; account_number: string; key: string }

/** The parts of the RIB inside a 28-character UEMOA IBAN. */
export const ribOf = (iban: string): Rib => ({
  bank_code: iban.slice(4, 9),
  branch_code: iban.slice(9, 14),
  account_number: iban.slice(14, 26),
  key: iban.slice(26, 28),
})

/** The IBAN of an account of this zone: its RIB with the key, and the check digits before. */
export function ibanFrom(country: string, bank: string, branch: string, account: string): string {
  const rib = `${bank}${branch}${account}`
  const bban = rib + ribKey(rib)
  return `${country}${ibanCheckDigits(country, bban)}${bban}`
}

/** Formats account numbers and IBANs: upper case, in groups of four; telephone numbers of e-money as people write them. */
export const groupByFour = (text: string) => {
  const bare = text.replaceAll(/\s/g, '').toUpperCase()
  // E-money is named by a telephone number of the union, whose countries have codes of three digits.
  return bare.startsWith('+') ? groupPhone(bare.slice(1, 4), bare.slice(4)) : bare.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
