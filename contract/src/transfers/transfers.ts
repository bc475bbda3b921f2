import * as z from 'zod/mini'
import { Beneficiary, Rail } from './beneficiaries.ts'
import { acceptanceOfMany } from './acceptances.ts'
import { endpoint, fileKinds, Page } from '../endpoint.ts'
import { Operation } from '../access/session.ts'
import { InstantPayment } from './instant-payments.ts'
import { LimitLeft, signingRuleNames } from './signing-rules.ts'
import { transferStatuses } from './transfer-status-codes.ts'
import { periodicities } from '../values/calendar.ts'
import { AmountText, runsForward } from '../values/list-filter.ts'
import { PlainDate, UnixSeconds } from '../values/dates.ts'
import { Identity } from '../values/identity.ts'
import { Amount, Currency, PositiveAmount } from '../values/money.ts'
import { Id, line, Reason } from '../values/text.ts'

export const transferTypes = ['direct', 'delayed', 'periodic'] as const
/** The specification's states: the validators' decision. */
export const validationStatuses = ['pending', 'validated', 'refused'] as const
/** The bank's execution: separate from the validation (decisions.md 5). */
export const executionStatuses = [
  'scheduled',
  'executed',
  'rejected',
  'cancelled',
  'paused',
  'ended',
  'returned',
] as const
export const suspensions = ['payee_change', 'late'] as const
export const networks = ['book', 'instant', 'sica', 'star', 'swift'] as const

export const LABEL_MAX_LENGTH = 140
export const COMMENT_MAX_LENGTH = 255
/** The maximum number of days ahead for the date of an order. */
export const MAX_DAYS_AHEAD = 366

/** Who bears the charges of a transfer through SWIFT: the payer all, each side its own bank's, or the payee all. */
export const chargeBearers = ['OUR', 'SHA', 'BEN'] as const
export type ChargeBearer = (typeof chargeBearers)[number]

/** The reasons for which the bank itself ends an order. */
export const reasonCodes = [
  'funds',
  'payee',
  'payer',
  'expired',
  'payee_changed',
  'payee_removed',
  'guarantee',
] as const
/** The purposes of an order outside the UEMOA. */
export const purposes = ['goods', 'services', 'studies', 'health', 'family', 'other'] as const
export type Purpose = (typeof purposes)[number]
export const DOMICILIATION_MAX_LENGTH = 35
/** For both kinds together. */
export const MAX_DOCUMENTS = 10

/** The actions of the reader on an order. */
export const transferActions = ['accept', 'reject', 'edit', 'cancel', 'pause', 'resume', 'skip'] as const
export type TransferAction = (typeof transferActions)[number]

const exchange = {
  /** The amount and the currency in which the order was given, where they are not those that are debited. */
  instructed_amount: z.nullable(Amount),
  instructed_currency: z.nullable(Currency),
  /** What the payee's bank receives, where it is in another currency than the account. */
  credit_amount: z.nullable(Amount),
  credit_currency: z.nullable(Currency),
  /** Francs for one unit of the foreign currency. */
  exchange_rate: z.nullable(z.number()),
  /** Until when the rate is guaranteed; null where it is fixed, or where nothing is exchanged. */
  rate_until: z.nullable(UnixSeconds),
  /** The part of the fees that pays for the exchange. */
  exchange_commission: z.nullable(Amount),
  charges: z.nullable(z.enum(chargeBearers)),
}

