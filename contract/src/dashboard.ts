import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Advisor } from './accounts/accounts.ts'
import { Category, Operation, operationTypes } from './accounts/operations.ts'
import { PrepaidCard } from './products/prepaid-cards.ts'
import { ItemToSign } from './transfers/signatures.ts'
import { PlainDate, UnixSeconds } from './values/dates.ts'
import { Identity } from './values/identity.ts'
import { Amount, Currency } from './values/money.ts'
import { Id } from './values/text.ts'

/** The parts of the home page that are read on their own: one that cannot be read is null, and leaves the others. */
export const dashboardBlocks = [
  'history',
  'movements',
  'to_sign',
  'sent_for_signature',
  'inbox',
  'advisor',
  'payees',
  'cards',
  'position',
  'team',
] as const
export type DashboardBlock = (typeof dashboardBlocks)[number]

/** Cards and accounts on the home page. */
export const MAX_HOME_CARDS = 2
export const MAX_HOME_ACCOUNTS = 4

/** The content of the first screen in one answer. A block is null without its right, without content, or where it has failed. */
export const Dashboard = z.strictObject({
  balance: Amount,
  available: Amount,
  currency: Currency,
  as_of: UnixSeconds,
  /** Closing balance of each of the last 31 days, today last: of this account, or of a company's accounts in its currency together. */
  history: z.nullable(z.array(z.strictObject({ date: PlainDate, balance: Amount }))),
  /** The accounts in the history. */
  history_accounts: z.int(),
  /** The last booked operations, newest first, in and out together. */
  movements: z.nullable(z.array(Operation)),
  /** The items that the reader can sign on all their accounts; null where they may sign on none. */
  to_sign: z.nullable(z.strictObject({ count: z.int(), items: z.array(ItemToSign) })),
  /** The pending transfers and batches of this account that the reader has sent. */
  sent_for_signature: z.nullable(z.strictObject({ transfers: z.int(), batches: z.int(), total: Amount })),
  /** The account's manager, or its branch without one. */
  advisor: z.nullable(z.pick(Advisor, { name: true, branch_name: true, phone: true })),
  inbox: z.nullable(
    z.strictObject({
      unread: z.int(),
      items: z.array(
        z.strictObject({ id: Id, subject: z.string(), sender: z.string(), sent_at: UnixSeconds, is_read: z.boolean() }),
      ),
    }),
  ),
  /** The beneficiaries that were paid last; null for who may not create transfers. */
  payees: z.nullable(z.array(z.strictObject({ id: Id, identity: Identity }))),
  /** The cards that can be used first. */
  cards: z.nullable(z.array(PrepaidCard)),
  /** The customer's accounts whose balance the reader may see; null where there is one only. */
  position: z.nullable(
    z.strictObject({
      /** One sum for each currency, that of this account first. */
      totals: z.array(z.strictObject({ currency: Currency, balance: Amount })),
      accounts: z.array(
        z.strictObject({ uuid: Id, label: z.string(), number: z.string(), currency: Currency, balance: Amount }),
      ),
    }),
  ),
  /** Who waits for whom in a company: the authors who wait for the reader, and the signers for whom the reader waits. */
  team: z.nullable(
    z.array(
      z.strictObject({
        name: z.string(),
        role: z.enum(['author', 'signer']),
        count: z.int(),
        /** When the newest of these items was sent. */
        since: UnixSeconds,
      }),
    ),
  ),
  failed: z.array(z.enum(dashboardBlocks)),
})
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/dashboard',
  summary:
    'Returns balance, last operations, items to sign, inbox, cards, the position over the accounts and the account manager; a part that fails is null and is named',
  right: 'dashboard',
  answer: Dashboard,
})

/** Months in the outlook, the current one last. */
export const OUTLOOK_MONTHS = 6
/** Days of the forecast. */
export const FORECAST_DAYS = 90
/** Days of spending in the outlook. */
export const SPENDING_DAYS = 30

const Cause = z.strictObject({
  /** Null for an operation announced by the bank, and for an order of another account. */
  transfer_id: z.nullable(Id),
  /** The account that the movement changes; null for the open one. */
  account_number: z.nullable(z.string()),
  date: PlainDate,
  /** With fees and tax, as it changes the balance. */
  amount: Amount,
  name: z.string(),
  label: z.string(),
  identity: Identity,
  /** Of a debit: whether the balance reaches for it and everything before it. Null for a credit. */
  is_covered: z.nullable(z.boolean()),
})

export const outlookBlocks = ['months', 'spending', 'forecast'] as const
export type OutlookBlock = (typeof outlookBlocks)[number]

/** Past and scheduled movements. A part is null without its right, or where it has failed. */
export const Outlook = z.strictObject({
  currency: Currency,
  months: z.nullable(z.array(z.strictObject({ month: PlainDate, credits: Amount, debits: Amount }))),
  /** Debits, largest first: by category, and by type without a category. An operation with two categories counts in both. */
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
  /** The balance at the end of each day from today on, over the accounts of the history, with the movements known today, in order. */
  forecast: z.nullable(
    z.strictObject({ days: z.array(z.strictObject({ date: PlainDate, balance: Amount })), causes: z.array(Cause) }),
  ),
  failed: z.array(z.enum(outlookBlocks)),
})
export type Outlook = z.infer<typeof Outlook>

export const getOutlook = endpoint({
  method: 'GET',
  path: '/dashboard/outlook',
  summary: 'Returns credits and debits of the last months, spending by category, and the forecast of the balance',
  right: 'dashboard',
  answer: Outlook,
})
