// Derives alerts from what has happened: which cause of `alert-causes.ts` is met, and which people may see it.
import { alertCatalogue, type AlertKind, type AlertSubject, type SecurityKind } from 'contract/access/alerts.ts'
import type { Capability, Right } from 'contract/rights.ts'
import {
  type AccountCause,
  alertCauses,
  type Entry,
  type SecurityCause,
  securityCauses,
  type SubjectKind,
} from './alert-causes.ts'

export type Kind = AlertKind | SecurityKind
const ADMINISTRATOR: Capability = 'access.admin'

type EventCause = { kind: AlertKind; cause: Extract<AccountCause, { source: 'event' }>; about: SubjectKind }
const accountKinds = Object.entries(alertCauses) as [AlertKind, AccountCause][]
const causesByAction = new Map<string, EventCause>(
  accountKinds.flatMap(([kind, cause]) =>
    cause.source === 'event'
      ? Object.entries(cause.actions).map(([action, about]): [string, EventCause] => [action, { kind, cause, about }])
      : [],
  ),
)
const securityByAction = new Map<string, { kind: SecurityKind; cause: SecurityCause }>(
  (Object.entries(securityCauses) as [SecurityKind, SecurityCause][]).flatMap(([kind, cause]) =>
    cause.actions.map((action): [string, { kind: SecurityKind; cause: SecurityCause }] => [action, { kind, cause }]),
  ),
)

/** All actions of the audit log that may alert somebody. */
export const alertedActions: readonly string[] = [...causesByAction.keys(), ...securityByAction.keys()]

export type BankText = { account_id: string; message_id: string; at: Date }
export type MadeStatement = { account_id: string; id: string; at: Date }
export type CauseEvent = {
  id: string
  /** The statement that recorded it: events of one action have the same. */
  queue_id: number
  at: Date
  user_id: string | null
  account_id: string | null
  action: string
  subject_id: string
  facts: Record<string, unknown>
}
export type Subject = {
  event_id: string
  amount: number | null
  name: string | null
  status: string | null
  is_confidential: boolean
  is_batch_line: boolean
}
export type MemberRule = {
  kind: AlertKind
  is_on: boolean
  threshold: number | null
  by_mail: boolean
  by_push: boolean
}
export type Member = {
  account_id: string
  user_id: string
  rights: string[]
  capabilities: string[]
  rules: MemberRule[]
}

/** What the rules need to know of a batch of causes. */
export type CauseContext = {
  entries: readonly Entry[]
  texts: readonly BankText[]
  statements: readonly MadeStatement[]
  events: readonly CauseEvent[]
  subjects: readonly Subject[]
  /** Of all accounts that the causes name. */
  members: readonly Member[]
  /** Whose signature would be taken, by event. */
  signers: readonly { event_id: string; user_id: string }[]
  /** Sign-ins on a device that the user had not used before, with its name where it is known. */
  newDevices: readonly { event_id: string; name: string | null }[]
  /** The people whose access is administered. */
  people: readonly { id: string; name: string }[]
}

export type NewAlert = {
  user_id: string
  account_id: string | null
  kind: Kind
  is_security: boolean
  right_needed: Right | null
  capability_needed: Capability | null
  about: AlertSubject
  subject_id: string
  amount: number | null
  balance_after: number | null
  threshold: number | null
  name: string | null
  is_confidential: boolean
  at: Date
  /** Whether an e-mail, and push messages to the devices, are to be sent. */
  by_mail: boolean
  by_push: boolean
}

/** What an event is about, where it may alert people of an account: the store looks for it. */
export function subjectOf({ action, account_id }: CauseEvent): SubjectKind | null {
  return (account_id === null ? undefined : causesByAction.get(action)?.about) ?? null
}

const isDue = ({ cause }: EventCause, { status, is_batch_line }: Subject) =>
  (!is_batch_line || cause.includesBatchLines === true) && (cause.status === undefined || status === cause.status)

/** Whether somebody is to be asked for a signature: the store then looks for the people whose signature would be taken. */
export function needsSigners(action: string | undefined, subject: Subject): boolean {
  const found = action === undefined ? undefined : causesByAction.get(action)
  return found?.cause.isForSigners === true && isDue(found, subject)
}

/** The accounts whose members an event may alert. */
export function accountsOf({ action, account_id, facts }: CauseEvent): string[] {
  const security = securityByAction.get(action)
  if (security?.cause.to === 'user') return []
  const listed = security && Array.isArray(facts['account_ids']) ? (facts['account_ids'] as string[]) : []
  return listed.length > 0 ? listed : account_id === null ? [] : [account_id]
}