export const Transfer = z.strictObject({
  id: Id,
  type: z.enum(transferTypes),
  rail: Rail,
  network: z.enum(networks),
  /** The payee. Without an id it is an own account of the customer, with its label, instead of a saved beneficiary. */
  beneficiary: z.extend(z.pick(Beneficiary, { name: true, iban: true, bank_name: true }), { id: z.nullable(Id) }),
  own_account_id: z.nullable(Id),
  /** The look-up that found the payee of an instant payment. */
  lookup_id: z.nullable(Id),
  /** Who is paid, as lists show it. */
  identity: Identity,
  /** What is debited besides fees and tax, in the currency of the account. */
  amount: Amount,
  fees: Amount,
  tax: Amount,
  currency: Currency,
  ...exchange,
  label: z.string(),
  comment: z.nullable(z.string()),
  reference: z.string(),
  validation_status: z.enum(validationStatuses),
  execution_status: z.enum(executionStatuses),
  /** Its status for the reader, as in lists and badges. */
  status: z.enum(transferStatuses),
  /** The date in lists: null without one, as before the signatures of a direct order, or while a series is paused. */
  display_date: z.nullable(PlainDate),
  /** The number of days by which it is late; null where it is not. */
  days_late: z.nullable(z.int()),
  /** Why it is suspended: the payee's account is changing, or its date has passed meanwhile. Null: it is not suspended. */
  suspended: z.nullable(z.enum(suspensions)),
  /** Whether a periodic transfer is active; false while it is paused. Null for the others (specification). */
  enabled: z.nullable(z.boolean()),
  /** The execution date, planned or past. Of a periodic one, its next date. */
  execution_date: PlainDate,
  periodicity: z.nullable(z.enum(periodicities)),
  start_date: z.nullable(PlainDate),
  end_date: z.nullable(PlainDate),
  created_at: UnixSeconds,
  created_by: z.string(),
  executed_at: z.nullable(UnixSeconds),
  /** In the words of the validator who refused it. */
  reason: z.nullable(z.string()),
  reason_code: z.nullable(z.enum(reasonCodes)),
  purpose: z.nullable(z.enum(purposes)),
  domiciliation: z.nullable(z.string()),
  /** The version to which signatures apply: an edit creates a new one. */
  version: z.int(),
  signing_rule: z.enum(signingRuleNames),
  approvals: z.int(),
  approvals_missing: z.int(),
  actions: z.array(z.enum(transferActions)),
  /** The reader could sign it without the limits on their own signatures. */
  is_over_limit: z.boolean(),
})
export type Transfer = z.infer<typeof Transfer>

const dates = {
  execution_date: z.optional(z.nullable(PlainDate)),
  periodicity: z.optional(z.nullable(z.enum(periodicities))),
  start_date: z.optional(z.nullable(PlainDate)),
  end_date: z.optional(z.nullable(PlainDate)),
}

const order = {
  type: z.enum(transferTypes),
  /**
   * The payee: a saved beneficiary, another account of the same customer that the user may see, or a payee that was looked up. A look-up
   * beside a saved beneficiary proves that its account can be paid instantly.
   */
  beneficiary_id: z.optional(z.nullable(z.uuid('beneficiary_missing'))),
  own_account_id: z.optional(z.nullable(z.uuid('beneficiary_missing'))),
  lookup_id: z.optional(z.nullable(z.uuid('beneficiary_missing'))),
  /** How a looked-up payee is paid, where both are possible: instantly by default. */
  network: z.optional(z.nullable(z.enum(['instant', 'clearing']))),
  /** In the minor unit of `currency`. */
  amount: PositiveAmount,
  /** The currency of the amount: that of the account by default. Another one is sent abroad, or to an own account in it. */
  currency: z.optional(z.nullable(Currency)),
  /** The moment at which the quoted exchange rate was published; the rate in force by default. */
  rate_at: z.optional(z.nullable(UnixSeconds)),
  /** Abroad: SHA by default. */
  charges: z.optional(z.nullable(z.enum(chargeBearers))),
  label: line(1, LABEL_MAX_LENGTH),
  comment: z.optional(z.nullable(line(1, COMMENT_MAX_LENGTH))),
  ...dates,
  /** Required for an order outside the UEMOA. */
  purpose: z.optional(z.nullable(z.enum(purposes))),
  domiciliation: z.optional(z.nullable(line(1, DOMICILIATION_MAX_LENGTH))),
}

type Named = Partial<Record<'beneficiary_id' | 'own_account_id' | 'lookup_id', unknown>>
const isNamed = (id: unknown) => (id ?? null) !== null
const namesOnePayee = ({ beneficiary_id, own_account_id, lookup_id }: Named) =>
  (isNamed(beneficiary_id) || isNamed(lookup_id)) !== isNamed(own_account_id)
