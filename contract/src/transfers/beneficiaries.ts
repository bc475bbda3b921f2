import * as z from 'zod/mini'
import { endpoint, Page } from '../endpoint.ts'
import { Bic } from '../values/bic.ts'
import { Email, Phone } from '../values/contact.ts'
import { UnixSeconds } from '../values/dates.ts'
import { isIbanLike, readAccountNumber } from '../values/iban.ts'
import { Amount, Currency } from '../values/money.ts'
import { Id, line, Reason } from '../values/text.ts'

export const Country = z.strictObject({
  /** ISO 3166 alpha-2. */
  code: z.string(),
  name: z.string(),
  /** With its plus sign. */
  dial_code: z.string(),
  /** The length of an IBAN of this country; null where accounts have none. */
  iban_length: z.nullable(z.int()),
})
export type Country = z.infer<typeof Country>

export const listCountries = endpoint({
  method: 'GET',
  path: '/countries',
  summary: "Lists the countries by name in the user's language, with their dial codes",
  scope: 'user',
  answer: z.array(Country),
})

export const BENEFICIARY_NAME_MAX_LENGTH = 140

/** The possible errors of an account number. no_such_account: the number is of this bank, which has no such account. */
export const accountErrors = [
  'iban_invalid',
  'country_unsupported',
  'rib_key_invalid',
  'no_such_account',
  'own_account',
] as const

/** near: a typing error, or a first name more or less. */
export const holderMatches = ['same', 'near', 'different'] as const

export const AccountCheck = z.strictObject({
  valid: z.boolean(),
  code: z.nullable(z.enum(accountErrors)),
  /** Normalised; the IBAN of a RIB. */
  iban: z.string(),
  country: z.nullable(z.string()),
  international: z.nullable(z.boolean()),
  bank_code: z.nullable(z.string()),
  bank_name: z.nullable(z.string()),
  branch_code: z.nullable(z.string()),
  branch_name: z.nullable(z.string()),
  bic: z.nullable(z.string()),
  /** The typed name compared with the holder of an account of this bank; null without a name, and for other banks. */
  holder: z.nullable(
    z.strictObject({
      match: z.enum(holderMatches),
      /** The holder's name, where the typed one differs from it by a typing error only. */
      correction: z.nullable(z.string()),
    }),
  ),
  /** The beneficiary of this account with this number. */
  duplicate_of: z.nullable(z.strictObject({ id: Id, name: z.string() })),
})
export type AccountCheck = z.infer<typeof AccountCheck>

export const validateIban = endpoint({
  method: 'GET',
  path: '/iban/validate',
  summary:
    'Validates an IBAN or a RIB before a beneficiary is saved, returns its bank, and compares a name with the holder; spaces are ignored',
  right: 'transfers',
  // Without one: an empty field, invalid.
  query: z.strictObject({
    iban: z.optional(z.string().check(z.maxLength(80, 'iban_invalid'))),
    name: z.optional(z.string().check(z.maxLength(BENEFICIARY_NAME_MAX_LENGTH, 'text_too_long'))),
  }),
  answer: AccountCheck,
  refusals: ['asked_too_often'],
})

export const rails = ['internal', 'local', 'international'] as const
export const Rail = z.enum(rails)

/** At companies a new or changed account waits for a second person. A refused one is never paid. */
export const approvalStatuses = ['pending', 'approved', 'refused'] as const

export const Beneficiary = z.strictObject({
  id: Id,
  /** The displayed name of the person or the company. */
  name: z.string(),
  /** The same for a company, else null. */
  company_name: z.nullable(z.string()),
  /** The IBAN, or the account number where the country has none. */
  iban: z.string(),
  bic: z.nullable(z.string()),
  bank_name: z.nullable(z.string()),
  country: z.string(),
  /** Outside the UEMOA. */
  international: z.boolean(),
  /** internal: an account of this bank; local: another bank of the UEMOA. */
  rail: Rail,
  /** The customer's own reference. */
  code: z.nullable(z.string()),
  approval_status: z.enum(approvalStatuses),
  /** From a confidential batch: visible only to users who may see its lines. */
  is_confidential: z.boolean(),
  lists: z.array(z.strictObject({ id: Id, name: z.string() })),
})
export type Beneficiary = z.infer<typeof Beneficiary>

const beneficiaryFilter = {
  /** In the name, the account number, the code or the telephone number; accents are ignored. */
  search: z.optional(z.string().check(z.maxLength(64, 'text_too_long'))),
  rail: z.optional(Rail),
  international: z.optional(z.enum(['true', 'false'])),
  list: z.optional(Id),
  status: z.optional(z.enum(approvalStatuses)),
}
const BeneficiaryQuery = z.strictObject(beneficiaryFilter)
export type BeneficiaryQuery = z.infer<typeof BeneficiaryQuery>

