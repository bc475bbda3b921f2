import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Operation } from './operations.ts'
import { Transfer } from './transfers.ts'
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
  pending_transfers: z.nullable(TransferBlock),
  transfers_to_validate: z.nullable(TransferBlock),
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
  summary: 'Balance, last credits and debits, transfers pending and to validate, inbox',
  right: 'dashboard',
  answer: Dashboard,
})