/** Checked together with the other rules, not after them. */
const onePayee = () =>
  z.refine<Named>(namesOnePayee, {
    error: 'beneficiary_missing',
    path: ['beneficiary_id'],
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

export const NewTransfer = z.strictObject(order).check(onePayee())
export type NewTransfer = z.infer<typeof NewTransfer>

const KeptDocuments = z.optional(z.array(Id).check(z.maxLength(MAX_DOCUMENTS, 'invalid')))

/** The id of the order that is being edited: its hold is available for the edited order. */
export const QuoteInput = z
  .strictObject({ ...order, replaces: z.optional(z.nullable(Id)), keep_documents: KeptDocuments })
  .check(onePayee())
export type QuoteInput = z.infer<typeof QuoteInput>

/** Why a direct order does not leave today: the cut-off time of its network has passed, or the bank is closed. */
export const postponements = ['cut_off', 'closed_day', 'payee_closed_day'] as const
export type Postponement = (typeof postponements)[number]

/** Warnings about an order that is allowed. */
export const orderWarnings = ['insufficient_balance', 'same_order_today', 'date_moved'] as const

export const TransferQuote = z.strictObject({
  rail: Rail,
  network: z.enum(networks),
  /** The other way in which the payee can be paid, to choose between instant payment and clearing; null where there is only one. */
  other_network: z.nullable(z.strictObject({ network: z.enum(networks), fees: Amount, arrival_date: PlainDate })),
  /** The payee's institution is connected to the platform of instant payments: a look-up by account number makes the order instant. */
  is_reachable_instantly: z.boolean(),
  /** What is debited besides fees and tax. */
  amount: Amount,
  credit_amount: z.nullable(Amount),
  credit_currency: z.nullable(Currency),
  exchange_rate: z.nullable(z.number()),
  /** The moment at which the rate was published, to order at it; null where it is fixed. */
  rate_at: z.nullable(UnixSeconds),
  rate_until: z.nullable(UnixSeconds),
  exchange_commission: z.nullable(Amount),
  /** The currencies in which the amount can be given. */
  currencies: z.array(Currency),
  fees: Amount,
  tax: Amount,
  total: Amount,
  currency: Currency,
  available: Amount,
  balance_after: Amount,
  execution_date: PlainDate,
  /** The day on which the payee's bank has it. */
  arrival_date: PlainDate,
  /** The cut-off time of its network on a business day, "15:30"; null inside the bank. */
  cut_off: z.nullable(z.string()),
  /** Of a direct order; null where it leaves today. */
  postponed_by: z.nullable(z.enum(postponements)),
  /** The tightest limit on the author's orders; null without one, and between own accounts. */
  limit: z.nullable(LimitLeft),
  /** On payments of individuals to a new payee; `until`: the end of its waiting time, null: until the first payment was executed. */
  new_payee: z.nullable(z.strictObject({ limit: Amount, remaining: Amount, until: z.nullable(UnixSeconds) })),
  /** Of a series: its next dates, each with its nominal and its execution date. */
  next_dates: z.array(z.strictObject({ nominal: PlainDate, due: PlainDate })),
  signatures_needed: z.int(),
  /** At a company where only the reader could sign: no rule requires a second person. */
  signs_alone: z.boolean(),
  /** The requirements of exchange control: a purpose, documents, the domiciliation number. */
  asks: z.array(z.enum(['purpose', 'international_documents', 'domiciliation'])),
  warnings: z.array(z.enum(orderWarnings)),
  /** The operation to confirm: with documents, the portal asks for the password before the upload. */
  operation: Operation,
})
export type TransferQuote = z.infer<typeof TransferQuote>

const orderRefusals = [
  'unknown_beneficiary',
  'beneficiary_pending',
  'beneficiary_account_closed',
  'beneficiary_same_account',
  'currency_mismatch',
  'currency_not_offered',
  'rate_expired',
  'amount_below_charges',
  'amount_too_small',
  'request_answered',
  'request_expired',
  'request_amount_fixed',
  'lookup_expired',
  'guarantee_used',
  'network_not_offered',
  'date_missing',
  'date_in_the_past',
  'date_too_far',
  'start_missing',
  'start_in_the_past',
  'start_not_after_last',
  'start_too_far',
  'end_before_start',
  'periodicity_missing',
] as const

const newPayeeRefusals = ['new_payee_waits', 'first_payment_capped'] as const

const exchangeRefusals = ['purpose_missing', 'domiciliation_missing', 'documents_required', 'too_many_files'] as const

/** Documents of an order: for its validators, and for exchange control. */
const files = { documents: { max: MAX_DOCUMENTS }, international_documents: { max: MAX_DOCUMENTS } } as const

/** Another account of the customer, as a payee. */
export const OwnAccount = z.strictObject({
  id: Id,
  label: z.string(),
  number: z.string(),
  iban: z.string(),
  available: Amount,
  currency: Currency,
})
export type OwnAccount = z.infer<typeof OwnAccount>

/** The executed payments to an account number. */
const Payments = z.strictObject({
  count: z.int(),
  last: z.strictObject({ amount: Amount, currency: Currency, day: PlainDate, label: z.string() }),
})

/** A saved beneficiary as the form of a transfer offers it. */
export const TransferPayee = z.extend(Beneficiary, { payments: z.nullable(Payments) })
export type TransferPayee = z.infer<typeof TransferPayee>

export const MAX_PAYEES_FOUND = 20

export const listPayees = endpoint({
  method: 'GET',
  path: '/transfers/payees',
  summary:
    "Returns what the form of a transfer offers: the customer's other accounts that can be paid without a beneficiary, and the last paid or the found beneficiaries with their payments",
  right: 'transfers',
  capability: 'transfer.create',
  query: z.strictObject({
    /** In the name, the account number, the code or the telephone number. Absent: the last paid beneficiaries. */
    search: z.optional(z.string().check(z.maxLength(64, 'text_too_long'))),
    /** A beneficiary that is answered too, if it exists. */
    beneficiary: z.optional(Id),
  }),
  answer: z.strictObject({
    own_accounts: z.array(OwnAccount),
    /** The last paid one first; of a search, by name. */
    beneficiaries: z.array(TransferPayee),
    /** The number found in both groups, of which at most MAX_PAYEES_FOUND each are answered. */
    total: z.int(),
  }),
})

export const listUnsavedPayees = endpoint({
  method: 'GET',
  path: '/transfers/payees/unsaved',
  summary: 'Returns the last payees of files that are not saved as beneficiaries, to save them',
  right: 'transfers',
  capability: 'beneficiary.manage',
  answer: z.array(
    z.strictObject({
      id: Id,
      name: z.string(),
      iban: z.string(),
      bank_name: z.nullable(z.string()),
      day: PlainDate,
      label: z.string(),
    }),
  ),
})

export const quoteTransfer = endpoint({
  method: 'POST',
  path: '/transfers/quote',
  summary: 'Calculates the cost, the execution date and the remaining balance of an order before it is created',
  right: 'transfers',
  capability: 'transfer.create',
  body: QuoteInput,
  answer: TransferQuote,
  refusals: orderRefusals,
})

export const transferFilter = {
  type: z.optional(z.enum(transferTypes)),
  status: z.optional(z.enum(transferStatuses)),
  validation_status: z.optional(z.enum(validationStatuses)),
  execution_status: z.optional(z.enum(executionStatuses)),
  /** Executed or scheduled between these days, inclusive. */
  from: z.optional(PlainDate),
  to: z.optional(PlainDate),
  /** In the payee's name, the label or the reference; digits also as the amount. */
  search: z.optional(z.string().check(z.maxLength(64, 'text_too_long'))),
  min: AmountText,
  max: AmountText,
}
const TransferQuery = z.strictObject(transferFilter)
export type TransferQuery = z.infer<typeof TransferQuery>

export const listTransfers = endpoint({
  method: 'GET',
  path: '/transfers',
  summary: 'Lists the transfers of the account by date, latest first; those without a date come first',
  right: 'transfers',
  query: z.strictObject({ page: Page, ...transferFilter }).check(...runsForward),
  answer: z.array(Transfer),
  isPaged: true,
})

export const transferExportFormats = ['csv', 'xlsx'] as const

export const exportTransfers = endpoint({
  method: 'GET',
  path: '/transfers/export',
  summary: 'Exports the transfers that a filter finds as a file, by date, latest first',
  right: 'transfers',
  /** CSV unless said otherwise. */
  query: z.strictObject({ format: z.optional(z.enum(transferExportFormats)), ...transferFilter }).check(...runsForward),
  isFile: true,
})

export const TransferDocument = z.strictObject({
  id: Id,
  kind: z.enum(['document', 'international']),
  name: z.string(),
  file_kind: z.enum(fileKinds),
  /** In bytes. */
  size: z.int(),
})
export type TransferDocument = z.infer<typeof TransferDocument>

export const historyActions = [
  'transfer.create',
  'transfer.edit',
  'transfer.sign',
  'transfer.accept',
  'transfer.reject',
  'transfer.cancel',
  'transfer.pause',
  'transfer.resume',
  'transfer.skip',
  'transfer.execute',
  'transfer.move',
  'transfer.retry',
  'transfer.fail',
  'transfer.lapse',
  'transfer.stop',
  'transfer.suspend',
  'transfer.unsuspend',
  'transfer.end',
  'transfer.send',
  'transfer.settle',
  'transfer.return',
  'transfer.return-request',
  'transfer.return-refusal',
] as const

export const TransferDetail = z.extend(Transfer, {
  /** The history, the oldest entry first. Null: the bank itself. */
  history: z.array(
    z.strictObject({
      action: z.enum(historyActions),
      by: z.nullable(z.string()),
      at: UnixSeconds,
      /** Why the payee's bank returned it: ISO 20022's code, labelled by contract/clearing.ts. */
      return_reason: z.nullable(z.string()),
    }),
  ),
  /** Of an active series: its next dates. */
  next_dates: z.array(z.strictObject({ nominal: PlainDate, due: PlainDate })),
  /** The day on which the payee's bank has it, of one order that leaves on a known day or is on its way. Null: unknown, or it has arrived. */
  arrival_date: z.nullable(PlainDate),
  documents: z.array(TransferDocument),
  /** Of a transfer through the platform of instant payments, once it was executed. */
  instant: z.nullable(InstantPayment),
})
export type TransferDetail = z.infer<typeof TransferDetail>

export const getTransfer = endpoint({
  method: 'GET',
  path: '/transfers/:id',
  summary: 'Returns one transfer with its history',
  right: 'transfers',
  params: z.strictObject({ id: Id }),
  answer: TransferDetail,
  refusals: ['not_found'],
})

export const downloadTransferDocument = endpoint({
  method: 'GET',
  path: '/transfers/:id/documents/:document',
  summary: 'Returns a file that was uploaded with a transfer',
  right: 'transfers',
  params: z.strictObject({ id: Id, document: Id }),
  isFile: true,
  refusals: ['not_found'],
})

export const getTransferProof = endpoint({
  method: 'GET',
  path: '/transfers/:id/proof',
  summary: 'Returns the proof of an executed transfer (PDF), with a code by which anybody can verify it',
  right: 'transfers',
  params: z.strictObject({ id: Id }),
  isFile: true,
  refusals: ['not_found', 'not_executed', 'transfer_returned'],
})

/** The data that the bank confirms to the holder of a proof of transfer. */
export const Proof = z.strictObject({
  bank_name: z.string(),
  reference: z.string(),
  amount: Amount,
  currency: Currency,
  /** What the payee's bank received, where it was in another currency. */
  credit_amount: z.nullable(Amount),
  credit_currency: z.nullable(Currency),
  payer: z.string(),
  payee: z.string(),
  /** Only the end of the payee's account number. */
  payee_account_end: z.string(),
  executed_on: PlainDate,
  state: z.enum(['executed', 'returned']),
})
export type Proof = z.infer<typeof Proof>

export const checkProof = endpoint({
  method: 'GET',
  path: '/proofs/:code',
  summary: 'Verifies the code of a proof of transfer',
  scope: 'public',
  params: z.strictObject({ code: z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{16}$/, 'invalid')) }),
  answer: Proof,
  refusals: ['not_found', 'asked_too_often'],
})

