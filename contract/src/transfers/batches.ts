// Batches: many transfers that are ordered, signed and refused as one.
import * as z from 'zod/mini'
import { Rail } from './beneficiaries.ts'
import { endpoint, Page } from '../endpoint.ts'
import { someLines } from './imports.ts'
import { transferStatuses } from './transfer-status-codes.ts'
import { executionStatuses, networks, reasonCodes } from './transfers.ts'
import { signingRuleNames } from './signing-rules.ts'
import { PlainDate, UnixSeconds } from '../values/dates.ts'
import { Amount, Currency } from '../values/money.ts'
import { Id, Reason } from '../values/text.ts'

const ordering = { right: 'transfers', capability: 'transfer.create' } as const
const one = { params: z.strictObject({ id: Id }) } as const

export const batchStates = ['pending', 'validated', 'refused', 'cancelled'] as const
/** `incomplete`: it has run, and some of its lines failed. */
export const batchStatuses = [
  'to_sign',
  'pending',
  'scheduled',
  'in_progress',
  'incomplete',
  'executed',
  'refused',
  'cancelled',
] as const
export type BatchStatus = (typeof batchStatuses)[number]
export const batchActions = ['accept', 'reject', 'cancel', 'refuse_lines', 'retry'] as const
export type BatchAction = (typeof batchActions)[number]

export const Batch = z.strictObject({
  id: Id,
  reference: z.string(),
  file_name: z.string(),
  state: z.enum(batchStates),
  /** Its status for the reader, as in lists and badges. */
  status: z.enum(batchStatuses),
  /** Without lines that a validator refused. */
  line_count: z.int(),
  amount: Amount,
  fees: Amount,
  tax: Amount,
  currency: Currency,
  /** The first execution date of its lines. */
  execution_date: PlainDate,
  created_at: UnixSeconds,
  created_by: z.string(),
  version: z.int(),
  signing_rule: z.enum(signingRuleNames),
  approvals: z.int(),
  approvals_missing: z.int(),
  reason: z.nullable(z.string()),
  reason_code: z.nullable(z.enum(['expired', 'payee_changed'])),
  /** Of the pain.001 that contained it: its answer can be downloaded. */
  message_id: z.nullable(z.string()),
  /** The batch whose failed lines it repeats. */
  retry_of: z.nullable(Id),
  /** One debit on the account for the whole batch, or one for each line. */
  single_entry: z.boolean(),
  /** Only users with the capability see its lines; it is one debit on the account. */
  is_confidential: z.boolean(),
  are_lines_hidden: z.boolean(),
  /** Lines of the file that none of its batches has sent; those in the draft can still be sent by its author. */
  left_out: z.strictObject({ lines: z.int(), in_draft: z.int(), is_readers: z.boolean() }),
  /** The outcome of its lines. */
  counts: z.strictObject({
    refused: z.int(),
    waiting: z.int(),
    executed: z.int(),
    failed: z.int(),
    /** The failed lines that were not ordered again. */
    retryable: z.int(),
  }),
  actions: z.array(z.enum(batchActions)),
  /** The reader could sign it without the limits on their own signatures. */
  is_over_limit: z.boolean(),
})
export type Batch = z.infer<typeof Batch>

/** Why a signer looks at a line first. unusual: more than 30 % above or below what the account received last month. */
export const attentions = ['never_paid', 'other_holder', 'unusual'] as const
export type Attention = (typeof attentions)[number]

/** The events of a batch's history; simultaneous events have this order. */
export const batchEvents = [
  'batch.create',
  'batch.refuse_lines',
  'batch.accept',
  'batch.reject',
  'batch.cancel',
  'batch.validate',
  'batch.lapse',
  'batch.end',
] as const

export const BatchDetail = z.extend(Batch, {
  /** The debited account. */
  account: z.strictObject({ label: z.string(), number: z.string() }),
  /** Of a batch that waits for signatures, for readers who may see its lines: what a signer looks at. */
  examination: z.nullable(
    z.strictObject({
      /** The lines to look at, by reason, and their sum. */
      counts: z.strictObject({ never_paid: z.int(), other_holder: z.int(), unusual: z.int() }),
      amount: Amount,
      /** The first day of the month before, how many of its lines were paid then, and how much. */
      month: PlainDate,
      last_lines: z.int(),
      last_amount: Amount,
      /** The money that is available on the account, with what the batch holds already. */
      available: Amount,
      /** The first cut-off of its networks: signed before it, all lines leave on their date. Null where there is none. */
      sign_before: z.nullable(UnixSeconds),
      /** The day on which its first lines leave if its last signature is given now. */
      leaves_on: PlainDate,
    }),
  ),
  /** The oldest first. */
  history: z.array(
    z.strictObject({
      action: z.enum(batchEvents),
      /** Null where the bank acted by itself. */
      by: z.nullable(z.string()),
      at: UnixSeconds,
      /** The number of lines, where not all are concerned. */
      lines: z.nullable(z.int()),
      reason: z.nullable(z.string()),
    }),
  ),
})
export type BatchDetail = z.infer<typeof BatchDetail>

