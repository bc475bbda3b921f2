import * as z from 'zod/mini'
import { endpoint, Page } from './endpoint.ts'
import { Id } from './values/text.ts'

export const Country = z.strictObject({
  /** ISO 3166, two letters. */
  code: z.string(),
  name: z.string(),
  /** With its plus sign. */
  dial_code: z.string(),
  /** How long an IBAN of this country is; null where accounts have none. */
  iban_length: z.nullable(z.int()),
})
export type Country = z.infer<typeof Country>

export const listCountries = endpoint({
  method: 'GET',
  path: '/countries',
  summary: "The countries by name, in the reader's language, with their dial codes",
  scope: 'user',
  answer: z.array(Country),
})

/** What may be wrong with an account number. no_such_account: it is one of this bank, which has no such account. */
export const accountFaults = ['iban_invalid', 'country_unsupported', 'rib_key_invalid', 'no_such_account', 'own_account'] as const

export const AccountCheck = z.strictObject({
  valid: z.boolean(),
  code: z.nullable(z.enum(accountFaults)),
  /** Normalised; the IBAN of what was a RIB. */
  iban: z.string(),
  country: z.nullable(z.string()),
  international: z.nullable(z.boolean()),
  bank_code: z.nullable(z.string()),
  bank_name: z.nullable(z.string()),
  branch_code: z.nullable(z.string()),
  branch_name: z.nullable(z.string()),
  bic: z.nullable(z.string()),
  /** Of an account of this bank: enough of the name to know it again, too little to learn it. */
  holder_masked: z.nullable(z.string()),
  /** The beneficiary of this account who has this number already. */
  duplicate_of: z.nullable(z.strictObject({ id: Id, name: z.string() })),
})
export type AccountCheck = z.infer<typeof AccountCheck>

export const validateIban = endpoint({
  method: 'GET',
  path: '/iban/validate',
  summary: 'What an IBAN or a RIB tells, before a beneficiary is saved; any blanks are taken',
  right: 'transfers',
  // Without one: what an empty field is, not valid.
  query: z.strictObject({ iban: z.optional(z.string().check(z.maxLength(80, 'iban_invalid'))) }),
  answer: AccountCheck,
  refusals: ['asked_too_often'],
})

export const rails = ['internal', 'local', 'international'] as const
export const Rail = z.enum(rails)

export const Beneficiary = z.strictObject({
  id: Id,
  name: z.string(),
  iban: z.string(),
  bic: z.nullable(z.string()),
  bank_name: z.nullable(z.string()),
  country: z.string(),
  /** Outside the UEMOA. */
  international: z.boolean(),
  /** internal: an account of this bank; local: another bank of the UEMOA. */
  rail: Rail,
})
export type Beneficiary = z.infer<typeof Beneficiary>

export const listBeneficiaries = endpoint({
  method: 'GET',
  path: '/beneficiaries',
  summary: 'The saved beneficiaries of the account, by name',
  right: 'transfers',
  query: z.strictObject({
    search: z.optional(z.string().check(z.maxLength(64, 'text_too_long'))),
    page: Page,
    rail: z.optional(Rail),
  }),
  answer: z.array(Beneficiary),
  isPaged: true,
})
