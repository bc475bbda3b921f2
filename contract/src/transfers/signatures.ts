// The signature inbox: all items of every kind and account that wait for the reader, in one list.
import * as z from 'zod/mini'
import { acceptanceOfMany } from './acceptances.ts'
import { endpoint, Page } from '../endpoint.ts'
import { TransferDocument } from './transfers.ts'
import { PlainDate, UnixSeconds } from '../values/dates.ts'
import { Identity } from '../values/identity.ts'
import { Amount, Currency } from '../values/money.ts'
import { Id } from '../values/text.ts'

export const signableKinds = [
  'transfer',
  'batch',
  'topup',
  'recurring_topup',
  'chequebook',
  'beneficiary',
  'beneficiary_account',
  'mandate',
  'return',
] as const
export type SignableKind = (typeof signableKinds)[number]

/** The kinds that are signed together with one confirmation; the others are opened one by one. */
export const signedTogether = ['transfer', 'batch', 'topup', 'return'] as const satisfies readonly SignableKind[]

export const ItemToSign = z.strictObject({
  kind: z.enum(signableKinds),
  id: Id,
  version: z.int(),
  /** The debited account, with the money that is available on it. */
  account: z.strictObject({ uuid: Id, label: z.string(), holder: z.string(), number: z.string(), available: Amount }),
  /** Who is paid or what is ordered, as lists show it. */
  identity: Identity,
  /** The payee, the file, the card, the creditor, the beneficiary or the payer of received money; null for an order of chequebooks. */
  name: z.nullable(z.string()),
  /** The label of an order, the holder of a card, the reference of a mandate, the branch where chequebooks are picked up. */
  detail: z.nullable(z.string()),
  /** The destination account. */
  iban: z.nullable(z.string()),
  /** The number of lines of a batch, or of chequebooks. */
  count: z.nullable(z.int()),
  /** Only of items that move money. */
  amount: z.nullable(Amount),
  currency: z.nullable(Currency),
  /** Fees and tax on top of the amount; null where the amount contains them, or where it has none. */
  fees: z.nullable(Amount),
  /** What it holds on the account already: the available money is without it. */
  held: Amount,
  /** Null: announced by the creditor. */
  created_by: z.nullable(z.string()),
  waits_since: UnixSeconds,
  /** The execution date, where it has one. */
  due_on: z.nullable(PlainDate),
  /** Signed before this moment, a transfer leaves on its date, and one without a date leaves the same day. */
  sign_before: z.nullable(UnixSeconds),
  signatures_needed: z.int(),
  /** The names of the people who have signed it, the first one first. */
  signed_by: z.array(z.string()),
  /** Whether this account has never paid the payee's account. */
  is_first_payment: z.boolean(),
  /** In the list of items to sign: the number of lines of a batch to look at first. Null elsewhere, and where the reader may not see the lines. */
  points: z.nullable(z.int()),
})
export type ItemToSign = z.infer<typeof ItemToSign>

/** The items of one page: as many as one confirmation can sign. */
export const SIGNATURES_PER_PAGE = 100

const list = {
  path: '/signatures',
  scope: 'user',
  query: z.strictObject({ page: Page }),
  answer: z.array(ItemToSign),
  isPaged: true,
} as const

export const listItemsToSign = endpoint({
  ...list,
  method: 'GET',
  summary:
    'Lists all items that the user can sign, over all their accounts: transfers, batches, top-ups, chequebooks, beneficiaries, mandates and money to give back',
})

export const countItemsToSign = endpoint({
  ...list,
  method: 'HEAD',
  summary: 'Returns the number of items that the user can sign (X-Pagination-Total-Count)',
})

const ofOne = z.strictObject({ account: Id, kind: z.enum(signableKinds), id: Id })

/** The last payments to an account, the oldest first. */
export const MAX_PAST_PAYMENTS = 6

const PaidBefore = z.strictObject({
  times: z.int(),
  first_at: z.nullable(UnixSeconds),
  last_at: z.nullable(UnixSeconds),
  amounts: z.array(Amount),
  /** When the account number of the beneficiary was changed last; null: never. */
  account_changed_at: z.nullable(UnixSeconds),
})

