import { Refusal } from '../../refusal.ts'
import { decideChange, findChangeFor, type WaitingChange } from './access-change-store.ts'
import { grantFacts, personFact } from './access-summary.ts'
import {
  type AccessPorts,
  type ChangeContext,
  administer,
  type RequestContext,
  confirmChange,
  recordAccess,
  type AdministrationContext,
} from './administer.ts'
import { invite } from './invite-person.ts'
import { getInvitee } from './invitation-store.ts'
import { findGrants, upsertMemberships } from './membership-store.ts'
import { reinstate } from './suspend-person.ts'

async function getChange({ tx, caller, now }: AdministrationContext, id: string): Promise<WaitingChange> {
  const change = await findChangeFor(tx, caller, id, now)
  if (!change) throw new Refusal('not_found')
  return change
}

async function grantRights(
  context: ChangeContext,
  { user_id, account_ids, rights, capabilities }: WaitingChange,
): Promise<void> {
  const before = await findGrants(context.tx, user_id, account_ids)
  const after = { rights, capabilities }
  await upsertMemberships(
    context.tx,
    user_id,
    account_ids.map((account_id) => ({ account_id, ...after })),
  )
  const changes = account_ids.map((account_id) => ({ account_id, before: before.get(account_id) ?? null, after }))
  await recordAccess(context, 'access.change', user_id, changes)
}

/** Grants what was requested, on the accounts of the change. */
export async function applyChange(context: ChangeContext, change: WaitingChange): Promise<void> {
  const { kind, user_id, account_ids, rights, capabilities } = change
  if (kind === 'rights') return grantRights(context, change)
  if (kind === 'reinstatement') return reinstate(context, user_id, account_ids)
  const grants = account_ids.map((account_id) => ({ account_id, rights, capabilities }))
  return invite(context, await getInvitee(context.tx, user_id), grants)
}

/** Accepts a change: by an administrator who neither requested it nor gains rights by it. */
export function acceptAccessChange(ports: AccessPorts, request: RequestContext, id: string): Promise<void> {
  return administer(ports, request, async (context) => {
    const { tx, caller, administered, lang, now } = context
    const change = await getChange(context, id)
    if (change.asked_by === caller.user_id) throw new Refusal('own_change')
    if (change.user_id === caller.user_id) throw new Refusal('own_rights')
    if (change.account_ids.length === 0) throw new Refusal('change_over')
    const person = await getInvitee(tx, change.user_id)
    const accounts = administered.filter(({ account_id }) => change.account_ids.includes(account_id))
    await confirmChange(context, 'access.accept', {
      accounts,
      facts: [personFact(person), ...grantFacts(change, lang)],
      subject: id,
    })
    await decideChange(tx, change, { state: 'accepted', by: caller.user_id, now })
    await applyChange(context, change)
  })
}

/** A refusal needs no re-authentication, because it changes no rights. The requester withdraws with the same call. */
export function refuseAccessChange(ports: AccessPorts, request: RequestContext, id: string): Promise<void> {
  return administer(ports, request, async (context) => {
    const { tx, caller, now } = context
    const change = await getChange(context, id)
    if (change.account_ids.length === 0) throw new Refusal('change_over')
    const isOwn = change.asked_by === caller.user_id
    await decideChange(tx, change, { state: isOwn ? 'withdrawn' : 'refused', by: caller.user_id, now })
    const after = { rights: change.rights, capabilities: change.capabilities }
    const changes = change.account_ids.map((account_id) => ({ account_id, before: null, after }))
    await recordAccess(context, isOwn ? 'access.withdraw' : 'access.refuse', change.user_id, changes)
  })
}
