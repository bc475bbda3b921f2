// Requests to pay over the platform of instant payments: sent to a payer, and received from a payee.
import * as z from 'zod/mini'
import { endpoint, fileKinds, Page } from '../endpoint.ts'
import { PlainDate, UnixSeconds } from '../values/dates.ts'
import { Amount, PositiveAmount } from '../values/money.ts'
import { Id, line } from '../values/text.ts'
import { instantCountries, payeeKinds, RequestedAmount } from './instant-payments.ts'

export const REQUEST_LABEL_MAX_LENGTH = 140
export const INVOICE_MAX_LENGTH = 35

/**
 * sending: the platform does not have it yet; accepted: an order to pay it waits for its signatures, its day or the platform; failed: the
 * platform refused it.
 */
export const requestStates = ['sending', 'open', 'accepted', 'paid', 'refused', 'expired', 'failed'] as const
export type RequestState = (typeof requestStates)[number]
export const requestDirections = ['sent', 'received'] as const

/** Why a payer refuses: unknown requester, wrong amount, wrong invoice, not owed. Codes of the platform. */
export const requestRefusals = ['BE05', 'AM09', 'RR07', 'AG03'] as const

export const PaymentRequest = z.strictObject({
  id: Id,
  direction: z.enum(requestDirections),
  state: z.enum(requestStates),
  /** Who is to pay a sent request, who asks for a received one. */
  other: z.strictObject({
    name: z.string(),
    kind: z.enum(payeeKinds),
    institution: z.string(),
    country: z.enum(instantCountries),
  }),
  amount: Amount,
  /** Deducted where it is paid at once; 0 for none. */
  discount: Amount,
  may_change_amount: z.boolean(),
  /** What was paid: less than `amount` with the discount, or another amount where the payer chose it. Null where it is not paid. */
  paid_amount: z.nullable(Amount),
  label: z.string(),
  invoice: z.nullable(z.string()),
  /** The file of the invoice. A payer sees it where both are customers of this bank. */
  document: z.nullable(
    z.strictObject({
      name: z.string(),
      file_kind: z.enum(fileKinds),
      /** In bytes. */
      size: z.int(),
    }),
  ),
  /** The last moment at which it can be answered. */
  act_until: z.nullable(UnixSeconds),
  created_at: UnixSeconds,
  answered_at: z.nullable(UnixSeconds),
  /** Why it was refused: a code that contract/transfers/clearing.ts labels. */
  reason: z.nullable(z.string()),
  /** The look-up by which an open received request is paid: an order that names it answers the request. */
  lookup_id: z.nullable(Id),
  /** The order that pays a received request. */
  transfer_id: z.nullable(Id),
})
export type PaymentRequest = z.infer<typeof PaymentRequest>

export const listPaymentRequests = endpoint({
  method: 'GET',
  path: '/instant-payments/requests',
  summary: 'Lists requests to pay of the account, the latest first',
  right: 'transfers',
  query: z.strictObject({ page: Page, direction: z.optional(z.enum(requestDirections)) }),
  answer: z.array(PaymentRequest),
  isPaged: true,
})

export const getPaymentRequest = endpoint({
  method: 'GET',
  path: '/instant-payments/requests/:id',
  summary: 'Returns one request to pay',
  right: 'transfers',
  params: z.strictObject({ id: Id }),
  answer: PaymentRequest,
  refusals: ['not_found'],
})

export const getRequestDocument = endpoint({
  method: 'GET',
  path: '/instant-payments/requests/:id/document',
  summary: 'Returns the file of the invoice of a request to pay, to its requester and to a payer at this bank',
  right: 'transfers',
  params: z.strictObject({ id: Id }),
  isFile: true,
  refusals: ['not_found'],
})

export const NewPaymentRequest = z.strictObject({
  /** The payer, as the platform answered it. */
  lookup_id: z.uuid('payer_missing'),
  amount: RequestedAmount,
  label: line(1, REQUEST_LABEL_MAX_LENGTH),
  invoice: z.optional(z.nullable(line(1, INVOICE_MAX_LENGTH))),
  /** The last day on which it can be answered; thirty days by default. */
  act_until: z.optional(z.nullable(PlainDate)),
  discount: z.optional(z.nullable(PositiveAmount)),
  may_change_amount: z.optional(z.boolean()),
})
export type NewPaymentRequest = z.infer<typeof NewPaymentRequest>

export const createPaymentRequest = endpoint({
  method: 'POST',
  path: '/instant-payments/requests',
  summary: 'Asks somebody at any institution of the platform for money',
  right: 'transfers',
  capability: 'transfer.create',
  isIdempotent: true,
  files: { document: { max: 1 } },
  body: NewPaymentRequest,
  answer: PaymentRequest,
  status: 201,
  refusals: [
    'instant_payments_off',
    'lookup_expired',
    'identity_missing',
    'request_day_wrong',
    'discount_too_high',
    'account_not_active',
    'asked_too_often',
    'file_too_large',
    'too_many_files',
    'upload_cut',
    'idempotency_key_reused',
  ],
})

export const refusePaymentRequest = endpoint({
  method: 'PUT',
  path: '/instant-payments/requests/:id/refuse',
  summary: 'Refuses a received request to pay, with a reason that the requester reads',
  right: 'transfers',
  capability: 'transfer.create',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: z.enum(requestRefusals, 'reason_missing') }),
  answer: PaymentRequest,
  refusals: ['not_found', 'request_answered', 'request_expired'],
})
