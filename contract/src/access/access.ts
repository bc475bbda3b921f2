import * as z from 'zod/mini'
import { endpoint, Page } from '../endpoint.ts'
import { Language } from '../language.ts'
import { capabilities, rights } from '../rights.ts'
import { isWholeGrant, roleNames } from '../roles.ts'
import { Email } from '../values/contact.ts'
import { UnixSeconds } from '../values/dates.ts'
import { Id, line } from '../values/text.ts'

/** How long an invitation or a change that waits for a second administrator is valid. */
export const ANSWER_WITHIN_DAYS = 7
export const MAX_ACCOUNTS_AT_ONCE = 1000

const Rights = z.array(z.enum(rights))
const Capabilities = z.array(z.enum(capabilities))
const Role = z.nullable(z.enum(roleNames))

export const personStates = ['active', 'suspended', 'invited', 'invitation_over'] as const

/** A person with current, former or promised access to accounts of the administrator. */
export const Person = z.strictObject({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.nullable(z.string()),
  state: z.enum(personStates),
  /** Only of an open invitation. */
  expires_at: z.nullable(UnixSeconds),
  /** The number of administered accounts with access. */
  account_count: z.int(),
  /** The role on all of them, null where rights are individual or differ between accounts. */
  role: Role,
  is_administrator: z.boolean(),
  is_self: z.boolean(),
})
export type Person = z.infer<typeof Person>

/** The rights of a person on one account. */
export const PersonAccount = z.strictObject({
  account_id: Id,
  label: z.string(),
  number: z.string(),
  rights: Rights,
  capabilities: Capabilities,
  role: Role,
  has_access: z.boolean(),
})
export type PersonAccount = z.infer<typeof PersonAccount>

/** An escalation of rights that waits for a second administrator, or for the end of a delay. */
export const AccessChange = z.strictObject({
  id: Id,
  kind: z.enum(['rights', 'invitation', 'reinstatement']),
  person: z.strictObject({ id: Id, first_name: z.string(), last_name: z.string(), email: z.nullable(z.string()) }),
  rights: Rights,
  capabilities: Capabilities,
  role: Role,
  account_count: z.int(),
  /** One of the accounts, to name it where it is the only one. */
  account_label: z.string(),
  account_number: z.string(),
  asked_by: z.string(),
  asked_at: UnixSeconds,
  expires_at: UnixSeconds,
  /** When it takes effect without a second administrator; null where it needs one. */
  effective_at: z.nullable(UnixSeconds),
  /** Requested by the reading administrator, who may only withdraw it. */
  is_mine: z.boolean(),
  /** It escalates the rights of the reader: another administrator must accept it. */
  is_for_me: z.boolean(),
})
export type AccessChange = z.infer<typeof AccessChange>

/** An event in the history of a person's access. */
export const AccessEvent = z.strictObject({
  id: Id,
  at: UnixSeconds,
  action: z.enum([
    'access.invite',
    'access.resend',
    'access.join',
    'access.change',
    'access.suspend',
    'access.reinstate',
    'access.remove',
    'access.ask',
    'access.refuse',
    'access.withdraw',
    'access.stop',
  ]),
  by: z.string(),
  account_count: z.int(),
  before: z.nullable(z.strictObject({ rights: Rights, capabilities: Capabilities, role: Role })),
  after: z.nullable(z.strictObject({ rights: Rights, capabilities: Capabilities, role: Role })),
})
export type AccessEvent = z.infer<typeof AccessEvent>

const Search = z.optional(z.string().check(z.maxLength(64, 'text_too_long')))
const ById = z.strictObject({ id: Id })

/** All accounts of the administrator, or these. */
const Accounts = z.union([
  z.literal('all'),
  z.array(Id).check(z.minLength(1, 'accounts_missing'), z.maxLength(MAX_ACCOUNTS_AT_ONCE, 'too_many_accounts')),
])
const grant = { accounts: Accounts, rights: Rights, capabilities: Capabilities }
// The shape is separate from its rule: a form checks each field by itself, and the rule once the fields are complete.
const sections = { error: 'capability_without_right', path: ['capabilities'] }

/** Rights and capabilities on accounts. Without any, the person loses these accounts. */
export const AccessInput = z.strictObject(grant).check(z.refine(isWholeGrant, sections))
export type AccessInput = z.infer<typeof AccessInput>

export const Invitation = z
  .strictObject({
    first_name: line(1, 60),
    last_name: line(1, 60),
    email: Email,
    lang: Language,
    ...grant,
    rights: Rights.check(z.minLength(1, 'rights_missing')),
  })
  .check(z.refine(isWholeGrant, sections))
export type Invitation = z.infer<typeof Invitation>

/**
 * `waiting`: on some or all of the accounts a second administrator must accept it. `delayed`: there is none, and it takes effect later on some
 * or all of them.
 */