export const isSignIn = ({ action }: CauseEvent) => {
  const cause = securityByAction.get(action)?.cause
  return cause?.to === 'user' && cause.isOfNewDevice === true
}
export const isAboutAccess = ({ action }: CauseEvent) => securityByAction.get(action)?.cause.to === 'administrators'

const rightOfSubject: Partial<Record<AlertSubject, Right>> = {
  transfer: 'transfers',
  batch: 'transfers',
  debit: 'debits',
  credit: 'credits',
  deposit: 'dat',
}

/** Of kinds with several rights the subject says which one opens it. */
function rightFor(kind: AlertKind, about: AlertSubject): Right {
  const { rights } = alertCatalogue[kind]
  if (rights.length === 1) return rights[0]
  return rightOfSubject[about] ?? 'payment-methods'
}

const unset = {
  account_id: null,
  right_needed: null,
  capability_needed: null,
  amount: null,
  balance_after: null,
  threshold: null,
  name: null,
  is_confidential: false,
}

const ruleOf = ({ rules }: Member, kind: AlertKind) => rules.find((rule) => rule.kind === kind)

/** Whether the member wants e-mails about the kind, be they of the alert or another e-mail of the bank. */
function wantsMail(member: Member, kind: AlertKind): boolean {
  const rule = ruleOf(member, kind)
  return rule ? rule.is_on && rule.by_mail : alertCatalogue[kind].byMail
}

type Content = Pick<NewAlert, 'about' | 'subject_id' | 'at'> &
  Partial<Pick<NewAlert, 'amount' | 'balance_after' | 'threshold' | 'name' | 'is_confidential'>>

/** The alert of a member of the account. Null: they may not see the subject, or have switched the kind off. */
function alertFor(member: Member, kind: AlertKind, content: Content): NewAlert | null {
  const { capability, isOn, letter } = alertCatalogue[kind]
  const right = rightFor(kind, content.about)
  const rule = ruleOf(member, kind)
  const may =
    member.rights.includes(right) &&
    (capability === undefined || member.capabilities.includes(capability)) &&
    (!content.is_confidential || content.about === 'batch' || member.capabilities.includes('batch.confidential'))
  if (!may || !(rule?.is_on ?? isOn)) return null
  return {
    ...unset,
    ...content,
    user_id: member.user_id,
    account_id: member.account_id,
    kind,
    is_security: false,
    right_needed: right,
    capability_needed: capability ?? null,
    // Another e-mail of the bank about the same event is the e-mail of the alert.
    by_mail: letter === undefined && wantsMail(member, kind),
    by_push: rule?.by_push ?? true,
  }
}

const isAlert = (alert: NewAlert | null): alert is NewAlert => alert !== null

function alertsOfEntry(entry: Entry, members: readonly Member[]): NewAlert[] {
  const { id: subject_id, amount, balance_after, at } = entry
  return accountKinds.flatMap(([kind, cause]) => {
    if (cause.source !== 'entry') return []
    return members
      .map((member) => {
        const threshold = ruleOf(member, kind)?.threshold ?? null
        if (threshold === null || !cause.isReached(entry, threshold)) return null
        return alertFor(member, kind, { about: 'operation', subject_id, amount, balance_after, threshold, at })
      })
      .filter(isAlert)
  })
}

const alertsOfText = ({ message_id: subject_id, at }: BankText, members: readonly Member[]) =>
  members.map((member) => alertFor(member, 'message_received', { about: 'message', subject_id, at })).filter(isAlert)

const alertsOfStatement = ({ id: subject_id, at }: MadeStatement, members: readonly Member[]) =>
  members
    .map((member) => alertFor(member, 'statement_available', { about: 'statement', subject_id, at }))
    .filter(isAlert)

/** The author of a batch gets an e-mail about its lines that failed: a second one would say the same. */
const hasMailOfFailedLines = (member: Member, kind: AlertKind, { facts }: CauseEvent) =>
  kind === 'batch_done' &&
  Number(facts['failed']) > 0 &&
  facts['author'] === member.user_id &&
  wantsMail(member, 'transfer_rejected')

/** What happened on an account, to the members who may see it and did not do it. */
function alertsOfEvent(
  event: CauseEvent,
  subject: Subject,
  members: readonly Member[],
  signers: ReadonlySet<string>,
): NewAlert[] {
  const found = causesByAction.get(event.action)
  if (!found || !isDue(found, subject)) return []
  const { kind, cause, about } = found
  // A subject whose status has changed again since then is alerted by its last change only.
  if (cause.status !== undefined && (event.facts['to'] ?? cause.status) !== cause.status) return []
  const { amount, name, is_confidential } = subject
  return members
    .filter(({ user_id }) => user_id !== event.user_id && (!cause.isForSigners || signers.has(user_id)))
    .map((member) => {
      const alert = alertFor(member, kind, {
        about,
        subject_id: event.subject_id,
        amount,
        name,
        is_confidential,
        at: event.at,
      })
      return alert && { ...alert, by_mail: alert.by_mail && !hasMailOfFailedLines(member, kind, event) }
    })
    .filter(isAlert)
}

