import * as z from 'zod/mini'
import { endpoint, Page } from '../endpoint.ts'
import { type Operation, signs } from './operations.ts'
import { PlainDate } from '../values/dates.ts'
import { Identity } from '../values/identity.ts'
import { Amount, Currency } from '../values/money.ts'
import { Id } from '../values/text.ts'

export const documentTypes = ['statements', 'avis', 'swift'] as const
export type DocumentType = (typeof documentTypes)[number]

export const documentFormats = [
  'pdf',
  'camt053',
  'mt940',
  'camt054',
  'mt900',
  'mt910',
  'mt103',
  'pacs008',
  'fees',
] as const
export type DocumentFormat = (typeof documentFormats)[number]

/**
 * The types of operations with a notice. A card payment or a withdrawal has its receipt; fees and taxes are on the
 * notice of their operation, and on the statement.
 */
export const noticedTypes: readonly Operation['type'][] = [
  'transfer_in',
  'transfer_out',
  'transfer_return',
  'cash_deposit',
  'cheque_in',
  'cheque_out',
  'direct_debit',
  'interest',
  'loan',
  'card_topup',
]

/** The formats of a document, the default first. The last statement of a year also has `fees`, the summary of that year's fees. */
export function formatsOf({ type, amount }: { type: DocumentType; amount: number }): Exclude<DocumentFormat, 'fees'>[] {
  if (type === 'statements') return ['pdf', 'camt053', 'mt940']
  // The notice of a debit, or of a credit.
  return type === 'avis' ? ['pdf', 'camt054', amount < 0 ? 'mt900' : 'mt910'] : ['pdf', 'mt103', 'pacs008']
}

/** After this many days an unopened document is no longer marked as new. */
export const NEW_FOR_DAYS = 90

/** A statement of a month, the notice of an operation, or the copy of the message of a transfer to or from abroad. */
export const BankDocument = z.strictObject({
  id: Id,
  type: z.enum(documentTypes),
  /** The number of a statement, the reference of an operation or transfer. */
  reference: z.nullable(z.string()),
  /** The first and the last day of its period: the same day except for statements. */
  from: PlainDate,
  to: PlainDate,
  available_on: PlainDate,
  /** The counterparty or purpose; null for statements. */
  identity: z.nullable(Identity),
  /** The closing balance of a statement, the signed amount of an operation, or the amount sent abroad or received. */
  amount: Amount,
  currency: Currency,
  /** The number of operations of a statement; 1 otherwise. */
  operations: z.int(),
  /** The last statement of its year, with which the summary of the fees of that year is available. */
  has_fee_summary: z.boolean(),
  is_new: z.boolean(),
})
export type BankDocument = z.infer<typeof BankDocument>

const documentFilter = {
  from: z.optional(PlainDate),
  to: z.optional(PlainDate),
  /** The number of a statement; the name, the wording or the amount of a notice; the other party of a transfer to or from abroad. */
  search: z.optional(z.string().check(z.maxLength(64, 'text_too_long'))),
  /** For notices only: of credits, or of debits. */
  sign: z.optional(z.enum(signs)),
}
const DocumentFilter = z.strictObject(documentFilter)
export type DocumentFilter = z.infer<typeof DocumentFilter>

export const listDocuments = endpoint({
  method: 'GET',
  path: '/statements',
  summary: 'Lists statements, notices or copies of SWIFT messages that a filter finds, newest first',
  right: 'statements',
  query: z.strictObject({ type: z.optional(z.enum(documentTypes)), page: Page, ...documentFilter }).check(
    z.refine(({ from, to }: DocumentFilter) => !from || !to || from <= to, { path: ['to'], error: 'period_reversed' }),
    z.refine(
      ({ type, sign }: DocumentFilter & { type?: DocumentType | undefined }) => sign === undefined || type === 'avis',
      {
        path: ['sign'],
        error: 'invalid',
      },
    ),
  ),
  answer: z.array(BankDocument),
  isPaged: true,
})

export const getDocumentFile = endpoint({
  method: 'GET',
  path: '/statements/:id/file',
  summary:
    'Returns a document as a file, PDF by default, in the language of the request; it is then no longer marked as new for the user. `fees`: the summary of the fees of a year, as PDF, of its last statement',
  right: 'statements',
  params: z.strictObject({ id: Id }),
  query: z.strictObject({ format: z.optional(z.enum(documentFormats)) }),
  isFile: true,
  refusals: ['not_found', 'format_unavailable', 'document_archived'],
})

export const MAX_ARCHIVED = 100

export const archiveDocuments = endpoint({
  method: 'POST',
  path: '/statements/archive',
  summary: 'Returns several documents as PDF in one ZIP file',
  right: 'statements',
  body: z.strictObject({
    ids: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(MAX_ARCHIVED, 'too_many_documents')),
  }),
  isFile: true,
  refusals: ['not_found', 'document_archived'],
})
