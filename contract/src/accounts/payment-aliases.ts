// Receiving by PI, the platform of instant payments: the aliases of an account, claims on telephone numbers, payment codes, and the till.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { MerchantCode, RequestedAmount } from '../transfers/instant-payments.ts'
import { UnixSeconds } from '../values/dates.ts'
import { EmailedCode } from '../values/emailed-code.ts'
import { Amount } from '../values/money.ts'
import { QR_REFERENCE_MAX_LENGTH, type PaymentQr } from '../values/payment-qr.ts'
import { Id } from '../values/text.ts'

/** address: SHID, made by the platform; phone: MBNO; merchant: MCOD. */
export const aliasKinds = ['address', 'phone', 'merchant'] as const
export const aliasStates = ['creating', 'active', 'failed', 'removing'] as const
export const claimStates = ['requested', 'open', 'accepting', 'rejecting', 'accepted', 'rejected', 'failed'] as const

/** The last claim on a telephone number: made by this customer elsewhere, or received from another institution. */
export const AliasClaim = z.strictObject({
  id: Id,
  direction: z.enum(['made', 'received']),
  state: z.enum(claimStates),
  /** The name of the other institution, where it is known. */
  institution: z.nullable(z.string()),
  created_at: UnixSeconds,
})

export const PaymentAlias = z.strictObject({
  id: Id,
  kind: z.enum(aliasKinds),
  /** Null while the platform has not made the address. */
  value: z.nullable(z.string()),
  state: z.enum(aliasStates),
  created_at: UnixSeconds,
  claim: z.nullable(AliasClaim),
})
export type PaymentAlias = z.infer<typeof PaymentAlias>

/** Persons; merchants, who are persons; companies. */
export const receiverKinds = ['person', 'merchant', 'company'] as const
export type ReceiverKind = (typeof receiverKinds)[number]

export const PaymentAliases = z.strictObject({
  /** Null: the account cannot receive by PI, because the bank has no identity of its holder, or because it is not in francs. */
  receiver: z.nullable(z.enum(receiverKinds)),
  holder: z.string(),
  /** The reader's own telephone, which they can link to the account of a person; null where there is none in the union. */
  phone: z.nullable(z.string()),
  aliases: z.array(PaymentAlias),
})
export type PaymentAliases = z.infer<typeof PaymentAliases>

export const listPaymentAliases = endpoint({
  method: 'GET',
  path: '/account/aliases',
  summary: 'Lists the aliases under which the account receives instant payments, without the removed ones',
  right: 'rib',
  answer: PaymentAliases,
})

const managing = { right: 'rib', capability: 'transfer.create', movesMoney: true } as const

export const sendPhoneCode = endpoint({
  ...managing,
  method: 'POST',
  path: '/account/aliases/phone-code',
  summary: 'Sends the user a code of six digits, which links their telephone to the account',
  answer: z.strictObject({ phone: z.string(), email: z.string() }),
  refusals: [
    'instant_payments_off',
    'alias_phone_missing',
    'alias_email_missing',
    'alias_not_offered',
    'asked_too_often',
  ],
})

export const PhoneAlias = z.strictObject({ kind: z.literal('phone'), code: EmailedCode })
export const MerchantAlias = z.strictObject({ kind: z.literal('merchant'), value: MerchantCode })
export const NewPaymentAlias = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('address') }),
  PhoneAlias,
  MerchantAlias,
])
export type NewPaymentAlias = z.infer<typeof NewPaymentAlias>

/** Addresses of one account. */
export const MAX_ADDRESSES = 10

export const createPaymentAlias = endpoint({
  ...managing,
  method: 'POST',
  path: '/account/aliases',
  summary: 'Asks the platform for an alias: a payment address, the telephone of the user, or a merchant code',
  isIdempotent: true,
  isConfirmed: true,
  body: NewPaymentAlias,
  answer: PaymentAlias,
  status: 201,
  refusals: [
    'instant_payments_off',
    'identity_missing',
    'alias_not_offered',
    'alias_phone_missing',
    'alias_exists',
    'too_many_aliases',
    'emailed_code_wrong',
    'emailed_code_over',
    'confirmation_required',
    'idempotency_key_reused',
  ],
})

const ofAlias = { ...managing, params: z.strictObject({ id: Id }), isConfirmed: true } as const

export const removePaymentAlias = endpoint({
  ...ofAlias,
  method: 'DELETE',
  path: '/account/aliases/:id',
  summary: 'Asks the platform to remove an alias; one that was refused disappears at once',
  refusals: ['instant_payments_off', 'not_found', 'alias_busy', 'confirmation_required'],
})