export const batchLineStates = ['pending', 'refused', ...executionStatuses] as const

export const BatchLine = z.strictObject({
  id: Id,
  line: z.int(),
  name: z.string(),
  iban: z.string(),
  amount: Amount,
  fees: Amount,
  tax: Amount,
  /** What the payee receives, where it is paid in another currency. */
  credit_amount: z.nullable(Amount),
  credit_currency: z.nullable(Currency),
  label: z.string(),
  rail: Rail,
  /** Of the payee's account; its BIC where the name is unknown. */
  bank_name: z.nullable(z.string()),
  network: z.enum(networks),
  execution_date: z.nullable(PlainDate),
  is_new_payee: z.boolean(),
  state: z.enum(batchLineStates),
  /** Its status, as that of a single order. */
  status: z.enum(transferStatuses),
  reason: z.nullable(z.string()),
  reason_code: z.nullable(z.enum(reasonCodes)),
  /** The validator who refused it, or the whole batch. */
  refused_by: z.nullable(z.string()),
  /** The code of the bank that returned it. */
  return_reason: z.nullable(z.string()),
  /** Of a batch that waits for signatures. */
  attention: z.nullable(z.enum(attentions)),
  /** What the same account received in the month before; null: nothing. */
  last_amount: z.nullable(Amount),
})
export type BatchLine = z.infer<typeof BatchLine>

export const createBatch = endpoint({
  ...ordering,
  method: 'POST',
  path: '/transfers/batch',
  summary:
    'Orders the selected lines of a draft: all or nothing, confirmed and signed together. The others stay in the draft',
  movesMoney: true,
  isIdempotent: true,
  isConfirmed: true,
  body: z.strictObject({
    import_id: Id,
    /** Absent: all valid lines that are not skipped. */
    items: z.optional(someLines),
    /** For lines without a date of their own. */
    execution_date: z.optional(z.nullable(PlainDate)),
    single_entry: z.optional(z.boolean()),
    is_confidential: z.optional(z.boolean()),
    /** Saves its new payees in the address book; requires the capability to manage beneficiaries. */
    save_payees: z.optional(z.boolean()),
  }),
  answer: Batch,
  status: 201,
  refusals: [
    'not_found',
    'lines_changed',
    'no_line_chosen',
    'names_unacknowledged',
    'single_entry_one_day',
    'single_entry_rate',
    'confidential_not_yours',
    'documents_required',
    'domiciliation_missing',
    'insufficient_balance',
    'limit_exceeded',
    'date_in_the_past',
    'date_too_far',
    'confirmation_required',
    'idempotency_key_reused',
  ],
})

export const retryBatch = endpoint({
  ...ordering,
  ...one,
  method: 'POST',
  path: '/transfers/batches/:id/retry',
  summary: 'Orders the failed lines again, as a new batch that is confirmed and signed separately',
  movesMoney: true,
  isIdempotent: true,
  isConfirmed: true,
  answer: Batch,
  status: 201,
  refusals: [
    'not_found',
    'nothing_to_retry',
    'lines_confidential',
    'insufficient_balance',
    'limit_exceeded',
    'confirmation_required',
    'idempotency_key_reused',
  ],
})

export const listBatches = endpoint({
  method: 'GET',
  path: '/transfers/batches',
  summary: 'Lists the batches of the account, newest first',
  right: 'transfers',
  query: z.strictObject({ page: Page }),
  answer: z.array(Batch),
  isPaged: true,
})

export const getBatch = endpoint({
  ...one,
  method: 'GET',
  path: '/transfers/batches/:id',
  summary: 'Returns one batch with its debited account, its progress and its history',
  right: 'transfers',
  answer: BatchDetail,
  refusals: ['not_found'],
})

export const batchLineFilters = ['failed', 'new', 'attention', ...attentions] as const
export type BatchLineFilter = (typeof batchLineFilters)[number]

/** amount: the largest first; new: payments to new beneficiaries first; attention: the lines to look at first. */
export const batchLineOrders = ['amount', 'name', 'bank', 'new', 'attention'] as const
export type BatchLineOrder = (typeof batchLineOrders)[number]

