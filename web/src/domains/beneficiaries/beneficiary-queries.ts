import {
  acceptBeneficiary,
  type Beneficiary,
  changeBeneficiary,
  createBeneficiary,
  exportBeneficiaries,
  getBeneficiary,
  getBeneficiaryRib,
  listBeneficiaries,
  listCountries,
  rejectBeneficiary,
  removeBeneficiary,
  trustBeneficiary,
  validateIban,
} from 'contract/transfers/beneficiaries.ts'
import {
  changeBeneficiaryList,
  createBeneficiaryList,
  getBeneficiaryList,
  listBeneficiaryLists,
  listListNames,
  listListTypes,
  removeBeneficiaryList,
} from 'contract/transfers/beneficiary-lists.ts'
import { getDashboard } from 'contract/dashboard.ts'
import type { Endpoint } from 'contract/endpoint.ts'
import { countItemsToSign, listItemsToSign } from 'contract/transfers/signatures.ts'
import { listTransferRows } from 'contract/transfers/transfer-rows.ts'
import { getTransfer, listPayees, listUnsavedPayees } from 'contract/transfers/transfers.ts'
import { callFile } from '../../lib/api/call.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'
import type { FetchExport } from '../../shell/exports/use-export.ts'

/** The filters of the list; all of them are in the address. */
export type BeneficiaryFilter = {
  search?: string | undefined
  list?: string | undefined
  status?: Beneficiary['approval_status'] | undefined
  international?: 'true' | 'false' | undefined
}

/** The saved beneficiaries of the account, by name. */
export const beneficiaryListQuery = (filter: BeneficiaryFilter, page: number) =>
  callQuery(listBeneficiaries, { query: { ...filter, search: filter.search || undefined, page } })
export const fetchBeneficiaries = (filter: BeneficiaryFilter, how: Parameters<FetchExport>[0]) =>
  callFile(exportBeneficiaries, { query: filter }, how)
export const beneficiaryQuery = (id: string) => callQuery(getBeneficiary, { params: { id } })
/** `name`: compared with the holder, if the account is of this bank. */
export const accountCheckQuery = (iban: string, name: string) =>
  callQuery(validateIban, { query: { iban, ...(name && { name }) } })
/** Payees of files that are paid and not saved yet. */
export const unsavedPayeesQuery = () => callQuery(listUnsavedPayees, {})
export const countriesQuery = () => ({ ...callQuery(listCountries, {}), staleTime: Infinity })
export const listsQuery = (page: number) => callQuery(listBeneficiaryLists, { query: { page } })
/** All lists of the account, where one is chosen. */
export const listNamesQuery = () => callQuery(listListNames, {})
export const listQuery = (id: string) => callQuery(getBeneficiaryList, { params: { id } })
export const listTypesQuery = () => callQuery(listListTypes, {})

// A list shows its number of members, and a beneficiary its lists.
const people: readonly Endpoint[] = [
  listBeneficiaries,
  getBeneficiary,
  listBeneficiaryLists,
  getBeneficiaryList,
  listPayees,
  listUnsavedPayees,
]
// Another account stops the open orders to the former one.
const orders: readonly Endpoint[] = [listTransferRows, getTransfer, listItemsToSign, countItemsToSign, getDashboard]

export const useCreateBeneficiary = () => useCall(createBeneficiary, { refreshes: people })
export const useChangeBeneficiary = () => useCall(changeBeneficiary, { refreshes: [...people, ...orders] })
export const useRemoveBeneficiary = () =>
  useCall(removeBeneficiary, {
    refreshes: [listBeneficiaries, listBeneficiaryLists, getBeneficiaryList, listPayees, listUnsavedPayees, ...orders],
  })
export const useAcceptBeneficiary = () => useCall(acceptBeneficiary, { refreshes: people })
export const useTrustBeneficiary = () => useCall(trustBeneficiary, { refreshes: people })
export const useRejectBeneficiary = () => useCall(rejectBeneficiary, { refreshes: people })

const lists: readonly Endpoint[] = [...people, listListNames, listListTypes]
export const useCreateList = () => useCall(createBeneficiaryList, { refreshes: lists })
export const useChangeList = () => useCall(changeBeneficiaryList, { refreshes: lists })
export const useRemoveList = () =>
  useCall(removeBeneficiaryList, {
    refreshes: [listBeneficiaries, getBeneficiary, listBeneficiaryLists, listListNames],
  })

export const viewRib = async (id: string) => viewFile(await callFile(getBeneficiaryRib, { params: { id } }))