const securityAlert = (
  kind: SecurityKind,
  alert: Pick<NewAlert, 'user_id' | 'about' | 'subject_id' | 'at' | 'by_mail'>,
): NewAlert => ({
  ...unset,
  ...alert,
  kind,
  is_security: true,
  by_push: true,
})

/** The kinds of security that already have an e-mail of their own. */
const hasOwnMail: ReadonlySet<SecurityKind> = new Set(['password_changed', 'contact_changed', 'factors_changed'])

function alertsOfOwnAccess(event: CauseEvent, { newDevices }: CauseContext): NewAlert[] {
  const security = securityByAction.get(event.action)
  if (security?.cause.to !== 'user' || event.user_id === null) return []
  const device = newDevices.find(({ event_id }) => event_id === event.id)
  if (security.cause.isOfNewDevice && !device) return []
  const { user_id, subject_id, at } = event
  return [
    {
      ...securityAlert(security.kind, {
        user_id,
        about: 'profile',
        subject_id,
        at,
        by_mail: !hasOwnMail.has(security.kind),
      }),
      name: device?.name ?? null,
    },
  ]
}

/** One action may be several events of the audit log, one for each group of accounts: each administrator is alerted once. */
function alertsOfAdministration(events: readonly CauseEvent[], { members, people }: CauseContext): NewAlert[] {
  const [first] = events
  const security = first && securityByAction.get(first.action)
  if (!first || security?.cause.to !== 'administrators') return []
  const { kind, cause } = security
  const { subject_id, user_id: actor } = first
  const at = events.map((event) => event.at).reduce((one, other) => (other < one ? other : one))
  const person = people.find(({ id }) => id === subject_id)
  const accounts = new Set(events.flatMap(accountsOf))
  // Of several accounts of an administrator the one on which the action was recorded is named.
  const rank = ({ account_id }: Member) => (account_id === first.account_id ? '' : account_id)
  const administrators = new Map<string, Member>()
  for (const member of members.toSorted((one, other) => rank(one).localeCompare(rank(other))))
    if (accounts.has(member.account_id) && member.capabilities.includes(ADMINISTRATOR) && member.user_id !== subject_id)
      if (!administrators.has(member.user_id)) administrators.set(member.user_id, member)
  return [
    ...(cause.alsoToPerson && person
      ? [securityAlert(kind, { user_id: person.id, about: 'profile', subject_id, at, by_mail: true })]
      : []),
    ...[...administrators.values()].map(({ user_id, account_id }) => ({
      // The person who did it needs no e-mail about it.
      ...securityAlert(kind, { user_id, about: cause.about, subject_id, at, by_mail: user_id !== actor }),
      account_id,
      name: person?.name ?? null,
      capability_needed: ADMINISTRATOR,
    })),
  ]
}

/** All alerts of a batch of causes. */
export function deriveAlertsOf(context: CauseContext): NewAlert[] {
  const { entries, texts, statements, events, subjects, members, signers } = context
  const membersOf = Map.groupBy(members, ({ account_id }) => account_id)
  const signersOf = Map.groupBy(signers, ({ event_id }) => event_id)
  const subjectsOf = new Map(subjects.map((subject) => [subject.event_id, subject]))
  const on = (account_id: string) => membersOf.get(account_id) ?? []
  const actions = Map.groupBy(events.filter(isAboutAccess), (event) =>
    [event.queue_id, securityByAction.get(event.action)?.kind, event.subject_id].join(),
  )
  return [
    ...entries.flatMap((entry) => alertsOfEntry(entry, on(entry.account_id))),
    ...texts.flatMap((text) => alertsOfText(text, on(text.account_id))),
    ...statements.flatMap((statement) => alertsOfStatement(statement, on(statement.account_id))),
    ...events.flatMap((event) => {
      const subject = subjectsOf.get(event.id)
      if (!subject || event.account_id === null) return []
      return alertsOfEvent(
        event,
        subject,
        on(event.account_id),
        new Set(signersOf.get(event.id)?.map(({ user_id }) => user_id)),
      )
    }),
    ...events.flatMap((event) => alertsOfOwnAccess(event, context)),
    ...[...actions.values()].flatMap((group) => alertsOfAdministration(group, context)),
  ]
}