export const listBatchLines = endpoint({
  ...one,
  method: 'GET',
  path: '/transfers/batches/:id/lines',
  summary: 'Lists the lines of a batch, in the order of the file by default',
  right: 'transfers',
  query: z.strictObject({
    page: Page,
    /** failed: refused or not executed; new: to new beneficiaries; attention: worth a look before signing. */
    only: z.optional(z.enum(batchLineFilters)),
    /** In the name, the label, the reference or the account number. */
    search: z.optional(z.string().check(z.maxLength(64, 'text_too_long'))),
    sort: z.optional(z.enum(batchLineOrders)),
  }),
  answer: z.array(BatchLine),
  isPaged: true,
  refusals: ['not_found', 'lines_confidential'],
})

export const BatchBank = z.strictObject({
  bank_name: z.nullable(z.string()),
  lines: z.int(),
  new_payees: z.int(),
  amount: Amount,
})
export type BatchBank = z.infer<typeof BatchBank>

export const listBatchBanks = endpoint({
  ...one,
  method: 'GET',
  path: '/transfers/batches/:id/banks',
  summary: 'Returns the amounts that a batch pays to each bank, the largest first, without refused lines',
  right: 'transfers',
  answer: z.array(BatchBank),
  refusals: ['not_found', 'lines_confidential'],
})

export const downloadBatchLines = endpoint({
  ...one,
  method: 'GET',
  path: '/transfers/batches/:id/lines/export',
  summary: 'Exports the lines of a batch as a file, also before execution',
  right: 'transfers',
  isFile: true,
  refusals: ['not_found', 'lines_confidential'],
})

export const downloadBatchFailures = endpoint({
  ...one,
  method: 'GET',
  path: '/transfers/batches/:id/failures',
  summary: 'Exports the refused and failed lines as a file that can be imported again',
  right: 'transfers',
  isFile: true,
  refusals: ['not_found', 'lines_confidential'],
})

export const batchSlipFormats = ['pdf', 'csv'] as const
export type BatchSlipFormat = (typeof batchSlipFormats)[number]

export const downloadBatchSlip = endpoint({
  ...one,
  method: 'GET',
  path: '/transfers/batches/:id/slip',
  summary: 'Returns the payment slip of a batch: its lines with their outcome and charges, for users who may see them',
  right: 'transfers',
  query: z.strictObject({ format: z.optional(z.enum(batchSlipFormats)) }),
  isFile: true,
  refusals: ['not_found', 'lines_confidential', 'batch_not_executed'],
})

export const downloadBatchReport = endpoint({
  ...one,
  method: 'GET',
  path: '/transfers/batches/:id/report',
  summary: 'Returns the answer to the pain.001 of a batch: a pain.002 with the status of each transfer',
  right: 'transfers',
  isFile: true,
  refusals: ['not_found', 'lines_confidential'],
})

const Version = z.int().check(z.minimum(1))
const signing = { right: 'transfers', capability: 'transfer.validate', answer: Batch, ...one } as const
const signRefusals = ['not_found', 'not_pending', 'self_approval_forbidden', 'stale_version'] as const

export const acceptBatch = endpoint({
  ...signing,
  method: 'PUT',
  path: '/transfers/batches/:id/accept',
  summary: 'Signs a whole batch; the last signature validates it',
  movesMoney: true,
  isConfirmed: true,
  body: z.strictObject({ version: Version }),
  refusals: [...signRefusals, 'already_signed', 'not_validator', 'limit_exceeded', 'confirmation_required'],
})

export const rejectBatch = endpoint({
  ...signing,
  method: 'PUT',
  path: '/transfers/batches/:id/reject',
  summary: 'Refuses a batch, which ends it; or some of its lines, and the others continue',
  body: z.strictObject({
    version: Version,
    reason: Reason,
    /** Absent: all of it. */
    lines: z.optional(someLines),
  }),
  refusals: [...signRefusals, 'last_line', 'lines_confidential'],
})

export const cancelBatch = endpoint({
  ...ordering,
  ...one,
  method: 'DELETE',
  path: '/transfers/batches/:id',
  summary: 'Cancels a batch that waits for signatures',
  isConfirmed: true,
  refusals: ['not_found', 'not_cancellable', 'confirmation_required'],
})

/** The signature inbox: a batch is one row. */
export const listBatchesToSign = endpoint({
  method: 'GET',
  path: '/transfers/batches/to-sign',
  summary: 'Lists the batches that the user can sign, over all their accounts, the first due first',
  scope: 'user',
  query: z.strictObject({ page: Page }),
  answer: z.array(
    z.extend(Batch, {
      account: z.strictObject({ uuid: Id, label: z.string(), holder: z.string(), number: z.string() }),
    }),
  ),
  isPaged: true,
})
