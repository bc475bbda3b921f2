import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Language } from '../language.ts'
import { Email } from '../values/contact.ts'
import { Currency } from '../values/money.ts'
import { line } from '../values/text.ts'

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

/** The content of the QR code: the data that a payer would type otherwise. */
export const bankDetailsCode = ({ holder, iban, bic }: BankDetails) => `${holder}\nIBAN ${iban}\nBIC ${bic}`

export const listBankDetails = endpoint({
  method: 'GET',
  path: '/account/rib',
  summary: 'Lists the bank details of the account, one entry per currency',
  right: 'rib',
  answer: z.array(BankDetails),
})

export const getBankDetailsFile = endpoint({
  method: 'GET',
  path: '/account/rib/file',
  summary: 'Returns the bank details as a PDF, in the language of the request',
  right: 'rib',
  isFile: true,
})

export const MAX_RIB_EMAIL_RECIPIENTS = 5
export const RIB_EMAIL_MESSAGE_LENGTH = 500

export const BankDetailsEmail = z.strictObject({
  to: z
    .array(Email)
    .check(z.minLength(1, 'recipients_missing'), z.maxLength(MAX_RIB_EMAIL_RECIPIENTS, 'too_many_recipients')),
  lang: Language,
  message: z.optional(z.nullable(line(1, RIB_EMAIL_MESSAGE_LENGTH))),
})

export const sendBankDetails = endpoint({
  method: 'POST',
  path: '/account/rib/email',
  summary: 'Sends the bank details by e-mail with the PDF attached',
  right: 'rib',
  body: BankDetailsEmail,
  isIdempotent: true,
  refusals: ['too_many_emails'],
})
