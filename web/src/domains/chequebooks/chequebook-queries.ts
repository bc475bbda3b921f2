import {
  acceptChequebook,
  getChequebook,
  listAgencies,
  listChequebooks,
  listChequebookTypes,
  orderChequebook,
  rejectChequebook,
  stopCheques,
} from 'contract/products/chequebooks.ts'
import { countItemsToSign, listItemsToSign } from 'contract/transfers/signatures.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'

export const chequebookListQuery = (page: number, cheque?: string) =>
  callQuery(listChequebooks, { query: { page, cheque } })
export const chequebookQuery = (id: string) => callQuery(getChequebook, { params: { id } })
export const chequebookTypesQuery = () => callQuery(listChequebookTypes, {})
/** The branches for pick-up, that of the account first. */
export const agenciesQuery = () => callQuery(listAgencies, {})

// Pending orders are listed in the signature inbox too.
const ALL = [listChequebooks, getChequebook, listItemsToSign, countItemsToSign]

export const useOrderChequebook = () => useCall(orderChequebook, { refreshes: ALL })
export const useStopCheques = () => useCall(stopCheques, { refreshes: ALL })
export const useAcceptChequebook = () => useCall(acceptChequebook, { refreshes: ALL })
export const useRejectChequebook = () => useCall(rejectChequebook, { refreshes: ALL })
