// Lists the columns of the bank's identity, its branches and its holidays, and of the other banks that it knows.
import type { Purpose } from 'contract/transfers/transfers.ts'
import { boolean, date, except, nullable, numeric, type RowOf, table, text } from '../../db/columns.ts'

export const bank = table('bank', {
  is_the_only_row: boolean(),
  name: text(),
  code: text(),
  bic: text(),
  address: text(),
  phone: text(),
  email: text(),
  legal: text(),
})
export const bankIdentity = except(bank, 'is_the_only_row')

export const branches = table('branches', {
  code: text(),
  name: text(),
  address: text(),
  phone: text(),
  opening_hours_fr: text(),
  opening_hours_en: text(),
  /** The position in degrees. */
  latitude: nullable(numeric()),
  longitude: nullable(numeric()),
})
/** The columns that a new publication replaces, with and without the position. */
export const publishedBranches = except(branches, 'code')
export const placelessBranches = except(publishedBranches, 'latitude', 'longitude')
/** A branch in a file without positions: its position is kept. */
export const listedBranches = except(branches, 'latitude', 'longitude')
export type Branch = RowOf<typeof listedBranches>
export type PlacedBranch = RowOf<typeof branches>

export const holidays = table('holidays', {
  day: date(),
  name_fr: text(),
  name_en: text(),
  /** False: expected, its day may still change. */
  is_confirmed: boolean(),
})
/** The columns that a new publication replaces. */
export const publishedHolidays = except(holidays, 'day')
export type Holiday = RowOf<typeof holidays>

/** Of the other countries of the monetary union. */
export const foreignHolidays = table('foreign_holidays', {
  country: text(),
  day: date(),
  name_fr: text(),
  name_en: text(),
  is_confirmed: boolean(),
})
export type ForeignHoliday = RowOf<typeof foreignHolidays>

/** The directory of banks: the name beside an account number of another bank. */
export const banks = table('banks', {
  country: text(),
  /** The first five characters of the BBAN. */
  code: text(),
  name: text(),
  bic: nullable(text()),
})
/** The columns that a new publication replaces. */
export const publishedBanks = except(banks, 'country', 'code')
export type ListedBank = RowOf<typeof banks>

/** The banks that settle payments in other currencies, and the account of this bank there. */
export const correspondents = table('correspondents', {
  currency: text(),
  name: text(),
  bic: text(),
  account_number: nullable(text()),
})
/** The columns that a new publication replaces. */
export const publishedCorrespondents = except(correspondents, 'currency')
export type ListedCorrespondent = RowOf<typeof correspondents>

/** The codes of purposes in the declaration of payments abroad. */
export const economicCodes = table('economic_codes', { purpose: text<Purpose>(), code: text() })
export type EconomicCode = RowOf<typeof economicCodes>
