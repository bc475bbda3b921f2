// The signature inbox: all items of every kind and account that wait for the reader, in one list.
import * as z from 'zod/mini'
import { acceptanceOfMany } from './acceptances.ts'
import { endpoint, Page } from '../endpoint.ts'
import { PlainDate, UnixSeconds } from '../values/dates.ts'
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
] as const
export type SignableKind = (typeof signableKinds)[number]

/** The kinds that are signed together with one confirmation; the others are opened one by one. */
export const signedTogether = ['transfer', 'batch', 'topup'] as const satisfies readonly SignableKind[]

export const ItemToSign = z.strictObject({
  kind: z.enum(signableKinds),
  id: Id,
  version: z.int(),
  account: z.strictObject({ uuid: Id, label: z.string(), holder: z.string(), number: z.string() }),
  /** The payee, the file, the card, the creditor or the beneficiary; null for an order of chequebooks. */
  name: z.nullable(z.string()),
  /** The label of an order, the holder of a card, the reference of a mandate. */
  detail: z.nullable(z.string()),
  /** The destination account. */
  iban: z.nullable(z.string()),
  /** The number of lines of a batch, or of chequebooks. */
  count: z.nullable(z.int()),
  /** Only of items that move money. */
  amount: z.nullable(Amount),
  currency: z.nullable(Currency),
  /** Null: announced by the creditor. */
  created_by: z.nullable(z.string()),
  waits_since: UnixSeconds,
  /** The execution date, where it has one. */
  due_on: z.nullable(PlainDate),
})
export type ItemToSign = z.infer<typeof ItemToSign>

export const listItemsToSign = endpoint({
  method: 'GET',
  path: '/signatures',
  summary:
    'Lists all items that the user can sign, over all their accounts: transfers, batches, top-ups, chequebooks, beneficiaries and mandates',
  scope: 'user',
  query: z.strictObject({ page: Page }),
  answer: z.array(ItemToSign),
  isPaged: true,
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
  summary: 'Signs transfers, batches and top-ups with one confirmation; each has its own outcome',
})
