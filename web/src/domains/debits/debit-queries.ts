import {
  changeMandate,
  type debitTabs,
  disputeDebit,
  listDebits,
  listMandates,
  registerMandate,
  rejectDebit,
} from 'contract/products/debits.ts'
import { countItemsToSign, listItemsToSign } from 'contract/transfers/signatures.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'

export const debitListQuery = (tab: (typeof debitTabs)[number], page: number) =>
  callQuery(listDebits, { query: { tab, page } })
export const mandateListQuery = (page: number) => callQuery(listMandates, { query: { page } })

export const useRejectDebit = () => useCall(rejectDebit, { refreshes: [listDebits] })
export const useDisputeDebit = () => useCall(disputeDebit, { refreshes: [listDebits] })
export const useChangeMandate = () =>
  useCall(changeMandate, { refreshes: [listMandates, listItemsToSign, countItemsToSign], listedBy: listMandates })
export const useRegisterMandate = () => useCall(registerMandate, { refreshes: [listMandates] })
