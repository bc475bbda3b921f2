import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { CardNumber } from '../values/card-number.ts'
import { PlainDate, UnixSeconds } from '../values/dates.ts'
import { Amount, Currency } from '../values/money.ts'
import { Id, line } from '../values/text.ts'

/** opposed: lost, stolen or misused, permanently. */
export const cardStatuses = ['active', 'blocked', 'opposed', 'expired'] as const

export const CARD_NAME_MAX_LENGTH = 60

export const PrepaidCard = z.strictObject({
  id: Id,
  /** Dots and the last four digits: the full number is never sent. */
  number_masked: z.string(),
  holder: z.string(),
  /** The customer's name for it. */
  label: z.nullable(z.string()),
  /** The last day on which it can be used. */
  expiry: PlainDate,
  status: z.enum(cardStatuses),
  balance: Amount,
  currency: Currency,
})
export type PrepaidCard = z.infer<typeof PrepaidCard>

export const listPrepaidCards = endpoint({
  method: 'GET',
  path: '/prepaid-cards',
  summary: 'Lists the prepaid cards of the account, active ones first',
  right: 'payment-methods',
  answer: z.array(PrepaidCard),
})

export const CardLimits = z.strictObject({
  amount: Amount,
  used: Amount,
  remaining: Amount,
  /** Rolling: that many times 24 hours back from `as_of`. */
  window_days: z.literal(30),
  as_of: UnixSeconds,
  currency: Currency,
})
export type CardLimits = z.infer<typeof CardLimits>

export const getCardLimits = endpoint({
  method: 'GET',
  path: '/account/card-limits',
  summary: 'Returns the cash withdrawn with the cards of the account in 30 rolling days, and the remaining amount',
  right: 'payment-methods',
  answer: CardLimits,
})

/** The month printed on a card. */
const ExpiryMonth = z.string('expiry_invalid').check(z.regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, 'expiry_invalid'))

export const NewCard = z.strictObject({
  number: CardNumber,
  expiry: ExpiryMonth,
  holder: line(1, CARD_NAME_MAX_LENGTH),
  label: z.nullable(line(1, CARD_NAME_MAX_LENGTH)),
})
export type NewCard = z.infer<typeof NewCard>

const act = { right: 'payment-methods', capability: 'topup', isConfirmed: true, answer: PrepaidCard } as const

export const registerPrepaidCard = endpoint({
  ...act,
  method: 'POST',
  path: '/prepaid-cards',
  summary: 'Attaches a card of this bank to the account. The full card number is not stored',
  body: NewCard,
  status: 201,
  refusals: [
    'card_unknown',
    'card_expired',
    'card_already_registered',
    'account_not_in_francs',
    'account_not_active',
    'confirmation_required',
  ],
})

export const changePrepaidCard = endpoint({
  ...act,
  method: 'PUT',
  path: '/prepaid-cards/:id',
  summary: 'Blocks or unblocks a card',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ status: z.enum(['active', 'blocked']) }),
  refusals: ['not_found', 'card_not_changeable', 'confirmation_required'],
})
