import { getDashboard } from 'contract/dashboard.ts'
import type { Endpoint } from 'contract/endpoint.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { listInstantPayees } from 'contract/transfers/instant-payments.ts'
import { countItemsToSign, listItemsToSign } from 'contract/transfers/signatures.ts'
import { listTransferRows } from 'contract/transfers/transfer-rows.ts'
import {
  acceptTransfer,
  cancelTransfer,
  changeTransfer,
  createTransfer,
  exportTransfers,
  getTransfer,
  listPayees,
  quoteTransfer,
  rejectTransfer,
  type QuoteInput,
  type Transfer,
} from 'contract/transfers/transfers.ts'
import type { TransferStatus } from 'contract/transfers/transfer-statuses.ts'
import { call, callFile } from '../../lib/api/call.ts'
import { callQuery, makeStale, showAnswered, useCall } from '../../lib/api/query.ts'
import type { FetchExport } from '../../shell/exports/use-export.ts'

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
}

const toQuery = ({ validation, ...filter }: TransferFilter) => ({
  ...filter,
  validation_status: validation,
  // A cancelled order no longer waits for signatures.
  ...(validation === 'pending' && { execution_status: 'scheduled' as const }),
})

export const transferListQuery = (page: number, filter: TransferFilter) =>
  callQuery(listTransferRows, { query: { page, ...toQuery(filter) } })
export const fetchTransfers = (format: 'csv' | 'xlsx', filter: TransferFilter, how: Parameters<FetchExport>[0]) =>
  callFile(exportTransfers, { query: { format, ...toQuery(filter) } }, how)
/** Without a search: the own accounts and the last payees. `beneficiary`: one that is answered too. */
export const payeesQuery = ({ search, beneficiary }: { search?: string; beneficiary?: string | undefined }) =>
  callQuery(listPayees, { query: { ...(search && { search }), ...(beneficiary && { beneficiary }) } })
/** Who was paid instantly and is not saved as a beneficiary. */
export const instantPayeesQuery = () => callQuery(listInstantPayees, {})
export const transferQuery = (id: string) => callQuery(getTransfer, { params: { id } })
export const toSignQuery = (page: number) => callQuery(listItemsToSign, { query: { page } })
export const toSignCountQuery = () => callQuery(countItemsToSign, { query: {} })
export const quoteQuery = (input: QuoteInput) => callQuery(quoteTransfer, { body: input })

/** The queries that any action on an order makes stale. */
const touched: readonly Endpoint[] = [
  listTransferRows,
  listPayees,
  listInstantPayees,
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

/** Saves the personal note on the account where it was written, also when the page or the account is being left. */
export async function saveNote(account: string, id: string, comment: string | null): Promise<void> {
  await call(changeTransfer, { params: { id }, body: { comment } }, { account, keepalive: true })
  // Before the tab deletes the draft: a panel that opens now reads it here.
  showAnswered({ id, comment }, { one: getTransfer })
  void makeStale(getTransfer)
}
