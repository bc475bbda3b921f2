import {
  acceptRecurringTopup,
  acceptTopup,
  changeRecurringTopup,
  createTopup,
  exportTopups,
  getTopup,
  getTopupReceipt,
  listRecurringTopups,
  listTopups,
  quoteTopup,
  rejectRecurringTopup,
  rejectTopup,
  removeRecurringTopup,
  type TopupQuery,
} from 'contract/products/card-topups.ts'
import { getDashboard } from 'contract/dashboard.ts'
import {
  changePrepaidCard,
  getCardLimits,
  listPrepaidCards,
  registerPrepaidCard,
} from 'contract/products/prepaid-cards.ts'
import { countItemsToSign, listItemsToSign } from 'contract/transfers/signatures.ts'
import { callFile } from '../../lib/api/call.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { callQuery, showAnswered, useCall } from '../../lib/api/query.ts'
import type { FetchExport } from '../../shell/exports/use-export.ts'

/** The filters of the history. All of them are in the address. */
export type TopupFilter = Pick<TopupQuery, 'card' | 'status' | 'from' | 'to'> & { search?: undefined }

export const cardsQuery = () => callQuery(listPrepaidCards, {})
export const cardLimitsQuery = () => callQuery(getCardLimits, {})
export const recurringQuery = () => callQuery(listRecurringTopups, {})
export const topupListQuery = (page: number, filter: TopupFilter) =>
  callQuery(listTopups, { query: { page, ...filter } })
export const topupQuery = (id: string) => callQuery(getTopup, { params: { id } })
/** A new amount is a new query: the previous one is cancelled. */
export const topupQuoteQuery = (card_id: string, amount: number) => callQuery(quoteTopup, { body: { card_id, amount } })

// Pending top-ups are listed in the signature inbox and counted on the home page.
const TOPUPS = [listTopups, getTopup, listPrepaidCards, quoteTopup, listItemsToSign, countItemsToSign, getDashboard]
const RECURRING = [listRecurringTopups, listItemsToSign, countItemsToSign, getDashboard]

export const useRegisterCard = () => useCall(registerPrepaidCard, { refreshes: [listPrepaidCards] })
export const useChangeCard = () => useCall(changePrepaidCard, { refreshes: [listPrepaidCards] })
export const useCreateTopup = () => useCall(createTopup, { refreshes: [...TOPUPS, listRecurringTopups] })
export const useAcceptTopup = () => useCall(acceptTopup, { refreshes: TOPUPS })
export const useRejectTopup = () => useCall(rejectTopup, { refreshes: TOPUPS })
export const useChangeRecurring = () =>
  useCall(changeRecurringTopup, {
    refreshes: RECURRING,
    show: (topup) => showAnswered(topup, { list: listRecurringTopups }),
  })
export const useRemoveRecurring = () => useCall(removeRecurringTopup, { refreshes: RECURRING })
export const useAcceptRecurring = () => useCall(acceptRecurringTopup, { refreshes: RECURRING })
export const useRejectRecurring = () => useCall(rejectRecurringTopup, { refreshes: RECURRING })

export const viewReceipt = async (id: string, title: string) =>
  viewFile(await callFile(getTopupReceipt, { params: { id } }), title)
export const fetchTopups = (format: 'csv' | 'xlsx', filter: TopupFilter, how: Parameters<FetchExport>[0]) =>
  callFile(exportTopups, { query: { format, ...filter } }, how)
