import * as z from 'zod/mini'
import { endpoint, fileKinds, Page } from '../endpoint.ts'
import { PlainDate, UnixSeconds } from '../values/dates.ts'
import { AmountText, runsForward } from '../values/list-filter.ts'
import { Amount, Currency } from '../values/money.ts'
import { Identity } from '../values/identity.ts'
import { Id, line, tidiedLine } from '../values/text.ts'

export const operationTypes = [
  'transfer_in',
  'transfer_out',
  'transfer_return',
  'card',
  'withdrawal',
  'cash_deposit',
  'cheque_in',
  'cheque_out',
  'direct_debit',
  'fee',
  'interest',
  'tax',
  'loan',
  'card_topup',
  'other',
] as const

export const Category = z.strictObject({ id: Id, label: z.string() })
export type Category = z.infer<typeof Category>

/** One operation of an account: booked (`execution_date`), or upcoming (`intraday_id`, no execution date). */
export const Operation = z.strictObject({
  id: Id,
  intraday_id: z.nullable(z.string()),
  type: z.enum(operationTypes),
  /** Who stands on the other side, and why, as lists show it. */
  identity: Identity,
  /** The wording of the bank. */
  label: z.string(),
  counterparty: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  /** Negative for a debit. Fees include their tax. */
  amount: Amount,
  currency: Currency,
  execution_date: z.nullable(UnixSeconds),
  executed_at: z.nullable(UnixSeconds),
  /** The expected date of an upcoming operation. */
  value_date: PlainDate,
  /** 17 (TAF) on bank fees, 18 on the rare service under VAT, null elsewhere. */
  vat_rate: z.nullable(z.number()),
  vat_amount: z.nullable(Amount),
  categories: z.array(Category),
  /** The account in the customer's own books, as they type it: usually of the SYSCOHADA chart. */
  accounting: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  document_count: z.int(),
  /** The customer's own order that caused it, or that it returns. */
  transfer_id: z.nullable(Id),
  /** The balance of the account with this operation; null while it is upcoming. */
  balance_after: z.nullable(Amount),
  /** Its account, in lists of several accounts. */
  account: z.nullable(z.strictObject({ id: Id, label: z.string(), number: z.string() })),
})
export type Operation = z.infer<typeof Operation>

/** Credits and debits in one currency: several accounts may have several, which are never added up. */
export type Totals = { currency: Currency; credits: number; debits: number }
/** Of the months of a page: of the whole months, not only of the lines of the page. */
export type MonthTotals = (Totals & { month: string })[]
/** Of all found operations. Upcoming ones are not counted. */
export type FoundTotals = Totals[]
/** The header that carries FoundTotals as JSON. */
export const FOUND_TOTALS_HEADER = 'X-Found-Totals'
/** The header that carries MonthTotals as JSON: a list answers a plain array, so its totals travel beside it. */
export const MONTH_TOTALS_HEADER = 'X-Month-Totals'

export const signs = ['credit', 'debit'] as const
export const MAX_CATEGORIES_SEARCHED = 50

// Query parameters are text on the wire: categories are read from ids between commas.
const Ids = z.optional(
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.split(',')),
    ),
    z.array(Id).check(z.maxLength(MAX_CATEGORIES_SEARCHED, 'invalid')),
  ),
)

const filterFields = {
  /** In the name, the label, the counterparty or the reference; digits also as the amount. */
  search: z.optional(z.string().check(z.maxLength(64, 'text_too_long'))),
  /** Booked, or expected, between these days, inclusive. */
  from: z.optional(PlainDate),
  to: z.optional(PlainDate),
  sign: z.optional(z.enum(signs)),
  type: z.optional(z.enum(operationTypes)),
  /** Of the absolute amount. */
  min: AmountText,
  max: AmountText,
  /** In at least one of these categories. */
  categories: Ids,
  documents: z.optional(z.enum(['with', 'without'])),
}
/** All accounts on which the user has this right, instead of the one of the call. */
const accountField = { account: z.optional(z.literal('all')) }
const OperationFilter = z.strictObject({ ...filterFields, ...accountField })
export type OperationFilter = z.infer<typeof OperationFilter>

export const listOperations = endpoint({
  method: 'GET',
  path: '/operations',
  summary: 'Lists a page of operations, newest first; page 1 begins with upcoming operations, which totals exclude',
  right: 'operations',
  query: z.strictObject({ page: Page, ...filterFields, ...accountField }).check(...runsForward),
  answer: z.array(Operation),
  isPaged: true,
})

/** Selected in a list, and categorised together. */
export const MAX_CHOSEN = 500

export const listOperationIds = endpoint({
  method: 'GET',
  path: '/operations/ids',
  summary: 'Lists the newest booked operations that a filter finds, 500 at most, to select them all',
  right: 'operations',
  query: z.strictObject(filterFields).check(...runsForward),
  answer: z.array(Id),
})

export const exportFormats = ['csv', 'xlsx', 'ofx', 'qif', 'pdf', 'camt053', 'mt940'] as const
export type ExportFormat = (typeof exportFormats)[number]
/** Formats with an opening and a closing balance: they contain all booked operations of a period, never a selection. */
export const reportFormats: readonly ExportFormat[] = ['camt053', 'mt940']
/** Formats of one account: each account has a file of its own. */
export const accountFormats: readonly ExportFormat[] = ['ofx', 'qif', ...reportFormats]
/** Whether a filter only limits the days. */
export const isOfWholeDays = (filter: object) =>
  Object.entries(filter).every(
    ([name, value]) => name === 'from' || name === 'to' || value === undefined || value === '',
  )