export const claimPaymentAlias = endpoint({
  ...ofAlias,
  method: 'POST',
  path: '/account/aliases/:id/claim',
  summary: 'Claims a telephone number that is tied to an account elsewhere; its holder accepts or refuses',
  refusals: ['instant_payments_off', 'not_found', 'alias_busy', 'confirmation_required'],
})

export const answerAliasClaim = endpoint({
  ...ofAlias,
  method: 'PUT',
  path: '/account/aliases/:id/claim',
  summary: 'Accepts or refuses the claim of another institution on a telephone number of the account',
  body: z.strictObject({ is_accepted: z.boolean() }),
  refusals: ['instant_payments_off', 'not_found', 'alias_busy', 'confirmation_required'],
})

const Digits = z.string().check(z.regex(/^[1-9]\d{0,11}$/, 'amount_invalid'))
export const CodeReference = z.string().check(z.regex(/^[A-Z0-9]{1,25}$/, 'invalid'))

export const getPaymentCodeFile = endpoint({
  method: 'GET',
  path: '/account/aliases/:id/file',
  summary: 'Returns the payment code of an address as a PDF, with or without an amount, in the language of the request',
  right: 'rib',
  params: z.strictObject({ id: Id }),
  query: z.strictObject({ amount: z.optional(Digits), reference: z.optional(CodeReference) }),
  isFile: true,
  refusals: ['not_found'],
})

/**
 * The content of a payment code. Channels: 731 of a person, 000 static and 400 dynamic of merchants and companies; a dynamic code has an
 * amount and a reference of its own. Without a reference the code has the first signs of the address, because the format requires one.
 */
export const paymentCodeOf = (
  receiver: ReceiverKind,
  alias: string,
  { amount, reference }: { amount: number | null; reference: string | null },
): PaymentQr => ({
  alias,
  amount,
  country: 'SN',
  reference: (reference ?? alias.slice(0, 8).toUpperCase()).slice(0, QR_REFERENCE_MAX_LENGTH),
  channel: receiver === 'person' ? '731' : amount === null || reference === null ? '000' : '400',
  purpose: null,
})

/** An amount that a till waits for. */
export const TillPayment = z.strictObject({
  id: Id,
  reference: z.string(),
  alias: z.string(),
  amount: Amount,
  state: z.enum(['waiting', 'paid', 'cancelled']),
  created_at: UnixSeconds,
  paid: z.nullable(
    z.strictObject({
      /** What was paid, which may be another amount. */
      amount: Amount,
      payer_name: z.string(),
      institution: z.nullable(z.string()),
      at: UnixSeconds,
    }),
  ),
})
export type TillPayment = z.infer<typeof TillPayment>

export const listTillPayments = endpoint({
  method: 'GET',
  path: '/account/till',
  summary: 'Lists the last amounts of the till of today, the newest first',
  right: 'rib',
  answer: z.array(TillPayment),
})

export const NewTillPayment = z.strictObject({
  amount: RequestedAmount,
})

export const createTillPayment = endpoint({
  method: 'POST',
  path: '/account/till',
  summary: 'Starts to wait for an amount, with a reference for its payment code',
  right: 'rib',
  movesMoney: true,
  isIdempotent: true,
  body: NewTillPayment,
  answer: TillPayment,
  status: 201,
  refusals: ['instant_payments_off', 'till_needs_address', 'asked_too_often', 'idempotency_key_reused'],
})

export const cancelTillPayment = endpoint({
  method: 'DELETE',
  path: '/account/till/:id',
  summary: 'Stops waiting for an amount; a payment that arrives later is still credited',
  right: 'rib',
  params: z.strictObject({ id: Id }),
  refusals: ['not_found'],
})

/** Who paid a credit over PI, as the operation's panel shows it. */
export const getInstantPayer = endpoint({
  method: 'GET',
  path: '/operations/:id/payer',
  summary: 'Returns the payer of a credit that came over the instant payment platform; null for other operations',
  right: 'operations',
  params: z.strictObject({ id: Id }),
  answer: z.strictObject({
    payer: z.nullable(
      z.strictObject({
        name: z.string(),
        /** The name of the institution, or its member code where the platform has not named it. */
        institution: z.string(),
        country: z.string(),
        /** The reference of the code or of the request that was paid. */
        reference: z.nullable(z.string()),
      }),
    ),
  }),
})
