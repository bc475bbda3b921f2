// Imports: the draft in which a file of transfers is corrected before it becomes a batch.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { networks, purposes } from './transfers.ts'
import { PlainDate, UnixSeconds } from '../values/dates.ts'
import { Amount, Currency } from '../values/money.ts'
import { Id } from '../values/text.ts'

export const MAX_IMPORT_LINES = 5_000
/** Up to this many lines by number; a larger selection means all lines. */
export const MAX_NAMED_LINES = 1_000
/** Lines of a draft or of a batch, by their ids. */
export const someLines = z.array(Id).check(z.minLength(1, 'required'), z.maxLength(MAX_NAMED_LINES, 'invalid'))

/** The columns of a line, as typed. */
export const lineColumns = [
  'name',
  'iban',
  'amount',
  'label',
  'bic',
  'execution_date',
  'phone',
  'email',
  'reference',
  'purpose',
  'currency',
] as const
export type LineColumn = (typeof lineColumns)[number]
const Cell = z.string().check(z.maxLength(1_000, 'text_too_long'))

export const TypedLine = z.strictObject({
  name: Cell,
  iban: Cell,
  amount: Cell,
  label: Cell,
  bic: Cell,
  execution_date: Cell,
  phone: Cell,
  email: Cell,
  reference: Cell,
  /** The requirements of exchange control for a transfer outside the UEMOA. */
  purpose: Cell,
  /** Of the amount, as a code; empty: francs. */
  currency: Cell,
})
export type TypedLine = z.infer<typeof TypedLine>

const Problem = z.strictObject({ column: z.enum(lineColumns), code: z.string(), message: z.string() })

export const lineStatuses = ['ready', 'warning', 'duplicate', 'invalid'] as const

export const acknowledgements = ['none', 'needed', 'given'] as const

export const ImportItem = z.strictObject({
  id: Id,
  /** The line number in the file: 1 is the header. */
  line: z.int(),
  status: z.enum(lineStatuses),
  is_skipped: z.boolean(),
  /** The name differs from the known holder of the account: the line is sent only after an acknowledgement. */
  acknowledgement: z.enum(acknowledgements),
  /** All of them at once. */
  errors: z.array(Problem),
  warnings: z.array(Problem),
  /** The values that would correct its errors: the user accepts each with one touch. */
  repairs: z.array(z.strictObject({ column: z.enum(lineColumns), value: z.string() })),
  typed: TypedLine,
  /** The parsed values so far. */
  transfer: z.strictObject({
    amount: z.nullable(Amount),
    fees: Amount,
    tax: Amount,
    /** What the payee receives, and francs for one unit: only abroad, where it is paid in another currency. */
    credit_amount: z.nullable(Amount),
    credit_currency: z.nullable(Currency),
    exchange_rate: z.nullable(z.number()),
    label: z.string(),
    /** Null: as soon as it may run. */
    execution_date: z.nullable(PlainDate),
    /** The network that it takes, and when the payee has it; null while the line cannot be priced. */
    network: z.nullable(z.enum(networks)),
    arrival_date: z.nullable(PlainDate),
    /** Whether the payee's institution is connected to the platform of instant payments. */
    may_be_instant: z.boolean(),
    reference: z.nullable(z.string()),
    purpose: z.nullable(z.enum(purposes)),
    international: z.boolean(),
    /** The last executed line of a batch to this account number: last month's salary, for instance. */
    previous: z.nullable(z.strictObject({ amount: Amount, day: PlainDate })),
  }),
  beneficiary: z.strictObject({
    id: z.nullable(Id),
    name: z.string(),
    /** The known name of the account where the line has another one. */
    known_name: z.nullable(z.string()),
    iban: z.string(),
    bank_name: z.nullable(z.string()),
    /** Empty where there is none (specification). */
    phone_number: z.string(),
    email: z.nullable(z.string()),
  }),
})
export type ImportItem = z.infer<typeof ImportItem>

const ImportSummary = z.strictObject({
  lines: z.int(),
  ready: z.int(),
  warning: z.int(),
  duplicate: z.int(),
  invalid: z.int(),
  /** Of the valid lines that are not skipped, with fees and tax. */
  total: Amount,
  /** The same lines by network: their number, fees and tax, and the day on which the last one arrives. */
  networks: z.array(
    z.strictObject({
      network: z.enum(networks),
      lines: z.int(),
      charges: Amount,
      arrival_date: z.nullable(PlainDate),
    }),
  ),
  /** The part of the total that is paid as soon as possible: the rest waits for its day, and is checked then. */
  due_now: Amount,
  balance: Amount,
  /** The amount by which the part due now exceeds the available balance; 0 where it does not. */
  missing: Amount,
  /** The first day on which the balance, with scheduled movements, does not cover the dated lines; null where it always does. */
  shortfall: z.nullable(z.strictObject({ day: PlainDate, missing: Amount })),
  /** The customer's other account from which the user can transfer what is missing, now or then; null where none has it. */
  cover: z.nullable(
    z.strictObject({ account: z.strictObject({ id: Id, label: z.string(), number: z.string() }), amount: Amount }),
  ),
  /** The valid, not skipped lines whose name needs an acknowledgement. */
  unacknowledged: z.int(),
  currency: Currency,
})

const ImportOptions = z.strictObject({
  single_entry: z.boolean(),
  is_confidential: z.boolean(),
  /** Whether its new payees become beneficiaries. */
  save_payees: z.boolean(),
})

