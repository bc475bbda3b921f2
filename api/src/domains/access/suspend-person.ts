import { Refusal } from '../../refusal.ts'
import { storeLostCapabilities } from '../accounts/second-person-store.ts'
import { endPasswordTokens } from '../session/password-token-store.ts'
import { endSessionsOf } from '../session/session-store.ts'
import { replaceWaiting } from './access-change-store.ts'
import { personFact } from './access-summary.ts'
import { type AccountGrant, powersIn, unionOf } from './access-rules.ts'
import { listAccountsWithAnother } from './access-store.ts'
import {
  type AccessPorts,
  type ChangeContext,
  administer,
  type RequestContext,
  confirmChange,
  getPerson,
  idsOf,
  requireAdministrator,
  recordAccess,
  type AdministrationContext,
  notifyOfEscalation,
} from './administer.ts'
import { type AccessOutcome, requestEscalation, takesEffectLater } from './request-escalation.ts'
import { removeInvitation } from './invitation-store.ts'
import {
  findDormant,
  findGrants,
  removeDormant,
  removeMemberships,
  upsertDormant,
  upsertMemberships,
} from './membership-store.ts'

/** Applies a loss of rights at once, also to open pages, and replaces waiting changes so that they cannot restore it. */
async function endAccess(context: AdministrationContext, id: string): Promise<void> {
  const { tx, caller, administered, now } = context
  await replaceWaiting(tx, { user_id: id, account_ids: idsOf(administered), by: caller.user_id, now })
  await endSessionsOf(tx, id, { but: null, now })
}

const lost = (grants: readonly AccountGrant[]) =>
  grants.map(({ account_id, ...before }) => ({ account_id, before, after: null }))
const given = (grants: readonly AccountGrant[]) =>
  grants.map(({ account_id, ...after }) => ({ account_id, before: null, after }))

export function suspendPerson(ports: AccessPorts, request: RequestContext, id: string): Promise<void> {
  return administer(ports, request, async (context) => {
    const { tx, administered, now } = context
    const person = await getPerson(context, id)
    if (person.state !== 'active') throw new Refusal('not_active_person')
    const held = await findGrants(tx, id, idsOf(administered))
    const accounts = administered.filter(({ account_id }) => held.has(account_id))
    await confirmChange(context, 'access.suspend', { accounts, facts: [personFact(person)], subject: id })
    const grants = await removeMemberships(tx, id, idsOf(accounts))
    await upsertDormant(tx, id, grants, 'suspended')
    await storeLostCapabilities(tx, id, grants, now)
    await requireAdministrator(context, accounts)
    await endAccess(context, id)
    await recordAccess(context, 'access.suspend', id, lost(grants))
  })
}

/** Restores the former grants of a suspended person on these accounts. */
export async function reinstate(context: ChangeContext, id: string, accountIds: readonly string[]): Promise<void> {
  const grants = await findDormant(context.tx, id, accountIds, 'suspended')
  await removeDormant(context.tx, id, idsOf(grants))
  await upsertMemberships(context.tx, id, grants)
  await recordAccess(context, 'access.reinstate', id, given(grants))
}

/** Reinstating access is an escalation: a second administrator must accept it. */
export function reinstatePerson(ports: AccessPorts, request: RequestContext, id: string): Promise<AccessOutcome> {
  return administer(ports, request, async (context) => {
    const { tx, caller, administered, now } = context
    const person = await getPerson(context, id)
    const dormant = await findDormant(tx, id, idsOf(administered), 'suspended')
    if (dormant.length === 0) throw new Refusal('not_suspended_person')
    // A person suspended on some accounts and administrator of others cannot reinstate themselves.
    if (person.is_self) throw new Refusal('own_rights')
    const accounts = administered.filter(({ account_id }) => idsOf(dormant).includes(account_id))
    await confirmChange(context, 'access.reinstate', { accounts, facts: [personFact(person)], subject: id })
    await replaceWaiting(tx, { user_id: id, account_ids: idsOf(accounts), by: caller.user_id, now })
    const hasSecond = await listAccountsWithAnother(tx, idsOf(accounts), [caller.user_id, id], now)
    const alone = accounts.filter(({ account_id }) => !hasSecond.has(account_id))
    const waiting = accounts.filter(({ account_id }) => hasSecond.has(account_id))
    const grant = unionOf(dormant)
    const isDelayed = alone.length > 0 && (await takesEffectLater(tx, powersIn(grant)))
    if (alone.length > 0 && !isDelayed) {
      await reinstate(context, id, idsOf(alone))
      await notifyOfEscalation(context, { person, accounts: alone, grant })
    }
    const escalation = { kind: 'reinstatement', person, grant } as const
    return requestEscalation(context, escalation, { waiting, delayed: isDelayed ? alone : [] })
  })
}

/** Removes access to all administered accounts; for a person who has not signed in yet, the invitation. */
export function removePerson(ports: AccessPorts, request: RequestContext, id: string): Promise<void> {
  return administer(ports, request, async (context) => {
    const { tx, administered, now } = context
    const person = await getPerson(context, id)
    await confirmChange(context, 'access.remove', { accounts: administered, facts: [personFact(person)], subject: id })
    const held = await removeMemberships(tx, id, idsOf(administered))
    await storeLostCapabilities(tx, id, held, now)
    const grants = [...held, ...(await removeDormant(tx, id, idsOf(administered)))]
    await requireAdministrator(context, administered)
    const wasInvited = person.state === 'invited' || person.state === 'invitation_over'
    if (wasInvited && (await removeInvitation(tx, id))) await endPasswordTokens(tx, id, now)
    await endAccess(context, id)
    await recordAccess(context, 'access.remove', id, lost(grants))
  })
}
