import {
  requestOfDeposit,
  DEPOSIT_TOTALS_HEADER,
  type DepositTotals,
  getDeposit,
  getDepositCertificate,
  getDepositNotice,
  listDepositOffers,
  listDeposits,
} from 'contract/products/deposits.ts'
import { callFile } from '../../lib/api/call.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'

export const depositListQuery = (page: number) => callQuery(listDeposits, { query: { page } })
export const depositQuery = (id: string) => callQuery(getDeposit, { params: { id } })
export const depositOffersQuery = () => callQuery(listDepositOffers, {})
export const useRequestOfDeposit = () => useCall(requestOfDeposit, { refreshes: [getDeposit] })

/** The totals of the deposits in progress, from the header of the list, which the server wrote by the contract. */
export const totalsIn = (headers: Headers): DepositTotals =>
  JSON.parse(headers.get(DEPOSIT_TOTALS_HEADER) ?? 'null') as DepositTotals

export const viewCertificate = async (id: string, title: string) =>
  viewFile(await callFile(getDepositCertificate, { params: { id } }), title)
export const viewNotice = async (id: string, place: number, title: string) =>
  viewFile(await callFile(getDepositNotice, { params: { id, place } }), title)
