import { getDashboard } from 'contract/dashboard.ts'
import type { Endpoint } from 'contract/endpoint.ts'
import { listOperations } from 'contract/operations.ts'
import { listLimits } from 'contract/signing-rules.ts'
import {
  acceptTransfer,
  acceptTransfers,
  cancelTransfer,
  changeTransfer,
  createTransfer,
  getTransfer,
  listTransfers,
  listTransfersToSign,
  quoteTransfer,
  rejectTransfer,
  type QuoteWish,
  type Transfer,
} from 'contract/transfers.ts'
import { callQuery, useCall } from '../../lib/query.ts'

/** What narrows the list; both stand in the address. */
export type TransferFilter = { status?: Transfer['validation_status']; type?: Transfer['type'] }

export const transferListQuery = (page: number, { status, type }: TransferFilter) =>
  callQuery(listTransfers, { query: { page, validation_status: status, type } })
export const transferQuery = (id: string) => callQuery(getTransfer, { params: { id } })
export const toSignQuery = (page: number) => callQuery(listTransfersToSign, { query: { page } })
export const quoteQuery = (wish: QuoteWish) => callQuery(quoteTransfer, { body: wish })

/** What any act on an order makes stale. */
const touched: readonly Endpoint[] = [listTransfers, listLimits, getTransfer, listTransfersToSign, listOperations, getDashboard]

export const useCreateTransfer = () => useCall(createTransfer, { refreshes: touched })
export const useAcceptTransfer = () => useCall(acceptTransfer, { refreshes: touched })
export const useAcceptTransfers = () => useCall(acceptTransfers, { refreshes: touched })
export const useRejectTransfer = (account?: string) => useCall(rejectTransfer, { refreshes: touched, ...(account && { account }) })
export const useCancelTransfer = () => useCall(cancelTransfer, { refreshes: touched })
export const useChangeTransfer = () => useCall(changeTransfer, { refreshes: touched })
