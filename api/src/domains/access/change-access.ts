import type { AccessInput } from 'contract/access/access.ts'
import { inOrder } from 'contract/roles.ts'
import { Refusal } from '../../refusal.ts'
import { storeLostCapabilities } from '../accounts/second-person-store.ts'
import { replaceWaiting } from './access-change-store.ts'
import { grantFacts, personFact } from './access-summary.ts'
import { divide, isNothing, powersIn } from './access-rules.ts'
import { listAccountsWithAnother } from './access-store.ts'
import {
  type AccessPorts,
  accountsOf,
  administer,
  type RequestContext,
  confirmChange,
  getPerson,
  idsOf,
  requireAdministrator,
  recordAccess,
  notifyOfEscalation,
} from './administer.ts'
import { type AccessOutcome, requestEscalation, takesEffectLater } from './request-escalation.ts'
import { findGrants, removeMemberships, upsertMemberships } from './membership-store.ts'

/**
 * Changes a person's rights: fewer rights at once; more rights once a second administrator accepts. Where there is none, powers over money and
 * access take effect after a delay, other rights at once.
 */
export function changeAccess(
  ports: AccessPorts,
  request: RequestContext,
  id: string,
  input: AccessInput,
): Promise<AccessOutcome> {
  return administer(ports, request, async (context) => {
    const { tx, caller, lang, now } = context
    const person = await getPerson(context, id)
    if (person.state !== 'active') throw new Refusal('not_active_person')
    const accounts = accountsOf(context, input.accounts)
    const ids = idsOf(accounts)
    const grant = inOrder(input)
    const before = await findGrants(tx, id, ids)
    const hasSecond = await listAccountsWithAnother(tx, ids, [caller.user_id, id], now)
    const delayed = new Set<string>()
    for (const account_id of ids)
      if (!hasSecond.has(account_id) && (await takesEffectLater(tx, powersIn(grant, before.get(account_id)))))
        delayed.add(account_id)
    const { at_once, waiting, escalated } = divide(
      grant,
      ids.map((account_id) => ({ account_id, before: before.get(account_id) ?? null })),
      new Set([...hasSecond, ...delayed]),
    )
    if (person.is_self && escalated.length > 0) throw new Refusal('own_rights')
    await confirmChange(context, 'access.change', {
      accounts,
      facts: [personFact(person), ...grantFacts(grant, lang)],
      subject: id,
    })

    await replaceWaiting(tx, { user_id: id, account_ids: ids, by: caller.user_id, now })
    const kept = at_once.filter(({ after }) => !isNothing(after))
    await upsertMemberships(
      tx,
      id,
      kept.map(({ account_id, after }) => ({ account_id, ...after })),
    )
    await removeMemberships(tx, id, idsOf(at_once.filter(({ after }) => isNothing(after))))
    const lost = at_once.map(({ account_id, before: held, after }) => ({
      account_id,
      capabilities: held.capabilities.filter((one) => !after.capabilities.includes(one)),
    }))
    await storeLostCapabilities(tx, id, lost, now)
    await requireAdministrator(context, accounts)
    await recordAccess(context, 'access.change', id, at_once)

    const named = (some: readonly string[]) => accounts.filter(({ account_id }) => some.includes(account_id))
    const alone = escalated.filter((account_id) => !waiting.includes(account_id))
    if (alone.length > 0) await notifyOfEscalation(context, { person, accounts: named(alone), grant })
    return requestEscalation(
      context,
      { kind: 'rights', person, grant },
      {
        waiting: named(waiting.filter((id) => !delayed.has(id))),
        delayed: named(waiting.filter((id) => delayed.has(id))),
      },
    )
  })
}
