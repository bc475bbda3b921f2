import { getDashboard } from 'contract/dashboard.ts'
import type { Endpoint } from 'contract/endpoint.ts'
import { listOperations } from 'contract/operations.ts'
import { listLimits, listPaymentsToSign } from 'contract/signing-rules.ts'
import {
  acceptTransfer,
  acceptTransfers,
  cancelTransfer,
  changeTransfer,
  createTransfer,
  getTransfer,
  listOwnAccounts,
  listTransfers,
  listTransfersToSign,
  quoteTransfer,
  rejectTransfer,
  type QuoteWish,
  type Transfer,
} from 'contract/transfers.ts'
import { callQuery, useCall } from '../../lib/query.ts'

/** What narrows the list; both stand in the address. */
export type TransferFilter = {
  type?: Transfer['type']
  status?: TransferStatusName
  from?: string
  to?: string
  search?: string
}

/** The states as people tell them apart: what validators said, and what the bank made of it. */
export const statusNames = ['pending', 'scheduled', 'executed', 'refused', 'rejected', 'returned', 'cancelled', 'paused'] as const
export type TransferStatusName = (typeof statusNames)[number]

const isOfValidators = (status: TransferStatusName) => status === 'pending' || status === 'refused'

export const transferListQuery = (page: number, { status, type, from, to, search }: TransferFilter) =>
  callQuery(listTransfers, {
    query: {
      page,
      type,
      from,
      to,
      search,
      ...(status && (isOfValidators(status) ? { validation_status: status } : { execution_status: status })),
      // What waits for signatures is scheduled too, and told apart by its own name.
      ...(status === 'scheduled' && { validation_status: 'validated' as const }),
    },
  })
export const ownAccountsQuery = (search: string) => callQuery(listOwnAccounts, { query: { ...(search !== '' && { search }) } })
export const transferQuery = (id: string) => callQuery(getTransfer, { params: { id } })
export const paymentsToSignQuery = (page: number) => callQuery(listPaymentsToSign, { query: { page } })
export const toSignQuery = (page: number) => callQuery(listTransfersToSign, { query: { page } })
export const quoteQuery = (wish: QuoteWish) => callQuery(quoteTransfer, { body: wish })

/** What any act on an order makes stale. */
const touched: readonly Endpoint[] = [
  listTransfers,
  listOwnAccounts,
  listLimits,
  getTransfer,
  listTransfersToSign,
  listOperations,
  getDashboard,
]

export const useCreateTransfer = () => useCall(createTransfer, { refreshes: touched })
export const useAcceptTransfer = () => useCall(acceptTransfer, { refreshes: touched })
export const useAcceptTransfers = () => useCall(acceptTransfers, { refreshes: touched })
export const useRejectTransfer = (account?: string) => useCall(rejectTransfer, { refreshes: touched, ...(account && { account }) })
export const useCancelTransfer = () => useCall(cancelTransfer, { refreshes: touched })
export const useChangeTransfer = () => useCall(changeTransfer, { refreshes: touched })
