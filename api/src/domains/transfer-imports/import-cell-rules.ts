// Reads the cells of a line of an imported file, each by itself. Pure.
import type { LineError } from 'contract/transfers/import-problems.ts'
import type { TypedLine } from 'contract/transfers/imports.ts'
import { BENEFICIARY_NAME_MAX_LENGTH } from 'contract/transfers/beneficiaries.ts'
import { LABEL_MAX_LENGTH, MAX_DAYS_AHEAD, purposes } from 'contract/transfers/transfers.ts'
import { countryOfBic, isBic, isBicOf } from 'contract/values/bic.ts'
import { addDays } from 'contract/values/calendar.ts'
import { PlainDate } from 'contract/values/dates.ts'
import { folded } from 'contract/values/folded.ts'
import { isInternational, normaliseAccountNumber, unionIbanLength } from 'contract/values/iban.ts'
import { line, tidyLine } from 'contract/values/text.ts'
import * as z from 'zod/mini'
import { readAccount } from '../beneficiaries/account-number-rules.ts'

export const REFERENCE_MAX_LENGTH = 35
type Purpose = (typeof purposes)[number]
type Context = Record<string, string | number>
/** The BIC of a payee's bank, and the one that was saved with the payee. */
type KnownBic = { bic: string | null; saved_bic: string | null }

const dayPattern = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/** Parses DD/MM/YYYY as an existing day. */
export function readDay(typed: string): PlainDate | null {
  const [, day, month, year] = dayPattern.exec(typed.trim()) ?? []
  if (!day || !month || !year) return null
  const plain = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return z.safeParse(PlainDate, plain).success ? plain : null
}

export const formatPlainDay = (day: PlainDate) => day.split('-').toReversed().join('/')

export const nameLine = line(1, BENEFICIARY_NAME_MAX_LENGTH)
export const labelLine = line(1, LABEL_MAX_LENGTH)
export const referenceLine = line(1, REFERENCE_MAX_LENGTH)

export function textError(text: string, schema: ReturnType<typeof line>, missing: LineError): LineError | null {
  const result = z.safeParse(schema, text)
  if (result.success) return null
  if (text === '') return missing
  return result.error.issues.some(({ message }) => message === 'text_too_long') ? 'text_too_long' : 'text_invalid'
}

export type ReadIban = { iban: string; country: string | null; error: LineError | null; facts: Context }

export const tidyBic = (typed: string) => normaliseAccountNumber(typed)

/** The error of an account number by itself. A number that is not an IBAN belongs to the country of its BIC. */
export function ibanError({ iban: typed, bic }: Pick<TypedLine, 'iban' | 'bic'>): ReadIban {
  const bare = normaliseAccountNumber(typed)
  if (bare === '') return { iban: '', country: null, error: 'iban_missing', facts: {} }
  const bank = tidyBic(bic)
  const { iban, country, error } = readAccount(bare, isBic(bank) ? countryOfBic(bank) : null)
  if (!error) return { iban, country, error: null, facts: {} }
  const expected = unionIbanLength(iban.slice(0, 2))
  if (expected !== null && iban.length !== expected)
    return { iban, country, error: 'iban_length', facts: { found: iban.length, expected } }
  return { iban, country, error: error === 'rib_key_invalid' ? 'rib_key_invalid' : 'iban_invalid', facts: {} }
}

/** The error of a line's BIC; outside the UEMOA one is required, typed or known. */
export function bicError(bic: string, { country, iban }: ReadIban, payee: KnownBic | undefined): LineError | null {
  if (bic === '') return isInternational(iban) && !payee?.bic ? 'bic_missing' : null
  if (!isBic(bic)) return 'bic_invalid'
  if (country !== null && !isBicOf(bic, country)) return 'bic_other_country'
  // Another branch is not another bank.
  return payee?.saved_bic && payee.saved_bic.slice(0, 8) !== bic.slice(0, 8) ? 'bic_other_bank' : null
}

const purposeLabels: Record<string, Purpose> = {
  ...Object.fromEntries(purposes.map((purpose) => [purpose, purpose])),
  marchandises: 'goods',
  'achat de marchandises': 'goods',
  gdds: 'goods',
  service: 'services',
  'prestation de services': 'services',
  scve: 'services',
  etudes: 'studies',
  stdy: 'studies',
  sante: 'health',
  'soins de sante': 'health',
  hltc: 'health',
  famille: 'family',
  'soutien familial': 'family',
  fami: 'family',
  autre: 'other',
  othr: 'other',
}

/** Parses a purpose in the spellings of people and other programs; undefined where it is unknown. */
export function readPurpose(typed: string): Purpose | null | undefined {
  const text = folded(tidyLine(typed))
  return text === '' ? null : purposeLabels[text]
}

export function dateError(day: PlainDate | null, today: PlainDate, typed: string): LineError | null {
  if (day === null) return dayPattern.test(typed.trim()) ? 'date_impossible' : 'date_unreadable'
  if (day < today) return 'date_past'
  return day > addDays(today, MAX_DAYS_AHEAD) ? 'date_too_far' : null
}
