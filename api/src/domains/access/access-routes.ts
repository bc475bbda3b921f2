import * as contract from 'contract/access/access.ts'
import { PER_PAGE } from 'contract/endpoint.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Serve } from '../../http/serve.ts'
import { Refusal } from '../../refusal.ts'
import { listWaitingOf } from './access-change-store.ts'
import { listHistory } from './access-history.ts'
import { findPersonOf, listPeopleOf, listPersonAccountsOf } from './access-store.ts'
import type { AccessPorts } from './administer.ts'
import { changeAccess } from './change-access.ts'
import { acceptAccessChange, refuseAccessChange } from './decide-access-change.ts'
import { invitePerson, resendInvitation } from './invite-person.ts'
import { reinstatePerson, removePerson, suspendPerson } from './suspend-person.ts'

const pageOf = ({ page }: { page?: number | undefined }) => ({ page: page ?? 1, per_page: PER_PAGE })
const searchOf = ({ search }: { search?: string | undefined }) => search?.trim() || null

export function accessRoutes(serve: Serve, ports: AccessPorts) {
  const { db, clock } = ports
  const known = async (caller: AccountCaller, id: string) => {
    const person = await findPersonOf(db, caller, id, clock.now())
    if (!person) throw new Refusal('not_found')
    return person
  }
  serve(contract.listPeople, async ({ caller, query }) => {
    const page = pageOf(query)
    return {
      ...page,
      ...(await listPeopleOf(db, caller, { search: searchOf(query), id: null, now: clock.now() }, page)),
    }
  })
  serve(contract.getPerson, ({ caller, params }) => known(caller, params.id))
  serve(contract.listPersonAccounts, async ({ caller, params, query }) => {
    await known(caller, params.id)
    const page = pageOf(query)
    return {
      ...page,
      ...(await listPersonAccountsOf(db, caller, { person_id: params.id, search: searchOf(query) }, page)),
    }
  })
  serve(contract.listAdministeredAccounts, async ({ caller, query }) => {
    const page = pageOf(query)
    const { items, total } = await listPersonAccountsOf(db, caller, { person_id: null, search: searchOf(query) }, page)
    return { ...page, total, items: items.map(({ account_id, label, number }) => ({ account_id, label, number })) }
  })
  serve(contract.listPersonHistory, async ({ caller, params, query }) => {
    await known(caller, params.id)
    const page = pageOf(query)
    const ids = { customer_id: caller.customer_id, person_id: params.id, administrator_id: caller.user_id }
    return { ...page, ...(await listHistory(db, ids, page)) }
  })
  serve(contract.invitePerson, ({ body, ...context }) => invitePerson(ports, context, body))
  serve(contract.changeAccess, ({ params, body, ...context }) => changeAccess(ports, context, params.id, body))
  serve(contract.suspendPerson, async ({ params, ...context }) => {
    await suspendPerson(ports, context, params.id)
    return null
  })
  serve(contract.reinstatePerson, ({ params, ...context }) => reinstatePerson(ports, context, params.id))
  serve(contract.removePerson, async ({ params, ...context }) => {
    await removePerson(ports, context, params.id)
    return null
  })
  serve(contract.resendInvitation, async ({ params, ...context }) => {
    await resendInvitation(ports, context, params.id)
    return null
  })
  serve(contract.listAccessChanges, async ({ caller, query }) => {
    const page = pageOf(query)
    return { ...page, ...(await listWaitingOf(db, caller, clock.now(), page)) }
  })
  serve(contract.acceptAccessChange, async ({ params, ...context }) => {
    await acceptAccessChange(ports, context, params.id)
    return null
  })
  serve(contract.refuseAccessChange, async ({ params, ...context }) => {
    await refuseAccessChange(ports, context, params.id)
    return null
  })
}