export const ItemDetail = z.extend(ItemToSign, {
  /** False for the author and for others who may only look at it. */
  may_sign: z.boolean(),
  bank_name: z.nullable(z.string()),
  /** The author's words on an order. */
  comment: z.nullable(z.string()),
  /** The previous account number of a beneficiary whose account changes. */
  old_iban: z.nullable(z.string()),
  /** The maximum amount of one collection by a mandate; null: none. */
  mandate_limit: z.nullable(z.strictObject({ amount: Amount, currency: Currency })),
  /** What the payee receives, where it is in another currency, and the rate in francs for one unit of it. */
  received: z.nullable(z.strictObject({ amount: Amount, currency: Currency, rate: z.number() })),
  /** What the reader's limits still allow to sign; null without limits. */
  limit_left: z.nullable(Amount),
  /** Null where nobody is paid. */
  paid_before: z.nullable(PaidBefore),
  documents: z.array(TransferDocument),
  edited_by: z.nullable(z.string()),
  signatures: z.array(z.strictObject({ name: z.string(), at: UnixSeconds })),
  /** The other people who can sign it. */
  waiting_for: z.array(z.string()),
  /** When a transfer, or the first lines of a batch, leave if the last signature is given now. */
  leaves_on: z.nullable(PlainDate),
  /** An instant payment, or a batch that contains one: once it has left, it cannot be taken back. */
  is_irrevocable: z.boolean(),
})
export type ItemDetail = z.infer<typeof ItemDetail>

export const getItemToSign = endpoint({
  method: 'GET',
  path: '/signatures/:account/:kind/:id',
  summary: 'Returns one item with what a signer looks at: past payments, the balance, documents and signatures',
  scope: 'user',
  params: ofOne,
  answer: ItemDetail,
  refusals: ['not_found'],
})

export const SentItem = z.extend(ItemToSign, {
  /** The people who can sign it. */
  waiting_for: z.array(z.string()),
  /** The author's last reminder of today. */
  reminded_at: z.nullable(UnixSeconds),
  /** Of a transfer that a validator has refused. */
  refusal: z.nullable(z.strictObject({ by: z.nullable(z.string()), at: UnixSeconds, reason: z.string() })),
})
export type SentItem = z.infer<typeof SentItem>

/** Refused transfers stay in the list of their author for so many days. */
export const REFUSED_DAYS = 7

export const listSentItems = endpoint({
  method: 'GET',
  path: '/signatures/sent',
  summary:
    'Lists what the user has sent for signature and others have still to sign, after the transfers that were refused lately',
  scope: 'user',
  answer: z.array(SentItem),
})

/** Signed items stay in the list of their signer for so many days. */
export const SIGNED_DAYS = 30
export const MAX_SIGNED_LISTED = 100

export const SignedItem = z.extend(ItemToSign, {
  signed_at: UnixSeconds,
  /** waiting: others have still to sign; done: all have signed; ended: it was refused, cancelled or not executed. */
  state: z.enum(['waiting', 'done', 'ended']),
})
export type SignedItem = z.infer<typeof SignedItem>

export const listSignedItems = endpoint({
  method: 'GET',
  path: '/signatures/signed',
  summary: 'Lists what the user has signed in the last 30 days, over all their accounts, the latest first; 100 at most',
  scope: 'user',
  answer: z.array(SignedItem),
})

export const remindSigners = endpoint({
  method: 'POST',
  path: '/signatures/:account/:kind/:id/reminders',
  summary: 'Sends an e-mail to the people who have still to sign an item of the user, once a day',
  scope: 'user',
  params: ofOne,
  /** Their names. */
  answer: z.array(z.string()),
  status: 201,
  refusals: ['not_found', 'already_reminded', 'nobody_to_remind'],
})

export const MAX_SIGNED_AT_ONCE = 100

export const acceptItems = endpoint({
  ...acceptanceOfMany(
    z.strictObject({ kind: z.enum(signedTogether), account: Id, id: Id, version: z.int().check(z.minimum(1)) }),
    {
      max: MAX_SIGNED_AT_ONCE,
      outcomes: ['signed', 'refused'],
    },
  ),
  path: '/signatures/acceptances',
  summary: 'Signs transfers, batches, top-ups and money to give back with one confirmation; each has its own outcome',
})
