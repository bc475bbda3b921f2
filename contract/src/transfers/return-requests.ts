// Asking for the money of an instant payment back, and answering somebody who asks for it.
import * as z from 'zod/mini'
import { endpoint, Page } from '../endpoint.ts'
import { UnixSeconds } from '../values/dates.ts'
import { Amount } from '../values/money.ts'
import { Id, Reason } from '../values/text.ts'

/** Why money is asked back: paid twice, wrong account, wrong amount, service not rendered, fraud. Codes of the platform. */
export const returnRequestReasons = ['DUPL', 'AC03', 'AM09', 'SVNR', 'FRAD'] as const
/** pending: somebody has accepted to give the money back, and signatures are missing. */
export const returnRequestStates = ['open', 'pending', 'returned', 'refused'] as const

export const ReturnRequest = z.strictObject({
  id: Id,
  direction: z.enum(['sent', 'received']),
  state: z.enum(returnRequestStates),
  reason: z.enum(returnRequestReasons),
  /** Why it was refused: a code that contract/transfers/clearing.ts labels. */
  refusal: z.nullable(z.string()),
  amount: Amount,
  /** Who was paid, or who paid. */
  other_name: z.string(),
  /** The text of the payment. */
  label: z.string(),
  /** When the payment was made. */
  paid_at: UnixSeconds,
  created_at: UnixSeconds,
  answered_at: z.nullable(UnixSeconds),
  /** The order whose money is asked back. */
  transfer_id: z.nullable(Id),
  /** Of an unanswered request that somebody has accepted: the signatures that it waits for, or the signer who refused them. */
  acceptance: z.nullable(
    z.strictObject({
      state: z.enum(['pending', 'refused']),
      created_by: z.string(),
      created_at: UnixSeconds,
      signatures_needed: z.int(),
      signed_by: z.array(z.string()),
      refused_by: z.nullable(z.string()),
      refusal: z.nullable(z.string()),
    }),
  ),
})
export type ReturnRequest = z.infer<typeof ReturnRequest>

export const listReturnRequests = endpoint({
  method: 'GET',
  path: '/instant-payments/return-requests',
  summary: 'Lists the requests for money back of the account, sent and received, the latest first',
  right: 'transfers',
  query: z.strictObject({ page: Page }),
  answer: z.array(ReturnRequest),
  isPaged: true,
})

export const getReturnRequest = endpoint({
  method: 'GET',
  path: '/instant-payments/return-requests/:id',
  summary: 'Returns one request for money back',
  right: 'transfers',
  params: z.strictObject({ id: Id }),
  answer: ReturnRequest,
  refusals: ['not_found'],
})

export const requestReturn = endpoint({
  method: 'POST',
  path: '/transfers/:id/return-requests',
  summary: 'Asks the payee of an instant payment to give the money back; nobody owes an answer',
  right: 'transfers',
  capability: 'transfer.create',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: z.enum(returnRequestReasons, 'reason_missing') }),
  answer: ReturnRequest,
  status: 201,
  refusals: ['not_found', 'instant_payments_off', 'return_not_possible', 'return_requested_before'],
})

const one = {
  right: 'transfers',
  capability: 'transfer.create',
  params: z.strictObject({ id: Id }),
  answer: ReturnRequest,
} as const

export const acceptReturn = endpoint({
  ...one,
  method: 'PUT',
  path: '/instant-payments/return-requests/:id/accept',
  summary:
    'Gives the money of a received instant payment back; at a company it waits for the signatures of its rules in the inbox of the signers',
  movesMoney: true,
  isConfirmed: true,
  refusals: [
    'not_found',
    'return_answered',
    'return_waits',
    'insufficient_balance',
    'guarantee_used',
    'confirmation_required',
  ],
})

export const refuseReturn = endpoint({
  ...one,
  method: 'PUT',
  path: '/instant-payments/return-requests/:id/refuse',
  summary: 'Refuses to give the money of a received instant payment back',
  refusals: ['not_found', 'return_answered'],
})

export const rejectReturn = endpoint({
  method: 'PUT',
  path: '/instant-payments/return-requests/:id/reject',
  summary: 'Refuses the signature for money that is to be given back; the request stays open',
  right: 'transfers',
  capability: 'transfer.validate',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ version: z.int().check(z.minimum(1)), reason: Reason }),
  answer: ReturnRequest,
  refusals: ['not_found', 'return_answered', 'payment_not_pending', 'own_payment'],
})
