import * as z from 'zod/mini'
import { endpoint, Page } from '../endpoint.ts'
import { capabilities, rights } from '../rights.ts'
import { UnixSeconds } from '../values/dates.ts'
import { Amount, Currency } from '../values/money.ts'
import { Id } from '../values/text.ts'

export const statusGroups = ['active', 'pending', 'blocked', 'closed'] as const
export const StatusGroup = z.enum(statusGroups)
export const accountStatuses = ['active', 'user_pending', 'blocked', 'closed'] as const

export const accountKinds = ['checking', 'savings', 'current', 'payroll', 'currency'] as const

/** The specification's access map: each right, and whether this user has it on this account. */
const Access = z.record(z.enum(rights), z.boolean())

/** An account as one user sees it. */
export const Account = z.strictObject({
  uuid: Id,
  label: z.string(),
  holder: z.string(),
  /** Whether it is a company's: there orders wait for signatures, and mandates between companies are registered. */
  is_company: z.boolean(),
  kind: z.enum(accountKinds),
  /** Twelve digits, without bank, branch and key. Without any right: only the last four digits, like the IBAN. */
  number: z.string(),
  iban: z.string(),
  currency: Currency,
  /** Booked balance; null without any right. */
  balance: z.nullable(Amount),
  /** Booked + authorised overdraft - holds; null without any right. */
  available: z.nullable(Amount),
  balance_date: UnixSeconds,
  status: z.enum(accountStatuses),
  status_group: StatusGroup,
  is_default: z.boolean(),
  /** Marked as a favourite by this user. */
  is_favourite: z.boolean(),
  /** Whether it has an active payment address, with which its till shows codes; false without the right `rib`. */
  has_payment_address: z.boolean(),
  access: Access,
  capabilities: z.array(z.enum(capabilities)),
})
export type Account = z.infer<typeof Account>

/** `recent`: the accounts selected last, the newest first. */
export const accountGroups = ['recent', 'favourite'] as const
export const RECENT_ACCOUNTS = 5

const AccountSearch = z.strictObject({
  search: z.optional(z.string().check(z.maxLength(64, 'text_too_long'))),
  page: Page,
  /** Only the accounts on which the user has this right. */
  access: z.optional(z.enum(rights)),
  status_group: z.optional(StatusGroup),
  group: z.optional(z.enum(accountGroups)),
})

export const listAccounts = endpoint({
  method: 'GET',
  path: '/accounts',
  summary: "Lists the user's accounts: the default one first, then by holder and number",
  scope: 'user',
  query: AccountSearch,
  answer: z.array(Account),
  isPaged: true,
})

export const countAccounts = endpoint({
  method: 'HEAD',
  path: '/accounts',
  summary: "Returns the number of the user's accounts (X-Pagination-Total-Count)",
  scope: 'user',
  query: AccountSearch,
  answer: z.array(Account),
  isPaged: true,
})

export const updateAccount = endpoint({
  method: 'PUT',
  path: '/accounts/:id',
  summary: "Adds an account to the user's favourites, or removes it",
  scope: 'user',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ is_favourite: z.boolean() }),
  refusals: ['account_unknown'],
})

/** The account's contact at the bank: its manager, or its branch without one. */
export const Advisor = z.strictObject({
  name: z.nullable(z.string()),
  team: z.nullable(z.enum(['individuals', 'companies'])),
  branch_name: z.string(),
  branch_address: z.string(),
  phone: z.string(),
  email: z.string(),
  opening_hours: z.string(),
})
export type Advisor = z.infer<typeof Advisor>

export const getAdvisor = endpoint({
  method: 'GET',
  path: '/account/advisor',
  summary: "Returns the account's manager with contact details",
  answer: Advisor,
})
