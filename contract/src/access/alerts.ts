import * as z from 'zod/mini'
import { endpoint, Page } from '../endpoint.ts'
import { UserSession } from './profile.ts'
import type { Capability, Right } from '../rights.ts'
import { UnixSeconds } from '../values/dates.ts'
import { Amount, Currency } from '../values/money.ts'
import { Id } from '../values/text.ts'

/** Kinds of alerts that users can switch on and off, in the order of the form. Those about money have a threshold. */
export const alertKinds = [
  'balance_below',
  'debit_above',
  'credit_above',
  'order_to_sign',
  'transfer_rejected',
  'transfer_returned',
  'transfer_executed',
  'batch_done',
  'date_moved',
  'beneficiary_waiting',
  'debit_announced',
  'debit_rejected',
  'mandate_to_confirm',
  'card_topped_up',
  'topup_failed',
  'chequebook_available',
  'deposit_matured',
  'deposit_answered',
  'instalment_unpaid',
  'payment_received',
  'alias_claimed',
  'payment_requested',
  'return_requested',
  'statement_available',
  'message_received',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** Kinds of alerts that are always sent to the users they concern. */
export const securityKinds = [
  'new_device',
  'password_changed',
  'contact_changed',
  'factors_changed',
  'access_changed',
  'person_invited',
  'person_joined',
  'rules_changed',
] as const
export type SecurityKind = (typeof securityKinds)[number]

/**
 * Who may receive it (any of the rights, and the capability), the default of its switch, and which e-mail of the bank is the e-mail
 * of the kind: to the author of the order, to all who may receive it, or the daily one to validators.
 */
export const alertCatalogue: Record<
  AlertKind,
  {
    rights: readonly [Right, ...Right[]]
    capability?: Capability
    hasThreshold?: true
    isOn: boolean
    byMail: boolean
    letter?: 'author' | 'readers' | 'daily'
  }
> = {
  balance_below: { rights: ['operations'], hasThreshold: true, isOn: false, byMail: false },
  debit_above: { rights: ['operations'], hasThreshold: true, isOn: false, byMail: false },
  credit_above: { rights: ['operations'], hasThreshold: true, isOn: false, byMail: false },
  order_to_sign: {
    rights: ['transfers', 'payment-methods'],
    capability: 'transfer.validate',
    isOn: true,
    byMail: true,
    letter: 'daily',
  },
  transfer_rejected: { rights: ['transfers'], isOn: true, byMail: true, letter: 'author' },
  transfer_returned: { rights: ['transfers'], isOn: true, byMail: true, letter: 'author' },
  transfer_executed: { rights: ['transfers'], isOn: false, byMail: false },
  batch_done: { rights: ['transfers'], isOn: true, byMail: false },
  date_moved: {
    rights: ['transfers', 'payment-methods', 'debits', 'credits', 'dat'],
    isOn: true,
    byMail: true,
  },
  beneficiary_waiting: { rights: ['transfers'], capability: 'transfer.validate', isOn: true, byMail: false },
  debit_announced: { rights: ['debits'], isOn: true, byMail: false },
  debit_rejected: { rights: ['debits'], isOn: true, byMail: true, letter: 'readers' },
  mandate_to_confirm: { rights: ['debits'], capability: 'mandate.manage', isOn: true, byMail: false },
  card_topped_up: { rights: ['payment-methods'], isOn: false, byMail: false },
  topup_failed: { rights: ['payment-methods'], isOn: true, byMail: true, letter: 'author' },
  chequebook_available: { rights: ['payment-methods'], isOn: true, byMail: true, letter: 'author' },
  deposit_matured: { rights: ['dat'], isOn: true, byMail: false },
  deposit_answered: { rights: ['dat'], isOn: true, byMail: true, letter: 'readers' },
  instalment_unpaid: { rights: ['credits'], isOn: true, byMail: true, letter: 'readers' },
  payment_received: { rights: ['operations'], isOn: true, byMail: false },
  alias_claimed: { rights: ['rib'], capability: 'transfer.create', isOn: true, byMail: true },
  payment_requested: { rights: ['transfers'], isOn: true, byMail: true },
  return_requested: { rights: ['transfers'], isOn: true, byMail: true },
  statement_available: { rights: ['statements'], isOn: false, byMail: true },
  message_received: { rights: ['inbox'], isOn: false, byMail: false },
}

/** Whether a user with these rights may receive alerts of this kind. */
export function mayBeNotified(
  kind: AlertKind,
  { rights, capabilities }: { rights: readonly string[]; capabilities: readonly string[] },
): boolean {
  const { rights: opening, capability } = alertCatalogue[kind]
  return opening.some((right) => rights.includes(right)) && (!capability || capabilities.includes(capability))
}

/** The subject of an alert: its link leads to it. */
export const alertSubjects = [
  'operation',
  'statement',
  'message',
  'transfer',
  'batch',
  'topup',
  'recurring_topup',
  'chequebook',
  'beneficiary',
  'debit',
  'mandate',
  'deposit',
  'credit',
  'alias',
  'payment_request',
  'return_request',
  'profile',
  'person',
  'rules',
] as const
export type AlertSubject = (typeof alertSubjects)[number]

/** `threshold`: in the currency of the account; null where the kind has none. An enabled alert always appears in the portal. */
export const AlertRule = z.strictObject({
  kind: z.enum(alertKinds),
  is_on: z.boolean(),
  threshold: z.nullable(z.int('amount_invalid').check(z.minimum(0, 'amount_invalid'))),
  by_mail: z.boolean(),
  /** To the user's registered devices. */
  by_push: z.boolean(),
})
export type AlertRule = z.infer<typeof AlertRule>

const Hour = z.int().check(z.minimum(0), z.maximum(23))
/** When e-mails are sent, for all accounts of the user. Hours of Dakar. */
export const AlertTiming = z.strictObject({
  /** One e-mail at eight in the morning instead of one at once. Push messages are sent at once in both cases. */
  is_daily: z.boolean(),
  /** No e-mail and no push message between these hours, the second one excluded; it may be on the next morning. */
  quiet: z.nullable(
    z
      .strictObject({ from: Hour, to: Hour })
      .check(z.refine(({ from, to }) => from !== to, { error: 'hours_equal', path: ['to'] })),
  ),
})
export type AlertTiming = z.infer<typeof AlertTiming>

/** A browser that receives push messages while the portal is not open. */
export const PushDevice = z.strictObject({
  id: Id,
  device: UserSession.shape.device,
  added_at: UnixSeconds,
  last_used_at: UnixSeconds,
})
export type PushDevice = z.infer<typeof PushDevice>
/** The number of devices of one user; beyond it, the one unused for longest is removed. */
export const MAX_PUSH_DEVICES = 5

export const AlertPreferences = z.strictObject({
  timing: AlertTiming,
  rules: z.array(AlertRule),
  /** The bank's key for subscriptions, as browsers expect it, and the user's devices. Null: push messages are disabled. */
  push: z.nullable(z.strictObject({ public_key: z.string(), devices: z.array(PushDevice) })),
})
export type AlertPreferences = z.infer<typeof AlertPreferences>

export const getAlertPreferences = endpoint({
  method: 'GET',
  path: '/alerts/preferences',
  summary: "Lists the user's alert preferences on the account: one per kind that their rights allow",
  answer: AlertPreferences,
})

export const AlertPreferencesChange = z.strictObject({
  timing: AlertTiming,
  rules: z.array(AlertRule).check(z.maxLength(alertKinds.length)),
})

export const changeAlertPreferences = endpoint({
  method: 'PUT',
  path: '/alerts/preferences',
  summary: 'Changes alert preferences; kinds that are not named stay unchanged',
  body: AlertPreferencesChange,
  refusals: ['right_missing', 'alert_threshold_missing'],
})

/** A browser's push subscription: the address of its push service, and the keys for encryption. */
const Subscription = z.strictObject({
  endpoint: z.string().check(z.maxLength(1024, 'text_too_long')),
  p256dh: z.string().check(z.regex(/^[\w-]{87}$/, 'invalid')),
  auth: z.string().check(z.regex(/^[\w-]{22}$/, 'invalid')),
})

export const addPushDevice = endpoint({
  method: 'POST',
  path: '/alerts/devices',
  summary: 'Registers this browser for push messages',
  scope: 'user',
  body: Subscription,
  answer: z.strictObject({ id: Id }),
  status: 201,
  refusals: ['push_endpoint_refused', 'push_key_refused'],
})

export const renewPushDevice = endpoint({
  method: 'PUT',
  path: '/alerts/devices/:id',
  summary: 'Moves the push subscription of a device to the current session: its sign-out ends it',
  scope: 'user',
  params: z.strictObject({ id: Id }),
  body: Subscription,
  refusals: ['not_found', 'push_endpoint_refused', 'push_key_refused'],
})

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/alerts/devices/:id',
  summary: 'Removes a device from push messages',
  scope: 'user',
  params: z.strictObject({ id: Id }),
  refusals: ['not_found'],
})

