import { getDashboard } from 'contract/dashboard.ts'
import { listOperations } from 'contract/operations.ts'
import { createTransfer, getTransfer, listTransfers, type Transfer } from 'contract/transfers.ts'
import { callQuery, useCall } from '../../lib/query.ts'

export type StatusFilter = Transfer['validation_status'] | undefined

export const transferListQuery = (page: number, status: StatusFilter) =>
  callQuery(listTransfers, { query: { page, validation_status: status } })
export const transferQuery = (id: string) => callQuery(getTransfer, { params: { id } })
export const useCreateTransfer = () => useCall(createTransfer, { refreshes: [listTransfers, listOperations, getDashboard] })
