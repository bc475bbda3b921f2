import * as z from 'zod/mini'
import { endpoint, Page } from '../endpoint.ts'
import { auditActions, type AuditKind, auditKinds } from './audit-labels.ts'
import { deviceKinds } from './profile.ts'
import { PlainDate, UnixSeconds } from '../values/dates.ts'
import { Id } from '../values/text.ts'

/** An event on the account with its changes, formatted in the reader's language. */
export const AuditEntry = z.strictObject({
  id: Id,
  at: UnixSeconds,
  action: z.enum(auditActions),
  /** The name of the action. */
  label: z.string(),
  /** Null: the bank. */
  by: z.nullable(z.string()),
  /** The network address: null where the bank acted. */
  address: z.nullable(z.string()),
  device: z.nullable(
    z.strictObject({ kind: z.enum(deviceKinds), browser: z.nullable(z.string()), system: z.nullable(z.string()) }),
  ),
  /** The subject, by the name that people know. */
  subject: z.nullable(z.string()),
  /** Without `before`: a fact. With it: the values before and after. */
  details: z.array(z.strictObject({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** A search counts and shows at most this many events, the newest: users narrow it for older ones. */
export const SEARCH_MAX = 1_000

// Object.keys is typed as string[]; the object has exactly these keys.
const kinds = Object.keys(auditKinds) as AuditKind[]

const filter = {
  /** A user of the account, or the bank. */
  person: z.optional(z.union([Id, z.literal('bank')])),
  kind: z.optional(z.enum(kinds)),
  action: z.optional(z.enum(auditActions)),
  from: z.optional(PlainDate),
  to: z.optional(PlainDate),
  search: z.optional(z.string().check(z.maxLength(64, 'text_too_long'))),
}
const isInOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => !from || !to || from <= to
const reversed = { path: ['to'], error: 'period_reversed' }

const asReader = { capability: 'audit.read' } as const

export const listAuditEvents = endpoint({
  ...asReader,
  method: 'GET',
  path: '/account/audit',
  summary: 'Lists the actions on the account with their authors, newest first',
  query: z.strictObject({ page: Page, ...filter }).check(z.refine(isInOrder, reversed)),
  answer: z.array(AuditEntry),
  isPaged: true,
})

export const listAuditPeople = endpoint({
  ...asReader,
  method: 'GET',
  path: '/account/audit/people',
  summary: 'Lists the people who have or had access to the account, for the filter of the audit log',
  answer: z.array(z.strictObject({ id: Id, name: z.string() })),
})

export const exportAuditLog = endpoint({
  ...asReader,
  method: 'GET',
  path: '/account/audit/export',
  summary: 'Exports the actions found in the audit log as CSV',
  query: z.strictObject(filter).check(z.refine(isInOrder, reversed)),
  isFile: true,
})
