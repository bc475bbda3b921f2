// The draft of a beneficiary: the values of the fields, and the input that would be sent.
import type { BeneficiaryDetail, NewBeneficiary } from 'contract/transfers/beneficiaries.ts'
import { showPhone, tidyPhone } from 'contract/values/contact.ts'
import { groupByFour, normaliseAccountNumber } from 'contract/values/iban.ts'
import { isCompanyName } from 'contract/values/identity.ts'
import { tidyLine } from 'contract/values/text.ts'
import * as z from 'zod/mini'

const BeneficiaryDraft = z.object({
  /** Empty: the name decides. */
  kind: z.enum(['', 'company', 'person']),
  name: z.string(),
  code: z.string(),
  lists: z.readonly(z.array(z.string())),
  iban: z.string(),
  /** The account is in a country without IBAN, which must be named. */
  has_no_iban: z.boolean(),
  country: z.string(),
  bic: z.string(),
  bank_name: z.string(),
  dial_code: z.string(),
  phone: z.string(),
  email: z.string(),
  address: z.string(),
  zip: z.string(),
  city: z.string(),
  /** Empty: the country of the account. */
  address_country: z.string(),
  comment: z.string(),
  social_security_number: z.string(),
  allow_duplicate: z.boolean(),
  allow_look_alike: z.boolean(),
  allow_other_holder: z.boolean(),
})
export type BeneficiaryDraft = z.infer<typeof BeneficiaryDraft>

/** The name of the chosen file of a draft: after a reload the browser does not give the file again. */
export const readKeptFile = (kept: unknown): string => z.object({ file: z.string() }).safeParse(kept).data?.file ?? ''

/** Whether the stored file of the beneficiary was removed in a draft. */
export const isRemovalKept = (kept: unknown) => z.object({ is_rib_removed: z.literal(true) }).safeParse(kept).success

/** Restores a draft, or returns null if there is none or it is not of this form. */
export const readKept = (kept: unknown) => BeneficiaryDraft.safeParse(kept).data ?? null

export const emptyDraft: BeneficiaryDraft = {
  kind: '',
  name: '',
  code: '',
  lists: [],
  iban: '',
  has_no_iban: false,
  country: '',
  bic: '',
  bank_name: '',
  dial_code: '+221',
  phone: '',
  email: '',
  address: '',
  zip: '',
  city: '',
  address_country: '',
  comment: '',
  social_security_number: '',
  allow_duplicate: false,
  allow_look_alike: false,
  allow_other_holder: false,
}

export const draftOf = (beneficiary: BeneficiaryDetail): BeneficiaryDraft => ({
  ...emptyDraft,
  kind: beneficiary.company_name === null ? 'person' : 'company',
  name: beneficiary.name,
  code: beneficiary.code ?? '',
  lists: beneficiary.lists.map(({ id }) => id),
  iban: groupByFour(beneficiary.iban),
  has_no_iban: !beneficiary.iban.startsWith(beneficiary.country),
  country: beneficiary.country,
  bic: beneficiary.bic ?? '',
  bank_name: beneficiary.bank_name ?? '',
  phone: beneficiary.phone ? showPhone(beneficiary.phone) : '',
  email: beneficiary.email ?? '',
  address: beneficiary.address ?? '',
  zip: beneficiary.zip ?? '',
  city: beneficiary.city ?? '',
  address_country: beneficiary.address_country ?? '',
  comment: beneficiary.comment ?? '',
  social_security_number: beneficiary.social_security_number ?? '',
})

// Countries with a trunk zero that is not dialled from abroad.
const WITH_TRUNK_ZERO = ['+33', '+32', '+31', '+41', '+44', '+49', '+212', '+213']

/** A typed number in E.164: with the selected code, unless it contains its own. */
export function phoneOf({ dial_code, phone }: Pick<BeneficiaryDraft, 'dial_code' | 'phone'>): string | null {
  const typed = phone.trim()
  if (typed === '') return null
  if (/^(?:\+|00)/.test(typed)) return tidyPhone(typed)
  const local = typed.replace(/[\s.()/-]/g, '')
  return tidyPhone(`${dial_code}${WITH_TRUNK_ZERO.includes(dial_code) ? local.replace(/^0/, '') : local}`)
}

/** Whether it is a company: as selected, or as its name shows. */
export const payeeKindOf = ({ kind, name }: Pick<BeneficiaryDraft, 'kind' | 'name'>) =>
  kind || (isCompanyName(name) ? 'company' : 'person')

const lineOf = (typed: string) => tidyLine(typed) || null

export function inputOf(draft: BeneficiaryDraft): Record<keyof NewBeneficiary, unknown> {
  const name = lineOf(draft.name)
  return {
    name: payeeKindOf(draft) === 'person' ? name : null,
    company_name: payeeKindOf(draft) === 'company' ? name : null,
    iban: draft.iban.trim(),
    country: draft.has_no_iban ? draft.country || null : null,
    bic: normaliseAccountNumber(draft.bic) || null,
    bank_name: lineOf(draft.bank_name),
    email: draft.email.trim() || null,
    phone: phoneOf(draft),
    address: lineOf(draft.address),
    zip: lineOf(draft.zip),
    city: lineOf(draft.city),
    address_country: draft.address_country || null,
    comment: lineOf(draft.comment),
    code: lineOf(draft.code),
    social_security_number: lineOf(draft.social_security_number),
    lists: [...draft.lists],
    allow_duplicate: draft.allow_duplicate,
    allow_look_alike: draft.allow_look_alike,
    allow_other_holder: draft.allow_other_holder,
  }
}
