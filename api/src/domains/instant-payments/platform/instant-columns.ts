// Lists the columns of the tables of instant payments.
import type { lookupKinds } from 'contract/transfers/instant-payments.ts'
import type { PaymentRequest } from 'contract/transfers/payment-requests.ts'
import type { ReturnRequest } from 'contract/transfers/return-requests.ts'
import type { SigningRuleName } from 'contract/transfers/signing-rules.ts'
import {
  bigint,
  boolean,
  bytea,
  except,
  integer,
  integers,
  nullable,
  only,
  type RowOf,
  smallint,
  table,
  text,
  timestamp,
  uuid,
} from '../../../db/columns.ts'
import type { AipCall } from '../../../formats/instant/aip-calls.ts'

type Sent = AipCall<'/transferts'>

export const payeeLookups = table('payee_lookups', {
  account_id: uuid(),
  id: uuid(),
  end_to_end_id: text(),
  kind: text<(typeof lookupKinds)[number]>(),
  value: text(),
  /** Of a code that was read, or of a request to pay: the channel of its payments, and the reference that they name. */
  channel: nullable(text<Sent['canalCommunication']>()),
  reference: nullable(text()),
  /** Null for the payee of a request to pay, whom nobody looked up. */
  created_by: nullable(uuid()),
  created_at: timestamp(),
  state: text<'waiting' | 'found' | 'unknown'>(),
  answered_at: nullable(timestamp()),
  reason: nullable(text()),
  name: nullable(text()),
  payee_kind: nullable(text<Sent['typeClientPaye']>()),
  country: nullable(text<Sent['paysClientPaye']>()),
  member: nullable(text()),
  account_kind: nullable(text<Sent['typeCompteClientPaye']>()),
  iban: nullable(text()),
  other: nullable(text()),
  alias: nullable(text()),
  city: nullable(text()),
  identity_system: nullable(text<NonNullable<Sent['systemeIdentificationClientPaye']>>()),
  identity_number: nullable(text()),
  trade_register: nullable(text()),
  /** Something names it: it is kept. Only set once it is old. */
  is_named: boolean(),
})
export const newLookups = only(
  payeeLookups,
  'account_id',
  'id',
  'end_to_end_id',
  'kind',
  'value',
  'channel',
  'reference',
  'created_by',
  'created_at',
  'state',
)
/** What the platform answers of a payee. */
export const foundPayees = only(
  payeeLookups,
  'name',
  'payee_kind',
  'country',
  'member',
  'account_kind',
  'iban',
  'other',
  'alias',
  'city',
  'identity_system',
  'identity_number',
  'trade_register',
)

export type FoundPayee = RowOf<typeof foundPayees>

/** The last look-up of a telephone or account number in a file. */
export type LineLookup = RowOf<typeof foundPayees> & {
  id: string
  value: string
  created_at: Date
  state: RowOf<typeof payeeLookups>['state']
  institution: string | null
}

/** A look-up with what the portal shows beside it. */
export type AnsweredLookup = RowOf<typeof payeeLookups> & {
  institution: string | null
  /** The account of this bank that was found. */
  our_account: string | null
  beneficiary_id: string | null
}

export const instantPayments = table('instant_payments', {
  payment_id: uuid(),
  end_to_end_id: text(),
  message_id: text(),
  account_id: uuid(),
  lookup_id: uuid(),
  channel: text<Sent['canalCommunication']>(),
  sent_at: nullable(timestamp()),
  ask_at: nullable(timestamp()),
  questions: smallint(),
  accepted_at: nullable(timestamp()),
})
export const newInstantPayments = except(instantPayments, 'sent_at', 'questions', 'accepted_at')
export type NewInstantPayment = RowOf<typeof newInstantPayments>

export const instantReceipts = table('instant_receipts', {
  end_to_end_id: text(),
  message_id: text(),
  member: text(),
  payer_name: text(),
  payer_country: text(),
  payer_alias: nullable(text()),
  payee_alias: nullable(text()),
  amount: bigint(),
  channel: text(),
  reference: nullable(text()),
  received_at: timestamp(),
  incoming_id: nullable(uuid()),
  refusal: nullable(text()),
})

export const instantParticipants = table('instant_participants', {
  member: text(),
  name: text(),
  state: text<'JOIN' | 'ENBL' | 'DSBL' | 'DLTD'>(),
  updated_at: timestamp(),
})