export const listBeneficiaries = endpoint({
  method: 'GET',
  path: '/beneficiaries',
  summary: 'Lists the saved beneficiaries of the account, by name',
  right: 'transfers',
  query: z.strictObject({ page: Page, ...beneficiaryFilter }),
  answer: z.array(Beneficiary),
  isPaged: true,
})

export const exportBeneficiaries = endpoint({
  method: 'GET',
  path: '/beneficiaries/export',
  summary: 'Exports the saved beneficiaries that a filter finds, as a CSV file',
  right: 'transfers',
  query: BeneficiaryQuery,
  isFile: true,
})

export const changeStatuses = ['pending', 'approved', 'refused', 'withdrawn'] as const
export const beneficiaryActions = ['edit', 'remove', 'accept', 'reject', 'trust', 'untrust'] as const

export const BeneficiaryDetail = z.extend(Beneficiary, {
  /** Marked by the customer: payments to it have no limits of new payees. */
  trusted_at: z.nullable(UnixSeconds),
  /** The limit on payments to it that run today, while it is new: since when, until when (null: until the first payment was executed), what is left. */
  new_payee: z.nullable(
    z.strictObject({
      since: UnixSeconds,
      until: z.nullable(UnixSeconds),
      limit: Amount,
      remaining: Amount,
      currency: Currency,
    }),
  ),
  /** The number of orders that wait for the decision about its changed account. */
  suspended_orders: z.int(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  zip: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** Null: the country of the account. */
  address_country: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  /** Only for users who may manage beneficiaries. */
  social_security_number: z.nullable(z.string()),
  rib: z.nullable(z.strictObject({ name: z.string(), media_type: z.string(), size: z.int(), added_at: UnixSeconds })),
  version: z.int(),
  created_at: UnixSeconds,
  /** The history of its account numbers, the newest first. */
  changes: z.array(
    z.strictObject({
      id: Id,
      old_iban: z.nullable(z.string()),
      new_iban: z.string(),
      by: z.string(),
      at: UnixSeconds,
      status: z.enum(changeStatuses),
      decided_by: z.nullable(z.string()),
      decided_at: z.nullable(UnixSeconds),
      reason: z.nullable(z.string()),
    }),
  ),
  /** The actions of the reader. */
  actions: z.array(z.enum(beneficiaryActions)),
})
export type BeneficiaryDetail = z.infer<typeof BeneficiaryDetail>

export const BENEFICIARY_COMMENT_MAX_LENGTH = 255
export const MAX_LISTS_OF_ONE = 50

const given = (schema: ReturnType<typeof line>) => z.optional(z.nullable(schema))
const Zip = z.string().check(z.regex(/^[A-Z0-9][A-Z0-9 -]{1,8}[A-Z0-9]$/i, 'invalid'))

const CountryCode = z.string().check(z.regex(/^[A-Z]{2}$/, 'invalid'))

const fields = {
  /** The person's name, or the company's: exactly one of the two. */
  name: given(line(1, BENEFICIARY_NAME_MAX_LENGTH)),
  company_name: given(line(1, BENEFICIARY_NAME_MAX_LENGTH)),
  /** An IBAN, a RIB of the UEMOA, or the account number where `country` has no IBAN; spaces are ignored. */
  iban: z
    .string({ error: ({ input }) => (input === undefined ? 'required' : 'iban_invalid') })
    .check(z.minLength(1, 'required'), z.maxLength(80, 'iban_invalid')),
  country: z.optional(z.nullable(CountryCode)),
  bic: z.optional(z.nullable(Bic)),
  bank_name: given(line(1, BENEFICIARY_NAME_MAX_LENGTH)),
  email: z.optional(z.nullable(Email)),
  phone: z.optional(z.nullable(Phone)),
  address: given(line(1, 140)),
  zip: z.optional(z.nullable(Zip)),
  city: given(line(1, 70)),
  /** Where it is not that of the account. */
  address_country: z.optional(z.nullable(CountryCode)),
  comment: given(line(1, BENEFICIARY_COMMENT_MAX_LENGTH)),
  code: given(line(1, 35)),
  social_security_number: given(line(1, 35)),
  lists: z.optional(z.array(Id).check(z.maxLength(MAX_LISTS_OF_ONE, 'invalid'))),
  /** Accepts a number that another beneficiary already has. */
  allow_duplicate: z.optional(z.boolean()),
  /** Accepts a name that looks like another beneficiary's name. */
  allow_look_alike: z.optional(z.boolean()),
  /** Accepts a name that is not the holder's, for an account of this bank. */
  allow_other_holder: z.optional(z.boolean()),
}
type Named = { name?: string | null | undefined; company_name?: string | null | undefined }
const isNamedOnce = ({ name, company_name }: Named) => Boolean(name) !== Boolean(company_name)
const named = () => z.refine<Named>(isNamedOnce, { error: 'required', path: ['name'] })

type Located = { iban: string } & { [name in 'zip' | 'country' | 'address_country']?: string | null | undefined }
/** Postcodes of Senegal have five digits (domain.md 9). */
function isZipOfCountry({ zip, iban, country, address_country }: Located): boolean {
  const number = readAccountNumber(iban)
  const code = address_country ?? (isIbanLike(number) ? number.slice(0, 2) : country)
  return !zip || code !== 'SN' || /^[0-9]{5}$/.test(zip)
}
const located = () =>
  z.refine<Located>(isZipOfCountry, {
    error: 'invalid',
    path: ['zip'],
    // The form shows it while other fields are still empty.
    when: ({ issues }) =>
      issues.every(({ path }) => path?.[0] !== undefined && !['zip', 'iban'].includes(String(path[0]))),
  })

export const NewBeneficiary = z.strictObject(fields).check(named(), located())
export type NewBeneficiary = z.infer<typeof NewBeneficiary>

const Version = z.int().check(z.minimum(1))
export const BeneficiaryChange = z
  .strictObject({ ...fields, version: Version, remove_rib: z.optional(z.boolean()) })
  .check(named(), located())
export type BeneficiaryChange = z.infer<typeof BeneficiaryChange>

const inputRefusals = [
  ...accountErrors,
  'country_unknown',
  'address_country_unknown',
  'bic_required',
  'bic_other_country',
  'beneficiary_duplicate',
  'beneficiary_look_alike',
  'beneficiary_other_holder',
  'asked_too_often',
  'unknown_list',
  'confirmation_required',
  'file_too_large',
  'too_many_files',
  'upload_cut',
] as const

const one = { params: z.strictObject({ id: Id }), right: 'transfers' } as const

export const getBeneficiary = endpoint({
  ...one,
  method: 'GET',
  path: '/beneficiaries/:id',
  summary: 'Returns one beneficiary, with the history of its account number',
  answer: BeneficiaryDetail,
  refusals: ['not_found'],
})

export const getBeneficiaryRib = endpoint({
  ...one,
  method: 'GET',
  path: '/beneficiaries/:id/rib',
  summary: 'Returns the RIB file of the beneficiary',
  isFile: true,
  refusals: ['not_found'],
})

export const createBeneficiary = endpoint({
  method: 'POST',
  path: '/beneficiaries',
  summary: 'Saves a beneficiary; at companies it waits for the approval of another person',
  right: 'transfers',
  capability: 'beneficiary.manage',
  isIdempotent: true,
  isConfirmed: true,
  files: { rib: { max: 1 } },
  body: NewBeneficiary,
  answer: BeneficiaryDetail,
  status: 201,
  refusals: [...inputRefusals, 'idempotency_key_reused'],
})

export const changeBeneficiary = endpoint({
  ...one,
  method: 'PUT',
  path: '/beneficiaries/:id',
  summary: 'Replaces the data of a beneficiary. Another account number stops the orders that have not run',
  capability: 'beneficiary.manage',
  isConfirmed: true,
  files: { rib: { max: 1 } },
  body: BeneficiaryChange,
  answer: BeneficiaryDetail,
  refusals: [...inputRefusals, 'not_found', 'stale_beneficiary'],
})

export const removeBeneficiary = endpoint({
  ...one,
  method: 'DELETE',
  path: '/beneficiaries/:id',
  summary: 'Deletes a beneficiary; orders that have not run are stopped, executed ones stay readable',
  capability: 'beneficiary.manage',
  isConfirmed: true,
  refusals: ['not_found', 'confirmation_required'],
})

export const trustBeneficiary = endpoint({
  ...one,
  method: 'PUT',
  path: '/beneficiaries/:id/trust',
  summary: 'Marks a beneficiary of an individual as trusted, once its waiting time has ended, or removes the mark',
  capability: 'beneficiary.manage',
  isConfirmed: true,
  body: z.strictObject({ version: Version, is_trusted: z.boolean() }),
  answer: BeneficiaryDetail,
  refusals: ['not_found', 'stale_beneficiary', 'trust_too_early', 'confirmation_required'],
})

const decisionRefusals = ['not_found', 'stale_beneficiary', 'beneficiary_not_pending', 'own_beneficiary'] as const

export const acceptBeneficiary = endpoint({
  ...one,
  method: 'PUT',
  path: '/beneficiaries/:id/accept',
  summary: 'Approves a new or changed account; it must be another person than the one who entered it',
  capability: 'transfer.validate',
  isConfirmed: true,
  /** The outcome of the orders that the change has suspended: they continue to the new account, which is the default, or they end. */
  body: z.strictObject({ version: Version, orders: z.optional(z.enum(['resume', 'end'])) }),
  answer: BeneficiaryDetail,
  refusals: [...decisionRefusals, 'confirmation_required'],
})

export const rejectBeneficiary = endpoint({
  ...one,
  method: 'PUT',
  path: '/beneficiaries/:id/reject',
  summary: 'Refuses a new or changed account: the previously approved one is restored, a new beneficiary stays refused',
  capability: 'transfer.validate',
  body: z.strictObject({ version: Version, reason: Reason }),
  answer: BeneficiaryDetail,
  refusals: decisionRefusals,
})
