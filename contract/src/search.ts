// Search of the portal: one text finds payments, payees, accounts and documents.
import * as z from 'zod/mini'
import { Account } from './accounts/accounts.ts'
import { BankDocument } from './accounts/statements.ts'
import { endpoint } from './endpoint.ts'
import { PlainDate } from './values/dates.ts'
import { Identity } from './values/identity.ts'
import { Amount, Currency } from './values/money.ts'
import { Id } from './values/text.ts'

/** Each group shows so many; the payments have a total, and a list of their own. */
export const MAX_OF_GROUP = 3

export const FoundPayment = z.strictObject({
  id: Id,
  is_upcoming: z.boolean(),
  /** Of the booking, or the expected one. */
  date: PlainDate,
  identity: Identity,
  /** Negative for a debit. */
  amount: Amount,
  currency: Currency,
})
export type FoundPayment = z.infer<typeof FoundPayment>

/** A beneficiary, by its id, or the creditor of a mandate, by the id of the mandate. */
export const FoundPayee = z.strictObject({ id: Id, is_creditor: z.boolean(), identity: Identity })
export type FoundPayee = z.infer<typeof FoundPayee>

export const SearchResults = z.strictObject({
  payments: z.strictObject({ items: z.array(FoundPayment), total: z.int() }),
  payees: z.array(FoundPayee),
  accounts: z.array(Account),
  documents: z.array(BankDocument),
  /** Where nothing is found: the name of a payee or a counterparty that is written alike. */
  nearest: z.nullable(z.string()),
})
export type SearchResults = z.infer<typeof SearchResults>

/** The fields of the list of operations that a search stands for: an amount above or below another, or a text. */
export type PaymentSearch = { search?: string; min?: number; max?: number }

const BOUND = /^\s*([<>])\s*(\d[\d\s.,]*)$/u

/**
 * Reads what a customer types. `>50 000` and `<50 000` are amounts, in whole units of the currency; everything else is a text, in
 * which digits are an amount too.
 */
export function paymentSearchOf(typed: string, minorUnits: number): PaymentSearch {
  const [, sign, digits = ''] = BOUND.exec(typed) ?? []
  const amount = Number(digits.replaceAll(/[^\d]/gu, ''))
  if (sign === undefined || !Number.isSafeInteger(amount * 10 ** minorUnits)) return { search: typed.trim() }
  return { [sign === '>' ? 'min' : 'max']: amount * 10 ** minorUnits }
}

export const search = endpoint({
  method: 'GET',
  path: '/search',
  summary:
    'Searches payments, payees, accounts and documents: three of each, from what the rights of the user show; `>50000` and `<50000` search an amount',
  query: z.strictObject({ text: z.optional(z.string().check(z.maxLength(64, 'text_too_long'))) }),
  answer: SearchResults,
})
