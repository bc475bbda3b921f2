// Runs an access change: one at a time for each customer, by a current administrator, recorded in the audit log with the state before and
// after, and never leaving an account without an administrator.
import type { Person } from 'contract/access/access.ts'
import type { Language } from 'contract/language.ts'
import type { Grant } from 'contract/roles.ts'
import type { Operation } from 'contract/access/session.ts'
import type { AccountCaller } from '../../caller.ts'
import { type AuditEvent, recordEvents } from '../audit/audit-store.ts'
import { type BankIdentity, getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { type Mail, queueMail } from '../notifications/mail-queue.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { accountsFact, formatRole } from './access-summary.ts'
import { accessDelayedMail, accessEscalatedMail, changeWaitsMail, type AccessMailContent } from './access-mails.ts'
import {
  type Account,
  areAdministered,
  findPersonOf,
  getCustomerName,
  listAdministered,
  listAdministratorsOf,
  lockAccessOf,
} from './access-store.ts'

export type AccessPorts = { db: Db; clock: Clock; portalUrl: string }
export type RequestContext = { caller: AccountCaller; lang: Language; confirmation: Confirmation }
type Name = { first_name: string; last_name: string }

/** The transaction, the time and the author of an access change. Without a session where it takes effect after a delay. */
export type ChangeContext = {
  tx: Tx
  now: Date
  portalUrl: string
  caller: Pick<AccountCaller, 'user_id' | 'full_name' | 'customer_id' | 'account_id'> & {
    session_id: string | null
    address: string | null
  }
}

/** A running access change: the administrator, the time, and the accounts that they administer. */
export type AdministrationContext = RequestContext & { tx: Tx; now: Date; portalUrl: string; administered: Account[] }

/** Runs an access change under the lock of its customer. */
export function administer<T>(
  { db, clock, portalUrl }: AccessPorts,
  request: RequestContext,
  work: (context: AdministrationContext) => Promise<T>,
): Promise<T> {
  const { caller } = request
  return transaction(db, async (tx) => {
    await lockAccessOf(tx, caller.customer_id)
    // Checked again under the lock: a change that ran before may have removed this administrator's access.
    const administered = await listAdministered(tx, caller)
    if (!administered.some(({ account_id }) => account_id === caller.account_id))
      throw new Refusal('capability_missing')
    return work({ ...request, tx, now: clock.now(), portalUrl, administered })
  })
}

/** A person with access to an administered account; any other person is answered as not found. */
export async function getPerson({ tx, caller, now }: AdministrationContext, id: string): Promise<Person> {
  const person = await findPersonOf(tx, caller, id, now)
  if (!person) throw new Refusal('not_found')
  return person
}

export const idsOf = (accounts: readonly { account_id: string }[]) => accounts.map(({ account_id }) => account_id)

/** The accounts of a change, provided that all of them are administered. */
export function accountsOf({ administered }: AdministrationContext, requested: 'all' | readonly string[]): Account[] {
  if (requested === 'all') return administered
  const requestedIds = new Set(requested)
  const accounts = administered.filter(({ account_id }) => requestedIds.has(account_id))
  if (accounts.length !== requestedIds.size) throw new Refusal('unknown_accounts')
  return accounts
}

/** Requires re-authentication, bound to these accounts. */
export async function confirmChange(
  { tx, caller, confirmation, lang, now }: AdministrationContext,
  kind: Operation['summary']['kind'],
  { accounts, facts, subject }: { accounts: readonly Account[]; facts: Operation['summary']['facts']; subject: string },
): Promise<void> {
  const details = [subject, idsOf(accounts).toSorted()]
  const summary = { kind, facts: [...facts, accountsFact(accounts, lang)] }
  await requireConfirmation(tx, { caller, account_id: caller.account_id, confirmation, details }, summary, now)
}

export async function requireAdministrator(
  { tx }: AdministrationContext,
  accounts: readonly { account_id: string }[],
): Promise<void> {
  if (!(await areAdministered(tx, idsOf(accounts)))) throw new Refusal('last_administrator')
}

type Change = { account_id: string; before: Grant | null; after: Grant | null }

/** Records an access change: one audit event for each state before and after, with its accounts. */
export async function recordAccess(
  { tx, caller, now }: ChangeContext,
  action: AuditEvent['action'],
  subject_id: string,
  changes: readonly Change[],
): Promise<void> {
  const groups = Map.groupBy(changes, ({ before, after }) => JSON.stringify([before, after]))
  await recordEvents(
    tx,
    [...groups.values()].map((group) => ({
      at: now,
      user_id: caller.user_id,
      session_id: caller.session_id,
      account_id: caller.account_id,
      address: caller.address,
      action,
      subject_id,
      facts: {
        customer_id: caller.customer_id,
        account_ids: idsOf(group),
        before: group[0]?.before ?? null,
        after: group[0]?.after ?? null,
      },
    })),
  )
}

/** Former administrators are notified for so many days after they lost the administration. */
const FORMER_DAYS = 30
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

/** Notifies the administrators of these accounts: an escalation waits for them, or one of them made it alone. */
async function notifyAdministrators(
  { tx, caller, now }: AdministrationContext,
  { person, accounts, grant }: { person: Name; accounts: readonly Account[]; grant: Grant },
  {
    excludedIds,
    includesFormer,
    write,
  }: {
    excludedIds: readonly string[]
    includesFormer: boolean
    write: (to: Parameters<typeof changeWaitsMail>[0], bank: BankIdentity, content: AccessMailContent) => Mail
  },
): Promise<void> {
  const bank = await getBankIdentity(tx)
  const customer_name = await getCustomerName(tx, caller.customer_id)
  for (const to of await listAdministratorsOf(tx, idsOf(accounts), daysBefore(now, includesFormer ? FORMER_DAYS : 0))) {
    if (excludedIds.includes(to.user_id)) continue
    const accountsLine = accountsFact(accounts, to.lang)
    const content = {
      person: `${person.first_name} ${person.last_name}`,
      by: caller.full_name,
      customer_name,
      accounts: 'text' in accountsLine ? accountsLine.text : '',
      role: formatRole(grant, to.lang),
    }
    await queueMail(tx, write(to, bank, content), now)
  }
}

export const notifyOfEscalation = (
  context: AdministrationContext,
  escalation: { person: Name; accounts: readonly Account[]; grant: Grant },
) => notifyAdministrators(context, escalation, { excludedIds: [], includesFormer: true, write: accessEscalatedMail })

/** An escalation that one administrator requested alone takes effect later: everybody who could object is notified. */
export const notifyOfDelay = (
  context: AdministrationContext,
  escalation: { person: Name; accounts: readonly Account[]; grant: Grant },
  effectiveAt: Date,
) =>
  notifyAdministrators(context, escalation, {
    excludedIds: [],
    includesFormer: true,
    write: (to, bank, content) => accessDelayedMail(to, bank, content, effectiveAt),
  })

export const notifyOfRequest = (
  context: AdministrationContext,
  escalation: { person: Name & { id: string }; accounts: readonly Account[]; grant: Grant },
) =>
  notifyAdministrators(context, escalation, {
    excludedIds: [context.caller.user_id, escalation.person.id],
    includesFormer: false,
    write: (to, bank, content) => changeWaitsMail(to, bank, content, `${context.portalUrl}account/access?view=changes`),
  })
