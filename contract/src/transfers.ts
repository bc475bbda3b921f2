import * as z from 'zod/mini'
import { Beneficiary, Rail } from './beneficiaries.ts'
import { endpoint, Page } from './endpoint.ts'
import { PlainDate, UnixSeconds } from './values/dates.ts'
import { Amount, Currency, PositiveAmount } from './values/money.ts'
import { Id, line } from './values/text.ts'

export const transferTypes = ['direct', 'delayed', 'periodic'] as const
/** The specification's states: what the validators say. */
export const validationStatuses = ['pending', 'validated', 'refused'] as const
/** What the bank does with it: another life, never mixed with the first (decisions.md 5). */
export const executionStatuses = ['scheduled', 'executed', 'rejected', 'cancelled'] as const

export const LABEL_MAX_LENGTH = 140
export const COMMENT_MAX_LENGTH = 255

export const Transfer = z.strictObject({
  id: Id,
  type: z.enum(transferTypes),
  rail: Rail,
  beneficiary: z.pick(Beneficiary, { id: true, name: true, iban: true, bank_name: true }),
  amount: Amount,
  fees: Amount,
  tax: Amount,
  currency: Currency,
  label: z.string(),
  comment: z.nullable(z.string()),
  reference: z.string(),
  validation_status: z.enum(validationStatuses),
  execution_status: z.enum(executionStatuses),
  /** The day it is to run, or ran. */
  execution_date: PlainDate,
  created_at: UnixSeconds,
  created_by: z.string(),
  executed_at: z.nullable(UnixSeconds),
  reason: z.nullable(z.string()),
})
export type Transfer = z.infer<typeof Transfer>

export const NewTransfer = z.strictObject({
  type: z.enum(['direct']),
  beneficiary_id: z.uuid('beneficiary_missing'),
  amount: PositiveAmount,
  label: line(1, LABEL_MAX_LENGTH),
  comment: z.nullable(line(1, COMMENT_MAX_LENGTH)),
})
export type NewTransfer = z.infer<typeof NewTransfer>

export const listTransfers = endpoint({
  method: 'GET',
  path: '/transfers',
  summary: 'The transfers of the account, newest first',
  right: 'transfers',
  query: z.strictObject({ page: Page, validation_status: z.optional(z.enum(validationStatuses)) }),
  answer: z.array(Transfer),
  isPaged: true,
})

export const getTransfer = endpoint({
  method: 'GET',
  path: '/transfers/:id',
  summary: 'One transfer',
  right: 'transfers',
  params: z.strictObject({ id: Id }),
  answer: Transfer,
  refusals: ['not_found'],
})

export const createTransfer = endpoint({
  method: 'POST',
  path: '/transfers',
  summary: 'Orders a transfer: executed at once, or pending where the account asks for signatures',
  right: 'transfers',
  capability: 'transfer.create',
  movesMoney: true,
  isIdempotent: true,
  isConfirmed: true,
  body: NewTransfer,
  answer: Transfer,
  status: 201,
  refusals: [
    'insufficient_balance',
    'unknown_beneficiary',
    'beneficiary_not_same_bank',
    'beneficiary_account_closed',
    'beneficiary_same_account',
    'currency_mismatch',
    'confirmation_required',
    'idempotency_key_reused',
  ],
})