export const createTransfer = endpoint({
  method: 'POST',
  path: '/transfers',
  summary: 'Orders a transfer: executed immediately or on its date, or pending if the account requires signatures',
  right: 'transfers',
  capability: 'transfer.create',
  movesMoney: true,
  isIdempotent: true,
  isConfirmed: true,
  body: NewTransfer,
  files,
  answer: Transfer,
  status: 201,
  refusals: [
    'insufficient_balance',
    'limit_exceeded',
    ...orderRefusals,
    ...exchangeRefusals,
    ...newPayeeRefusals,
    'confirmation_required',
    'idempotency_key_reused',
  ],
})

const Version = z.int().check(z.minimum(1))
const one = { params: z.strictObject({ id: Id }), answer: Transfer, right: 'transfers' } as const

export const acceptTransfer = endpoint({
  ...one,
  method: 'PUT',
  path: '/transfers/:id/accept',
  summary: 'Signs an order; the last signature validates it',
  capability: 'transfer.validate',
  movesMoney: true,
  isConfirmed: true,
  body: z.strictObject({ version: Version }),
  refusals: [
    'not_found',
    'self_approval_forbidden',
    'already_signed',
    'not_validator',
    'limit_exceeded',
    'stale_version',
    'not_pending',
    'insufficient_balance',
    'confirmation_required',
  ],
})