export const paymentRequests = table('payment_requests', {
  id: uuid(),
  account_id: uuid(),
  direction: text<PaymentRequest['direction']>(),
  state: text<'sending' | 'open' | 'paid' | 'refused' | 'failed'>(),
  end_to_end_id: text(),
  message_id: text(),
  identifier: text(),
  lookup_id: uuid(),
  amount: bigint(),
  discount: bigint(),
  may_change_amount: boolean(),
  label: text(),
  invoice: nullable(text()),
  act_until: nullable(timestamp()),
  created_by: nullable(uuid()),
  created_at: timestamp(),
  answered_by: nullable(uuid()),
  answered_at: nullable(timestamp()),
  reason: nullable(text()),
  paid_amount: nullable(bigint()),
})
export const newRequests = except(paymentRequests, 'answered_by', 'answered_at', 'reason', 'paid_amount')

/** The file of the invoice of a sent request. */
export const requestDocuments = table('request_documents', {
  request_id: uuid(),
  name: text(),
  media_type: text(),
  size: integer(),
  content: bytea(),
})
export const requestDocumentFiles = only(requestDocuments, 'name', 'media_type', 'content')

export const requestFiles = table('request_files', {
  id: uuid(),
  account_id: uuid(),
  content_hash: bytea(),
  file_name: text(),
  created_by: uuid(),
  created_at: timestamp(),
})

/** An invoice of a file. `unknown`: nobody was found whom the request could be sent to. */
export const requestLines = table('request_lines', {
  file_id: uuid(),
  line: integer(),
  account_id: uuid(),
  lookup_id: uuid(),
  amount: bigint(),
  label: text(),
  invoice: nullable(text()),
  act_until: timestamp(),
  created_at: timestamp(),
  state: text<'waiting' | 'sent' | 'unknown'>(),
  request_id: nullable(uuid()),
})
export const newRequestLines = except(requestLines, 'request_id')

export const returnRequests = table('return_requests', {
  id: uuid(),
  account_id: uuid(),
  direction: text<ReturnRequest['direction']>(),
  /** Whether signatures are missing is in `return_acceptances`. */
  state: text<Exclude<ReturnRequest['state'], 'pending'>>(),
  end_to_end_id: text(),
  message_id: text(),
  reason: text<ReturnRequest['reason']>(),
  refusal: nullable(text()),
  payment_id: nullable(uuid()),
  incoming_id: nullable(uuid()),
  created_by: nullable(uuid()),
  created_at: timestamp(),
  answered_by: nullable(uuid()),
  answered_at: nullable(timestamp()),
})

export const returnAcceptances = table('return_acceptances', {
  request_id: uuid(),
  version: integer(),
  account_id: uuid(),
  signing_rule: text<SigningRuleName>(),
  signatures_needed: smallint(),
  state: text<'pending' | 'done' | 'refused' | 'withdrawn'>(),
  created_by: uuid(),
  created_at: timestamp(),
  decided_by: nullable(uuid()),
  decided_at: nullable(timestamp()),
  reason: nullable(text()),
})
/** What signing needs of an acceptance that waits for signatures. */
export const pendingAcceptances = except(returnAcceptances, 'state', 'created_at', 'decided_by', 'decided_at', 'reason')

export const instantReports = table('instant_reports', {
  id: uuid(),
  kind: text<'TRANS' | 'COMP' | 'FACT'>(),
  statement: text(),
  period_from: timestamp(),
  period_until: timestamp(),
  amount: bigint(),
  line_count: integer(),
  /** The numbers of the pages that are there. */
  pages: integers(),
  last_page: nullable(integer()),
  received_at: timestamp(),
  completed_at: nullable(timestamp()),
  compared_at: nullable(timestamp()),
})
export const newReports = except(instantReports, 'pages', 'last_page', 'compared_at')

export const instantReportLines = table('instant_report_lines', {
  report_id: uuid(),
  page: integer(),
  place: integer(),
  end_to_end_id: text(),
  amount: bigint(),
})

export const instantDifferences = table('instant_differences', {
  id: uuid(),
  report_id: uuid(),
  end_to_end_id: nullable(text()),
  what: text<'missing_there' | 'missing_here' | 'amount' | 'direction' | 'balance'>(),
  ours: nullable(bigint()),
  theirs: nullable(bigint()),
  found_at: timestamp(),
  resolved_at: nullable(timestamp()),
  resolved_by: nullable(text()),
})
export const newDifferences = except(instantDifferences, 'resolved_at', 'resolved_by')

export const customerIdentities = table('customer_identities', {
  customer_id: uuid(),
  system: text<'NIDN' | 'CCPT' | 'TXID'>(),
  number: text(),
  trade_register: nullable(text()),
  city: text(),
})

export const availabilityProof = table('availability_identity', {
  is_the_only_row: boolean(),
  iban: text(),
  tax_number: text(),
  city: text(),
})
/** As whom the bank proves that it is available. */
export const availabilityIdentity = except(availabilityProof, 'is_the_only_row')
