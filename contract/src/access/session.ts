import * as z from 'zod/mini'
import { Account } from '../accounts/accounts.ts'
import { endpoint } from '../endpoint.ts'
import { Language } from '../language.ts'
import { Amount, Currency } from '../values/money.ts'
import { UnixSeconds } from '../values/dates.ts'
import { Id } from '../values/text.ts'
import { Factor, factors, OneTimeCode, SignedChallenge, SigningOptions } from './factors.ts'

export const INACTIVITY_LIMIT_SECONDS = 300
export const INACTIVITY_WARNING_SECONDS = 240
export const TOKEN_LIFETIME_SECONDS = 300

export const themes = ['light', 'dark', 'system'] as const
export const Theme = z.enum(themes)
export type Theme = z.infer<typeof Theme>

export const User = z.strictObject({
  uuid: Id,
  login: z.string(),
  /** A JWT of five minutes, with `exp`. Useless without the session's cookie. */
  token: z.string(),
  lang: Language,
  theme: Theme,
  first_name: z.string(),
  last_name: z.string(),
  email: z.nullable(z.string()),
  /** The address that replaces `email` once the code that was sent to it is typed. */
  email_to_confirm: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** The version of the user's picture, for `GET /user/documents/picture`. */
  picture: z.nullable(z.string()),
  must_change_password: z.boolean(),
  factors: z.array(Factor),
  /** Until when a user without a second factor may confirm large amounts by password; null where the bank requires none. */
  factor_due_at: z.nullable(UnixSeconds),
  /** Whether the bank is connected to the platform of instant payments. */
  instant_payments: z.boolean(),
  /** The Last-Event-ID before this answer was read: what changes from now on is sent to a page that follows events from here. */
  event_cursor: z.string(),
  accounts: z.strictObject({ default: z.nullable(Account), count: z.int() }),
  /** The account of the X-Account-Id header where it is the user's, else the default one. */
  account: z.nullable(Account),
})
export type User = z.infer<typeof User>

export const signIn = endpoint({
  method: 'GET',
  path: '/user/auth',
  summary: 'Opens a session from Basic credentials (id, password)',
  scope: 'public',
  answer: User,
  refusals: ['bad_credentials', 'id_locked', 'asked_too_often'],
})

export const getUser = endpoint({
  method: 'GET',
  path: '/user',
  summary: 'Returns the user, and renews the token of the open session',
  scope: 'user',
  answer: User,
})

export const signOut = endpoint({
  method: 'DELETE',
  path: '/user/auth',
  summary: 'Ends the session on the server',
  scope: 'user',
  /** Ended by inactivity: the device still receives push messages. */
  query: z.strictObject({ idle: z.optional(z.literal('true')) }),
})

export const updatePreferences = endpoint({
  method: 'PUT',
  path: '/user/preferences',
  summary: 'Stores the language, the theme and the last selected account',
  scope: 'user',
  body: z.strictObject({ lang: z.optional(Language), theme: z.optional(Theme), account: z.optional(Id) }),
  refusals: ['account_unknown'],
})

export const getPicture = endpoint({
  method: 'GET',
  path: '/user/documents/picture',
  summary: "Returns the user's picture",
  scope: 'user',
  isFile: true,
  refusals: ['not_found'],
})

