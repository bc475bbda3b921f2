// Paying over PI, the platform of instant payments of the BCEAO: the look-up of a payee before anything is paid.
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Phone } from '../values/contact.ts'
import { PositiveAmount } from '../values/money.ts'
import { Id } from '../values/text.ts'

/** For how long after its answer a look-up may be paid or asked to pay. */
export const LOOKUP_MINUTES = 30

/** By phone number, payment address (SHID), merchant code (MCOD), or account number at another institution. */
export const lookupKinds = ['phone', 'address', 'merchant', 'account'] as const

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A payment address: a UUID that gives nothing away of its holder. Upper case is accepted, as codes may have it. */
export const PaymentAddress = z.string().check(z.toLowerCase(), z.regex(UUID, 'payment_address_invalid'))

/** Two to ten digits. */
export const MerchantCode = z.string().check(z.regex(/^\d{2,10}$/, 'merchant_code_invalid'))

/** In francs: the most that the till, a payment code or a request to pay can contain. The messages of the platform have fifteen digits at most. */
export const MAX_REQUESTED_AMOUNT = 999_999_999_999
export const RequestedAmount = PositiveAmount.check(z.maximum(MAX_REQUESTED_AMOUNT, 'amount_invalid'))

/** The channels that payment codes name. */
export const codeChannels = ['000', '400', '731'] as const

export const PayeeLookupInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('phone'), value: Phone }),
  z.strictObject({
    kind: z.literal('address'),
    value: PaymentAddress,
    /** Of a payment code that was read: its channel (static or dynamic code of a merchant, code of a person) and its reference. */
    channel: z.optional(z.nullable(z.enum(codeChannels))),
    reference: z.optional(z.nullable(z.string().check(z.regex(/^[\x20-\x7e]{1,25}$/, 'invalid')))),
  }),
  z.strictObject({ kind: z.literal('merchant'), value: MerchantCode }),
  z.strictObject({
    kind: z.literal('account'),
    /** An IBAN of a country of the UEMOA. */
    value: z.string().check(z.minLength(1, 'required'), z.maxLength(80, 'iban_invalid')),
  }),
])
export type PayeeLookupInput = z.infer<typeof PayeeLookupInput>

/** Persons, merchants who are persons, companies, governments. */
export const payeeKinds = ['person', 'merchant', 'company', 'government'] as const
/** The countries of the UEMOA. */
export const instantCountries = ['SN', 'ML', 'CI', 'BF', 'NE', 'TG', 'BJ', 'GW'] as const

export const PayeeLookup = z.strictObject({
  /** Named by the order that pays this payee; it is valid for half an hour. */
  id: Id,
  kind: z.enum(lookupKinds),
  value: z.string(),
  name: z.string(),
  payee_kind: z.enum(payeeKinds),
  /** The name of the payee's bank, microfinance institution or wallet. */
  institution: z.string(),
  country: z.enum(instantCountries),
  /** The end of the account or phone number. */
  account_end: z.string(),
  /** An account of this bank: the payment is a book transfer. */
  is_ours: z.boolean(),
  /** Whether the account can also be paid through the clearing: it has an IBAN. */
  has_iban: z.boolean(),
  /** The saved beneficiary with this account, if there is one. */
  beneficiary_id: z.nullable(Id),
})
export type PayeeLookup = z.infer<typeof PayeeLookup>

export const lookUpPayee = endpoint({
  method: 'POST',
  path: '/instant-payments/lookups',
  summary: 'Asks the directory of the instant payment platform who has an alias or an account, before anything is paid',
  right: 'transfers',
  capability: 'transfer.create',
  body: PayeeLookupInput,
  answer: PayeeLookup,
  status: 201,
  refusals: [
    'instant_payments_off',
    'alias_unknown',
    'identity_missing',
    'alias_own',
    'account_not_reachable',
    'lookup_unanswered',
    'asked_too_often',
  ],
})

const InstantPayee = z.strictObject({
  kind: z.enum(lookupKinds),
  /** The alias or the account number. */
  value: z.string(),
  name: z.string(),
  institution: z.string(),
  country: z.enum(instantCountries),
})
export type InstantPayee = z.infer<typeof InstantPayee>

/** Payees that were paid instantly from this account and are not saved as beneficiaries, the last paid one first. */
export const listInstantPayees = endpoint({
  method: 'GET',
  path: '/instant-payments/payees',
  summary: 'Lists the last payees of instant payments of the account, with the alias by which each was found',
  right: 'transfers',
  capability: 'transfer.create',
  answer: z.array(InstantPayee),
})

/** The states of an instant payment. asking: without an answer in time, its outcome is being asked for. */
export const instantStates = ['initiated', 'pending', 'asking', 'accepted', 'rejected', 'returned'] as const
export type InstantState = (typeof instantStates)[number]

/** The instant payment of an executed transfer. */
export const InstantPayment = z.strictObject({
  state: z.enum(instantStates),
  end_to_end_id: z.string(),
  institution: z.nullable(z.string()),
  country: z.enum(instantCountries),
  /** The request for the money back; null where there is none. */
  return_request: z.nullable(z.enum(['open', 'returned', 'refused'])),
  /** From the order to the acceptance, in tenths of a second. */
  took_tenths: z.nullable(z.int()),
})
export type InstantPayment = z.infer<typeof InstantPayment>
