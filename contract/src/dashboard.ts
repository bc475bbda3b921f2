import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Category, Operation, operationTypes } from './accounts/operations.ts'
import { ItemToSign } from './transfers/signatures.ts'
import { Transfer } from './transfers/transfers.ts'
import { PlainDate, UnixSeconds } from './values/dates.ts'
import { Amount, Currency } from './values/money.ts'
import { Id } from './values/text.ts'

const TransferBlock = z.strictObject({ count: z.int(), total: Amount, items: z.array(Transfer) })

/** What the first screen shows, in one answer. A block whose right is missing is null. */
export const Dashboard = z.strictObject({
  balance: Amount,
  available: Amount,
  currency: Currency,
  as_of: UnixSeconds,
  /** Balance now less balance 30 days ago. */
  change_30_days: Amount,
  /** Closing balance of each of the last 31 days, today last. */
  history: z.array(z.strictObject({ date: PlainDate, balance: Amount })),
  last_credits: z.nullable(z.array(Operation)),
  last_debits: z.nullable(z.array(Operation)),
  /** What waits for signatures on this account, as its list under En attente. */
  pending_transfers: z.nullable(TransferBlock),
  /** What the reader can sign, over all their accounts; null where they may sign nowhere. */
  to_sign: z.nullable(z.strictObject({ count: z.int(), items: z.array(ItemToSign) })),
  /** Of the pending transfers and batches of this account, those that the reader has sent. */
  sent_for_signature: z.nullable(z.strictObject({ transfers: z.int(), batches: z.int(), total: Amount })),
  inbox: z.nullable(
    z.strictObject({
      unread: z.int(),
      items: z.array(z.strictObject({ id: Id, subject: z.string(), sender: z.string(), sent_at: UnixSeconds, is_read: z.boolean() })),
    }),
  ),
})
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/dashboard',
  summary: 'Balance, last credits and debits, pending transfers, what the reader can sign, inbox',
  right: 'dashboard',
  answer: Dashboard,
})

/** Months that the outlook sums up, the running one last. */
export const OUTLOOK_MONTHS = 6
/** Days that the forecast looks ahead. */
export const FORECAST_DAYS = 90
/** Days of spending that the outlook counts. */
export const SPENDING_DAYS = 30

const Cause = z.strictObject({
  /** Null for an operation that the bank announces. */
  transfer_id: z.nullable(Id),
  date: PlainDate,
  /** With fees and tax, as it will move the balance. */
  amount: Amount,
  name: z.string(),
  label: z.string(),
})

/** What has moved and what is to come. A part whose right is missing is null. */
export const Outlook = z.strictObject({
  currency: Currency,
  months: z.array(z.strictObject({ month: PlainDate, credits: Amount, debits: Amount })),
  /** What went out, most first: by category, and by type where the customer gave no category. In two categories, it counts in both. */
  spending: z.nullable(
    z.array(
      z.strictObject({
        category: z.nullable(Category),
        type: z.nullable(z.enum(operationTypes)),
        amount: Amount,
        count: z.int(),
      }),
    ),
  ),
  /** The balance at the end of each day from today on, as far as the bank knows today, and what moves it, first first. */
  forecast: z.nullable(z.strictObject({ days: z.array(z.strictObject({ date: PlainDate, balance: Amount })), causes: z.array(Cause) })),
})
export type Outlook = z.infer<typeof Outlook>

export const getOutlook = endpoint({
  method: 'GET',
  path: '/dashboard/outlook',
  summary: 'Credits and debits of the last months, spending by category, forecast of the balance',
  right: 'dashboard',
  answer: Outlook,
})