export const operationKinds = [
  'transfer.create',
  'transfer.edit',
  'transfer.accept',
  'items.accept',
  'transfer.cancel',
  'transfer.change',
  'batch.create',
  'batch.accept',
  'batch.cancel',
  'beneficiary.create',
  'beneficiary.change',
  'beneficiary.remove',
  'beneficiary.accept',
  'beneficiary.trust',
  'alias.create',
  'alias.remove',
  'alias.claim',
  'alias.release',
  'alias.keep',
  'password.change',
  'contact.change',
  'passkey.add',
  'passkey.remove',
  'code.add',
  'code.remove',
  'recovery.renew',
  'access.change',
  'access.invite',
  'access.suspend',
  'access.reinstate',
  'access.remove',
  'access.accept',
  'rules.change',
  'rules.accept',
  'deposit.renew',
  'deposit.break',
  'card.register',
  'card.block',
  'card.unblock',
  'topup.create',
  'topup.accept',
  'recurring-topup.create',
  'recurring-topup.edit',
  'recurring-topup.resume',
  'recurring-topup.accept',
  'chequebook.order',
  'chequebook.accept',
  'cheque.stop',
  'debit.refund',
  'debit.claim',
  'return.accept',
  'mandate.register',
  'mandate.confirm',
  'mandate.resume',
  'mandate.raise',
  'mandate.uncap',
  'mandate.revoke',
  'mandate.unblock',
] as const
export const factNames = [
  'deposit',
  'creditor',
  'creditor_id',
  'umr',
  'ceiling',
  'returned',
  'account',
  'alias',
  'payee',
  'first_payee',
  'own_account',
  'iban',
  'old_iban',
  'bic',
  'label',
  'amount',
  'instructed',
  'received',
  'exchange_rate',
  'charges',
  'fees',
  'tax',
  'total',
  'count',
  'stopped_orders',
  'suspended_orders',
  'resumed_orders',
  'date',
  'periodicity',
  'start',
  'next_run',
  'end',
  'repeated',
  'person',
  'accounts',
  'role',
  'rights',
  'capabilities',
  'email',
  'phone',
  'passkey',
  'signatures',
  'groups',
  'limits',
  'factor_amount',
  'card',
  'holder',
  'chequebook',
  'agency',
  'cheques',
  'reason',
] as const

/** One line of the confirmation dialog. */
const OperationFact = z.union([
  z.strictObject({ name: z.enum(factNames), text: z.string() }),
  z.strictObject({ name: z.enum(factNames), amount: Amount, currency: Currency }),
])

/**
 * What confirms an operation: the signature of a passkey, the password with a one-time code, or the password alone. Each alone is
 * enough; without any, the user has to add a second factor first.
 */
export const confirmationMethods = [...factors, 'password'] as const
export type ConfirmationMethod = (typeof confirmationMethods)[number]
const Methods = z.array(z.enum(confirmationMethods))

/** The content of the confirmation dialog, to which the re-authentication token is bound. */
export const Operation = z.strictObject({
  /** SHA-256 of user, account, operation and amounts. */
  hash: z.string(),
  methods: Methods,
  summary: z.strictObject({ kind: z.enum(operationKinds), facts: z.array(OperationFact) }),
})
export type Operation = z.infer<typeof Operation>

/** The 428 answer of a call that needs re-authentication. */
export const ConfirmationRequired = z.strictObject({
  code: z.literal('confirmation_required'),
  message: z.string(),
  status: z.literal(428),
  request_id: z.string(),
  /** As in the operation. */
  methods: Methods,
  operation: Operation,
})
export type ConfirmationRequired = z.infer<typeof ConfirmationRequired>

const OperationHash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'invalid'))

export const prepareConfirmation = endpoint({
  method: 'POST',
  path: '/user/reauth/options',
  summary:
    "Returns the request for the signature of a passkey over an operation: its challenge is derived from the operation's hash",
  scope: 'user',
  body: z.strictObject({ operation_hash: OperationHash }),
  answer: SigningOptions,
  refusals: ['factor_missing'],
})

const Password = z
  .string('password_missing')
  .check(z.minLength(1, 'password_missing'), z.maxLength(256, 'text_too_long'))

export const reauthenticate = endpoint({
  method: 'POST',
  path: '/user/reauth',
  summary:
    'Checks the password again, with a one-time code where one is sent, or the signature of a passkey; with operation_hash, returns a single-use re-authentication token for that operation',
  scope: 'user',
  body: z
    .strictObject({
      password: z.optional(Password),
      code: z.optional(OneTimeCode),
      credential: z.optional(SignedChallenge),
      operation_hash: z.optional(OperationHash),
    })
    .check(
      z.refine((body) => body.credential !== undefined || body.password !== undefined, {
        path: ['password'],
        error: 'password_missing',
      }),
    ),
  answer: z.strictObject({ confirmation: z.nullable(z.string()), expires_in: z.int() }),
  refusals: ['wrong_password', 'wrong_code', 'passkey_rejected', 'id_locked', 'codes_locked'],
})
