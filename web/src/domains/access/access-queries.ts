import {
  acceptAccessChange,
  changeAccess,
  getPerson,
  invitePerson,
  listAccessChanges,
  listAdministeredAccounts,
  listPeople,
  listPersonAccounts,
  listPersonHistory,
  refuseAccessChange,
  reinstatePerson,
  removePerson,
  resendInvitation,
  suspendPerson,
} from 'contract/access/access.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'

export const peopleQuery = (search: string, page: number) =>
  callQuery(listPeople, { query: { search: search || undefined, page } })
export const personQuery = (id: string) => callQuery(getPerson, { params: { id } })
export const personAccountsQuery = (id: string, search: string, page: number) =>
  callQuery(listPersonAccounts, { params: { id }, query: { search: search || undefined, page } })
export const personHistoryQuery = (id: string, page: number) =>
  callQuery(listPersonHistory, { params: { id }, query: { page } })
export const administeredQuery = (search: string, page: number) =>
  callQuery(listAdministeredAccounts, { query: { search: search || undefined, page } })
export const accessChangesQuery = (page: number) => callQuery(listAccessChanges, { query: { page } })

// A change of one person affects every list: people, rights, and pending changes.
const refreshes = [listPeople, getPerson, listPersonAccounts, listPersonHistory, listAccessChanges]

export const useInvitePerson = () => useCall(invitePerson, { refreshes })
export const useChangeAccess = () => useCall(changeAccess, { refreshes })
export const useSuspendPerson = () => useCall(suspendPerson, { refreshes })
export const useReinstatePerson = () => useCall(reinstatePerson, { refreshes })
export const useRemovePerson = () => useCall(removePerson, { refreshes: [listPeople, listAccessChanges] })
export const useResendInvitation = () => useCall(resendInvitation, { refreshes })
export const useAcceptChange = () => useCall(acceptAccessChange, { refreshes })
export const useRefuseChange = () => useCall(refuseAccessChange, { refreshes })