export const Alert = z.strictObject({
  id: Id,
  kind: z.enum([...alertKinds, ...securityKinds]),
  /** Null: it concerns the user themselves. */
  account: z.nullable(z.strictObject({ uuid: Id, label: z.string(), number: z.string(), currency: Currency })),
  /** In the language of the reader. */
  text: z.string(),
  about: z.enum(alertSubjects),
  subject_id: Id,
  /** The payee, the creditor, the card or the person; null where there is none, or the reader may not see it. */
  name: z.nullable(z.string()),
  amount: z.nullable(Amount),
  balance_after: z.nullable(Amount),
  threshold: z.nullable(Amount),
  at: UnixSeconds,
  is_read: z.boolean(),
})
export type Alert = z.infer<typeof Alert>

export const listAlerts = endpoint({
  method: 'GET',
  path: '/alerts',
  summary: 'Lists alerts of the last ninety days over all accounts of the user, newest first',
  scope: 'user',
  query: z.strictObject({ page: Page, unread: z.optional(z.literal('true')) }),
  answer: z.array(Alert),
  isPaged: true,
})

export const readAlert = endpoint({
  method: 'PUT',
  path: '/alerts/:id',
  summary: 'Marks an alert as read',
  scope: 'user',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ read: z.literal(true) }),
  refusals: ['not_found'],
})

export const readAlerts = endpoint({
  method: 'PUT',
  path: '/alerts',
  summary: 'Marks all alerts as read',
  scope: 'user',
  body: z.strictObject({ read: z.literal(true) }),
})
