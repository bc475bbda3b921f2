// Defines the report of an account over a period, before one of the bank formats writes it.
import { type Currency, minorUnits } from 'contract/values/money.ts'

export type ReportEntry = {
  id: string
  booking_date: string
  value_date: string
  /** The type of operation, as in the contract. */
  type: string
  label: string
  counterparty: string | null
  reference: string | null
  /** Negative for a debit. */
  amount: number
}

export type AccountReport = {
  /** Identifies this report among those of the account. */
  number: string
  /** Its number in the year. */
  sequence: number
  made_at: Date
  account: { iban: string; holder: string; currency: string; bank_bic: string; bank_code: string }
  period: { from: string; to: string }
  opening: number
  credits: number
  debits: number
  closing: number
  entry_count: number
}

/** In chunks, so that a long report is never in memory as a whole. */
export type Entries = AsyncIterable<readonly ReportEntry[]>

/** An amount without its sign, as messages contain it: 1500 or 12.34. */
export function plainAmount(amount: number, currency: string): string {
  // Accounts are opened in a currency of the contract, so its minor unit is known.
  const decimals = minorUnits[currency as Currency]
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