export const rejectTransfer = endpoint({
  ...one,
  method: 'PUT',
  path: '/transfers/:id/reject',
  summary: 'Refuses an order, which ends it',
  capability: 'transfer.validate',
  /** With the version that was read, a refusal never hits a newer one. */
  body: z.strictObject({ version: z.optional(Version), reason: Reason }),
  refusals: ['not_found', 'stale_version', 'not_pending'],
})

export const cancelTransfer = endpoint({
  method: 'DELETE',
  path: '/transfers/:id',
  summary: 'Cancels an order that is pending or not yet executed',
  right: 'transfers',
  capability: 'transfer.create',
  params: z.strictObject({ id: Id }),
  isConfirmed: true,
  refusals: ['not_found', 'not_cancellable', 'confirmation_required'],
})

const editable = z.partial(z.strictObject(order))

/** An edit names the version that it is based on; pausing, resuming and skipping change no version. */
function isOneChange({ version, enabled, skip, comment: _comment, ...order }: Record<string, unknown>): boolean {
  if (version === undefined) return Object.keys(order).length === 0
  return enabled === undefined && skip === undefined
}

/** `version` identifies the edited version; without it only the personal note, pause, resume and skip can be changed. */
const TransferChange = z
  .extend(editable, {
    version: z.optional(Version),
    /** The documents to keep: all by default. */
    keep_documents: KeptDocuments,
    enabled: z.optional(z.boolean()),
    /** The nominal date to skip: it must be the next one, so that two clicks skip one. */
    skip: z.optional(PlainDate),
  })
  .check(z.refine(isOneChange, { error: 'required', path: ['version'] }))