const Outcome = z.strictObject({ state: z.enum(['done', 'waiting', 'delayed']) })

const asAdministrator = { capability: 'access.admin' } as const

export const listPeople = endpoint({
  ...asAdministrator,
  method: 'GET',
  path: '/access/people',
  summary: 'Lists the people with access to the accounts that the caller administers, by name',
  query: z.strictObject({ search: Search, page: Page }),
  answer: z.array(Person),
  isPaged: true,
})

export const getPerson = endpoint({
  ...asAdministrator,
  method: 'GET',
  path: '/access/people/:id',
  summary: 'Returns one person with access',
  params: ById,
  answer: Person,
  refusals: ['not_found'],
})

export const listPersonAccounts = endpoint({
  ...asAdministrator,
  method: 'GET',
  path: '/access/people/:id/accounts',
  summary: "Lists the administered accounts, those of the person first, with the person's rights on each",
  params: ById,
  query: z.strictObject({ search: Search, page: Page }),
  answer: z.array(PersonAccount),
  isPaged: true,
  refusals: ['not_found'],
})

export const listAdministeredAccounts = endpoint({
  ...asAdministrator,
  method: 'GET',
  path: '/access/accounts',
  summary: 'Lists the accounts of the customer on which the caller may change access, by number',
  query: z.strictObject({ search: Search, page: Page }),
  answer: z.array(z.strictObject({ account_id: Id, label: z.string(), number: z.string() })),
  isPaged: true,
})

export const listPersonHistory = endpoint({
  ...asAdministrator,
  method: 'GET',
  path: '/access/people/:id/history',
  summary: "Lists the changes of the person's access with their authors, newest first",
  params: ById,
  query: z.strictObject({ page: Page }),
  answer: z.array(AccessEvent),
  isPaged: true,
  refusals: ['not_found'],
})

export const invitePerson = endpoint({
  ...asAdministrator,
  method: 'POST',
  path: '/access/people',
  summary:
    'Invites a person by e-mail; with a second administrator, after that administrator accepts; without one, powers over money or access after a delay',
  body: Invitation,
  answer: Outcome,
  isConfirmed: true,
  refusals: ['person_known', 'unknown_accounts', 'too_many_invitations'],
})

export const changeAccess = endpoint({
  ...asAdministrator,
  method: 'PUT',
  path: '/access/people/:id',
  summary:
    'Changes the rights of a person: reductions take effect immediately, additions after a second administrator accepts or after a delay',
  params: ById,
  body: AccessInput,
  answer: Outcome,
  isConfirmed: true,
  refusals: ['not_found', 'unknown_accounts', 'own_rights', 'last_administrator', 'not_active_person'],
})

export const suspendPerson = endpoint({
  ...asAdministrator,
  method: 'POST',
  path: '/access/people/:id/suspension',
  summary: 'Suspends a person on all administered accounts; their sessions end immediately',
  params: ById,
  isConfirmed: true,
  refusals: ['not_found', 'last_administrator', 'not_active_person'],
})

export const reinstatePerson = endpoint({
  ...asAdministrator,
  method: 'DELETE',
  path: '/access/people/:id/suspension',
  summary: 'Restores the access of a suspended person',
  params: ById,
  answer: Outcome,
  isConfirmed: true,
  refusals: ['not_found', 'own_rights', 'not_suspended_person'],
})

export const removePerson = endpoint({
  ...asAdministrator,
  method: 'DELETE',
  path: '/access/people/:id',
  summary:
    "Removes a person's access to all administered accounts, or withdraws their invitation; their sessions end immediately",
  params: ById,
  isConfirmed: true,
  refusals: ['not_found', 'last_administrator'],
})

export const resendInvitation = endpoint({
  ...asAdministrator,
  method: 'POST',
  path: '/access/people/:id/invitation',
  summary: 'Sends the invitation again with another link, valid for another seven days',
  params: ById,
  refusals: ['not_found', 'not_invited_person', 'asked_too_often'],
})

export const listAccessChanges = endpoint({
  ...asAdministrator,
  method: 'GET',
  path: '/access/changes',
  summary:
    'Lists the escalations of rights that wait for a second administrator or for the end of a delay, oldest first',
  query: z.strictObject({ page: Page }),
  answer: z.array(AccessChange),
  isPaged: true,
})

export const acceptAccessChange = endpoint({
  ...asAdministrator,
  method: 'POST',
  path: '/access/changes/:id/acceptance',
  summary: 'Accepts an escalation of rights that another administrator requested',
  params: ById,
  isConfirmed: true,
  refusals: ['not_found', 'own_rights', 'own_change', 'change_over'],
})

export const refuseAccessChange = endpoint({
  ...asAdministrator,
  method: 'POST',
  path: '/access/changes/:id/refusal',
  summary: "Refuses an escalation of rights, or withdraws the caller's own request",
  params: ById,
  refusals: ['not_found', 'change_over'],
})
