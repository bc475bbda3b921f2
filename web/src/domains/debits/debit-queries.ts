import {
  changeMandate,
  type DebitQuery,
  type debitTabs,
  disputeDebit,
  exportDebits,
  getDebit,
  getMandate,
  listDebits,
  listMandates,
  registerMandate,
  rejectDebit,
} from 'contract/products/debits.ts'
import { countItemsToSign, listItemsToSign } from 'contract/transfers/signatures.ts'
import { callFile } from '../../lib/api/call.ts'
import { callQuery, showAnswered, useCall } from '../../lib/api/query.ts'
import type { FetchExport } from '../../shell/exports/use-export.ts'

/** The filters of the collections; all of them are in the address. */
export type DebitFilter = Pick<DebitQuery, 'search' | 'from' | 'to' | 'min' | 'max' | 'status'>
type Tab = (typeof debitTabs)[number]

export const debitListQuery = (tab: Tab, page: number, filter: DebitFilter) =>
  callQuery(listDebits, { query: { tab, page, ...filter } })
export const debitQuery = (id: string) => callQuery(getDebit, { params: { id } })
export const fetchDebits = (tab: Tab, format: 'csv' | 'xlsx', filter: DebitFilter, how: Parameters<FetchExport>[0]) =>
  callFile(exportDebits, { query: { tab, format, ...filter } }, how)
export const mandateListQuery = (page: number) => callQuery(listMandates, { query: { page } })
export const mandateQuery = (id: string) => callQuery(getMandate, { params: { id } })

export const useRejectDebit = () => useCall(rejectDebit, { refreshes: [listDebits, getDebit] })
export const useDisputeDebit = () => useCall(disputeDebit, { refreshes: [listDebits, getDebit] })
export const useChangeMandate = () =>
  useCall(changeMandate, {
    refreshes: [listMandates, getMandate, listItemsToSign, countItemsToSign],
    show: (mandate) => showAnswered(mandate, { list: listMandates, one: getMandate }),
  })
export const useRegisterMandate = () => useCall(registerMandate, { refreshes: [listMandates] })