/** The page on the screen, or everything that its filters find. */
export const exportScopes = ['page', 'filters'] as const
export type ExportScope = (typeof exportScopes)[number]
/** In the order of the columns in a file. */
export const exportColumns = [
  'date',
  'status',
  'account',
  'type',
  'name',
  'memo',
  'counterparty',
  'label',
  'reference',
  'categories',
  'amount',
  'currency',
  'value_date',
  'vat_rate',
  'vat_amount',
  'accounting',
  'comment',
] as const
export type ExportColumn = (typeof exportColumns)[number]
/** The maximum of operations in a PDF; a longer list needs a spreadsheet. */
export const MAX_IN_PDF = 1_000

/** The maximum of attachments in one export. */
export const MAX_JOINED = 1_000

export const exportOperations = endpoint({
  method: 'GET',
  path: '/operations/export',
  summary:
    'Exports the listed operations as a file with the same filters and order; only CSV, XLSX and PDF include upcoming ones',
  right: 'operations',
  query: z
    .strictObject({
      /** The found operations, as CSV by default. */
      scope: z.optional(z.enum(exportScopes)),
      format: z.optional(z.enum(exportFormats)),
      /** Separated by commas; all columns by default. For CSV and XLSX. */
      columns: z.optional(
        z.pipe(
          z.pipe(
            z.string(),
            z.transform((text: string) => text.split(',')),
          ),
          z.array(z.enum(exportColumns)),
        ),
      ),
      page: Page,
      /** With the attachments of the operations, in a ZIP with an index. */
      attachments: z.optional(z.enum(['true', 'false'])),
      ...filterFields,
      ...accountField,
    })
    .check(...runsForward),
  isFile: true,
  refusals: [
    'export_too_long',
    'too_many_attachments',
    'export_needs_days',
    'export_needs_one_account',
    'days_archived',
  ],
})

export const CountedCategory = z.strictObject({
  id: Id,
  label: z.string(),
  /** Of this account. */
  operation_count: z.int(),
})
export type CountedCategory = z.infer<typeof CountedCategory>

export const listCategories = endpoint({
  method: 'GET',
  path: '/categories',
  summary: 'Lists the categories of the account by label, with the number of operations in each',
  right: 'operations',
  answer: z.array(CountedCategory),
})

export const CATEGORY_MAX_LENGTH = 40
export const NewCategory = z.strictObject({ label: tidiedLine(1, CATEGORY_MAX_LENGTH) })
export const createCategory = endpoint({
  method: 'POST',
  path: '/categories',
  summary: 'Creates a category; its label is unique, ignoring case and accents',
  right: 'operations',
  body: NewCategory,
  answer: Category,
  status: 201,
  refusals: ['category_taken', 'too_many_categories'],
})

export const MAX_CATEGORIES = 100

export const removeCategory = endpoint({
  method: 'DELETE',
  path: '/categories/:id',
  summary: 'Deletes a category; its operations get the replacement, or lose the category',
  right: 'operations',
  params: z.strictObject({ id: Id }),
  query: z.strictObject({ replacement: z.optional(Id) }),
  refusals: ['not_found', 'unknown_category'],
})

export const NOTE_MAX_LENGTH = 255
export const ACCOUNTING_MAX_LENGTH = 20
/** Of one operation. */
export const CategoryIds = z.array(Id).check(z.maxLength(10, 'invalid'))

export const changeOperation = endpoint({
  method: 'PUT',
  path: '/operations/:id',
  summary:
    'Sets the categories, the accounting code and the personal note of a booked operation; absent fields stay unchanged',
  right: 'operations',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({
    category_ids: z.optional(CategoryIds),
    accounting: z.optional(z.nullable(line(1, ACCOUNTING_MAX_LENGTH))),
    comment: z.optional(z.nullable(line(1, NOTE_MAX_LENGTH))),
  }),
  answer: Operation,
  refusals: ['not_found', 'unknown_category'],
})

export const getOperation = endpoint({
  method: 'GET',
  path: '/operations/:id',
  summary: 'Returns one operation',
  right: 'operations',
  params: z.strictObject({ id: Id }),
  answer: Operation,
  refusals: ['not_found'],
})

export const OperationDocument = z.strictObject({
  id: Id,
  name: z.string(),
  file_kind: z.enum(fileKinds),
  /** In bytes. */
  size: z.int(),
  added_at: UnixSeconds,
})
export type OperationDocument = z.infer<typeof OperationDocument>

/** Of one operation. */
export const MAX_DOCUMENTS = 10

const ofOperation = z.strictObject({ id: Id })
const ofDocument = z.strictObject({ id: Id, document: Id })

export const listOperationDocuments = endpoint({
  method: 'GET',
  path: '/operations/:id/documents',
  summary: 'Lists the files of an operation in the order of upload',
  right: 'operations',
  params: ofOperation,
  answer: z.array(OperationDocument),
  refusals: ['not_found'],
})

export const addOperationDocuments = endpoint({
  method: 'POST',
  path: '/operations/:id/documents',
  summary: 'Uploads files to a booked operation; returns all its files',
  right: 'operations',
  params: ofOperation,
  files: { documents: { max: MAX_DOCUMENTS } },
  answer: z.array(OperationDocument),
  status: 201,
  refusals: ['not_found', 'documents_missing', 'file_too_large', 'too_many_files', 'upload_cut'],
})

export const downloadOperationDocument = endpoint({
  method: 'GET',
  path: '/operations/:id/documents/:document',
  summary: 'Returns a file of an operation',
  right: 'operations',
  params: ofDocument,
  isFile: true,
  refusals: ['not_found'],
})

export const removeOperationDocument = endpoint({
  method: 'DELETE',
  path: '/operations/:id/documents/:document',
  summary: 'Deletes a file of an operation permanently',
  right: 'operations',
  params: ofDocument,
  refusals: ['not_found'],
})
