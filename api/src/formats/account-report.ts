// The report of an account over a period, before one of the bank formats writes it.
import { type Currency, minorUnits } from 'contract/values/money.ts'

export type ReportEntry = {
  id: string
  booking_date: string
  value_date: string
  /** As operations have it in the contract. */
  type: string
  label: string
  counterparty: string | null
  reference: string | null
  /** Negative when money leaves the account. */
  amount: number
}

export type AccountReport = {
  /** Names this report and no other of the account. */
  number: string
  /** Its place among those of the year. */
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

/** In chunks, so that a long report never stands in memory as a whole. */
export type Entries = AsyncIterable<readonly ReportEntry[]>

/** An amount without its sign, as messages write it: 1500 or 12.34. */
export function plainAmount(amount: number, currency: string): string {
  // Accounts are opened in a currency of the contract, so its minor unit is known.
  const decimals = minorUnits[currency as Currency]
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
