import { getDashboard } from 'contract/dashboard.ts'
import type { Endpoint } from 'contract/endpoint.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { countItemsToSign, listItemsToSign } from 'contract/transfers/signatures.ts'
import {
  acceptTransfer,
  cancelTransfer,
  changeTransfer,
  createTransfer,
  getTransfer,
  listPayees,
  listTransfers,
  quoteTransfer,
  rejectTransfer,
  type QuoteInput,
  type Transfer,
} from 'contract/transfers/transfers.ts'
import type { TransferStatus } from 'contract/transfers/transfer-statuses.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'

/** The filters of the list; all of them are in the address. */
export type TransferFilter = {
  type?: Transfer['type'] | undefined
  status?: TransferStatus | undefined
  validation?: Transfer['validation_status'] | undefined
  from?: string | undefined
  to?: string | undefined
  /** In the minor unit. */
  min?: number | undefined
  max?: number | undefined
  search?: string | undefined
  /** Whether lines of batches are listed: also in a search, because people search for a payee by name. */
  lines?: 'shown' | undefined
}

export const transferListQuery = (
  page: number,
  { status, validation, type, from, to, min, max, search, lines }: TransferFilter,
) =>
  callQuery(listTransfers, {
    query: {
      page,
      type,
      status,
      from,
      to,
      min,
      max,
      search,
      validation_status: validation,
      order: 'grouped',
      ...(!search && lines !== 'shown' && { batch_lines: 'excluded' as const }),
      // A cancelled order no longer waits for signatures.
      ...(validation === 'pending' && { execution_status: 'scheduled' as const }),
    },
  })
/** Without a search: the own accounts and the last payees. `beneficiary`: one that is answered too. */
export const payeesQuery = ({ search, beneficiary }: { search?: string; beneficiary?: string | undefined }) =>
  callQuery(listPayees, { query: { ...(search && { search }), ...(beneficiary && { beneficiary }) } })
export const transferQuery = (id: string) => callQuery(getTransfer, { params: { id } })
export const toSignQuery = (page: number) => callQuery(listItemsToSign, { query: { page } })
export const toSignCountQuery = () => callQuery(countItemsToSign, { query: {} })
export const quoteQuery = (input: QuoteInput) => callQuery(quoteTransfer, { body: input })

/** The queries that any action on an order makes stale. */
const touched: readonly Endpoint[] = [
  listTransfers,
  listPayees,
  getTransfer,
  listItemsToSign,
  countItemsToSign,
  listOperations,
  getDashboard,
]

export const useCreateTransfer = () => useCall(createTransfer, { refreshes: touched })
export const useAcceptTransfer = () => useCall(acceptTransfer, { refreshes: touched })
export const useRejectTransfer = (account?: string) =>
  useCall(rejectTransfer, { refreshes: touched, ...(account && { account }) })
export const useCancelTransfer = () => useCall(cancelTransfer, { refreshes: touched })
export const useChangeTransfer = () => useCall(changeTransfer, { refreshes: touched })