export type TransferChange = z.infer<typeof TransferChange>

export const changeTransfer = endpoint({
  ...one,
  method: 'PUT',
  path: '/transfers/:id',
  summary:
    'Edits an order that has not run, which removes its signatures; or pauses, resumes, skips a date, or changes the personal note',
  capability: 'transfer.create',
  isConfirmed: true,
  body: TransferChange,
  files,
  refusals: [
    'not_found',
    'not_periodic',
    'not_editable',
    'paused_and_to_sign',
    'stale_version',
    'account_not_active',
    'insufficient_balance',
    'limit_exceeded',
    ...orderRefusals,
    ...exchangeRefusals,
    ...newPayeeRefusals,
    'confirmation_required',
  ],
})

export const MAX_ACCEPTED_AT_ONCE = 100

/** The signature inbox: the transfers that wait for the reader on all accounts. */
export const listTransfersToSign = endpoint({
  method: 'GET',
  path: '/transfers/to-sign',
  summary: 'Lists the orders that the user can sign, over all their accounts, the first due first',
  scope: 'user',
  query: z.strictObject({ page: Page }),
  answer: z.array(
    z.extend(Transfer, {
      account: z.strictObject({ uuid: Id, label: z.string(), holder: z.string(), number: z.string() }),
    }),
  ),
  isPaged: true,
})

export const acceptTransfers = endpoint({
  ...acceptanceOfMany(z.strictObject({ account: Id, id: Id, version: Version }), {
    max: MAX_ACCEPTED_AT_ONCE,
    outcomes: ['validated', 'pending', 'refused'],
  }),
  path: '/transfers/acceptances',
  summary: 'Signs many orders with one confirmation; each has its own outcome',
})
