// Reads an account number without the database: country, bank, check digits and RIB key. Pure. Numbers of the UEMOA have a key that no library
// checks (domain.md 1.2).
import type { accountErrors } from 'contract/transfers/beneficiaries.ts'
import {
  ibanError,
  isIbanLike,
  readAccountNumber,
  ribOf,
  UEMOA_COUNTRIES,
  unionIbanLength,
} from 'contract/values/iban.ts'
import { getCountrySpecifications, isValidIBAN } from 'ibantools'

export type AccountError = (typeof accountErrors)[number]

const specifications = getCountrySpecifications()

/** The length of an IBAN of this country, or null where the country has none. */
export const ibanLength = (country: string): number | null =>
  unionIbanLength(country) ?? specifications[country]?.chars ?? null

function errorOfIban(iban: string): AccountError | null {
  const country = iban.slice(0, 2)
  if (UEMOA_COUNTRIES.includes(country)) return ibanError(iban)
  if (ibanLength(country) === null) return 'country_unsupported'
  return isValidIBAN(iban) ? null : 'iban_invalid'
}

export type ReadAccount = { iban: string; country: string | null; error: AccountError | null }

/** Parses a typed number. `country`: the country of the account, for a number that is not an IBAN. */
export function readAccount(typed: string, country: string | null = null): ReadAccount {
  const iban = readAccountNumber(typed)
  if (isIbanLike(iban)) return { iban, country: iban.slice(0, 2), error: errorOfIban(iban) }
  // Two letters at the start would be read as a country code.
  const isPlausible = /^(?![A-Z]{2})[A-Z0-9]{4,34}$/.test(iban)
  const isFree = country !== null && ibanLength(country) === null
  return { iban, country: isFree ? country : null, error: isPlausible && isFree ? null : 'iban_invalid' }
}

/** Bank and branch code of a valid IBAN of the UEMOA; null elsewhere, where their positions differ. */
export function bankPartsOf(iban: string): { bank_code: string; branch_code: string } | null {
  if (unionIbanLength(iban.slice(0, 2)) !== iban.length) return null
  const { bank_code, branch_code } = ribOf(iban)
  return { bank_code, branch_code }
}

/** Masks a name: recognisable for someone who knows it, not readable for others: "Moustapha Thiam" is "Mo•••• T••••", whatever its length. */
export const maskName = (name: string) =>
  name
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word, index) => `${[...word].slice(0, index === 0 ? 2 : 1).join('')}••••`)
    .join(' ')