export const Import = z.strictObject({
  import_id: Id,
  file_name: z.string(),
  created_at: UnixSeconds,
  expires_at: UnixSeconds,
  /** When the same file became a batch before. */
  already_imported_at: z.nullable(UnixSeconds),
  /** The lines of this draft that were sent before, and their last batch: the lines below were left out. Null where none was sent. */
  sent: z.nullable(z.strictObject({ lines: z.int(), batch_id: Id })),
  /** The other accounts that the same message debits: their lines wait in a draft on each. */
  other_accounts: z.array(z.strictObject({ id: Id, label: z.string(), number: z.string(), lines: z.int() })),
  /** It came from a message that names its debited account. */
  is_message: z.boolean(),
  /** Whether the lines that can be paid instantly go so, and how many they are; null where the account cannot use it, or no line can. */
  instant: z.nullable(z.strictObject({ is_chosen: z.boolean(), lines: z.int() })),
  /** The options of the batch, as its author last chose them. */
  options: ImportOptions,
  items: z.array(ImportItem),
  summary: ImportSummary,
})
export type Import = z.infer<typeof Import>

const ordering = { right: 'transfers', capability: 'transfer.create' } as const
const one = { params: z.strictObject({ id: Id }) } as const

export const importTransfers = endpoint({
  ...ordering,
  method: 'POST',
  path: '/transfers/import',
  summary: 'Imports a file of transfers: every line with all its errors, stored as a draft for seven days',
  files: { file: { max: 1, isTable: true } },
  answer: Import,
  refusals: [
    'import_file_invalid',
    'import_file_missing',
    'asked_too_often',
    'file_too_large',
    'too_many_files',
    'upload_cut',
  ],
})

export const importList = endpoint({
  ...ordering,
  method: 'POST',
  path: '/transfers/import/list',
  summary: 'Creates a draft from a list of beneficiaries, each with the amount and label of their last transfer',
  body: z.strictObject({ list_id: Id }),
  answer: Import,
  refusals: ['not_found', 'list_empty', 'list_too_long'],
})

/** A missing draft is null, not a refusal. */
export const findImport = endpoint({
  ...ordering,
  method: 'GET',
  path: '/transfers/import',
  summary: "Returns the user's draft on this account, validated again",
  answer: z.nullable(Import),
})

export const changeImport = endpoint({
  ...ordering,
  ...one,
  method: 'PUT',
  path: '/transfers/import/:id',
  summary: 'Edits, skips or dates lines of a draft, or acknowledges the name of one; returns the changed lines',
  body: z
    .strictObject({
      /** Null: all of them. */
      lines: z.nullable(someLines),
      set: z.partial(z.extend(TypedLine, { is_skipped: z.boolean(), is_acknowledged: z.literal(true) })),
    })
    .check(
      // Names are acknowledged one by one.
      z.refine(({ lines, set }) => set.is_acknowledged === undefined || lines?.length === 1, {
        error: 'invalid',
        path: ['lines'],
      }),
    ),
  answer: z.strictObject({ items: z.array(ImportItem), summary: ImportSummary }),
  refusals: ['not_found', 'asked_too_often'],
})

export const editImportLines = endpoint({
  ...ordering,
  ...one,
  method: 'PUT',
  path: '/transfers/import/:id/lines',
  summary: 'Writes different values into lines of a draft, as a pasted column; returns the changed lines',
  body: z.strictObject({
    edits: z
      .array(z.strictObject({ id: Id, set: z.partial(TypedLine) }))
      .check(z.minLength(1, 'required'), z.maxLength(MAX_NAMED_LINES, 'invalid')),
  }),
  answer: z.strictObject({ items: z.array(ImportItem), summary: ImportSummary }),
  refusals: ['not_found', 'asked_too_often'],
})

export const chooseInstant = endpoint({
  ...ordering,
  ...one,
  method: 'PUT',
  path: '/transfers/import/:id/network',
  summary:
    'Chooses instant payments or the clearing for the lines whose payee’s institution is connected; each account is verified first',
  body: z.strictObject({ is_instant: z.boolean() }),
  answer: Import,
  refusals: ['not_found', 'instant_payments_off', 'identity_missing'],
})

export const chooseImportOptions = endpoint({
  ...ordering,
  ...one,
  method: 'PUT',
  path: '/transfers/import/:id/options',
  summary: 'Stores the options of the batch that a draft will become',
  body: ImportOptions,
  refusals: ['not_found'],
})

export const moveImport = endpoint({
  ...ordering,
  ...one,
  method: 'PUT',
  path: '/transfers/import/:id/account',
  summary: 'Moves a draft to another account of the user, which will be debited',
  body: z.strictObject({ account_id: Id }),
  refusals: ['not_found', 'import_account_named', 'import_account_taken', 'import_account_refused'],
})

export const removeImport = endpoint({
  ...ordering,
  ...one,
  method: 'DELETE',
  path: '/transfers/import/:id',
  summary: 'Discards a draft',
  refusals: ['not_found'],
})

export const downloadImportErrors = endpoint({
  ...ordering,
  ...one,
  method: 'GET',
  path: '/transfers/import/:id/errors',
  summary: 'Exports the lines with errors as a file, each with its reasons',
  isFile: true,
  refusals: ['not_found'],
})

export const importTableFormats = ['csv', 'xlsx'] as const
export type ImportTableFormat = (typeof importTableFormats)[number]

export const downloadImportTemplate = endpoint({
  ...ordering,
  method: 'GET',
  path: '/transfers/import/template',
  summary: 'Returns a template to fill in: empty, or with the beneficiaries of a list',
  query: z.strictObject({ list: z.optional(Id), format: z.optional(z.enum(importTableFormats)) }),
  isFile: true,
  refusals: ['not_found'],
})
