import * as z from 'zod/mini'
import { endpoint, Page } from './endpoint.ts'
import { Id } from './values/text.ts'

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
