import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Currency } from './values/money.ts'

/** Bank details of the account in one currency (domain.md 8). */
export const BankDetails = z.strictObject({
  holder: z.string(),
  currency: Currency,
  iban: z.string(),
  bic: z.string(),
  swift: z.string(),
  bank_name: z.string(),
  bank_code: z.string(),
  agency_code: z.string(),
  agency_name: z.string(),
  agency_address: z.string(),
  account_number: z.string(),
  key: z.string(),
  correspondent_bank: z.nullable(z.string()),
  correspondent_bic: z.nullable(z.string()),
})
export type BankDetails = z.infer<typeof BankDetails>

export const listBankDetails = endpoint({
  method: 'GET',
  path: '/account/rib',
  summary: 'The bank details of the account, one entry per currency',
  right: 'rib',
  answer: z.array(BankDetails),
})
