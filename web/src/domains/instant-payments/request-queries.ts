import { listOperations } from 'contract/accounts/operations.ts'
import { getDashboard } from 'contract/dashboard.ts'
import { listAlerts } from 'contract/access/alerts.ts'
import {
  createPaymentRequest,
  getPaymentRequest,
  listPaymentRequests,
  type PaymentRequest,
  refusePaymentRequest,
} from 'contract/transfers/payment-requests.ts'
import { listRequestFiles, sendRequestFile } from 'contract/transfers/request-files.ts'
import {
  acceptReturn,
  getReturnRequest,
  listReturnRequests,
  refuseReturn,
  requestReturn,
} from 'contract/transfers/return-requests.ts'
import { listSentItems } from 'contract/transfers/signatures.ts'
import { listTransferRows } from 'contract/transfers/transfer-rows.ts'
import { createTransfer, getTransfer } from 'contract/transfers/transfers.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'

export const requestListQuery = (direction: PaymentRequest['direction'], page: number) =>
  callQuery(listPaymentRequests, { query: { direction, page } })
export const requestQuery = (id: string) => callQuery(getPaymentRequest, { params: { id } })
export const returnListQuery = (page: number) => callQuery(listReturnRequests, { query: { page } })
export const returnQuery = (id: string) => callQuery(getReturnRequest, { params: { id } })

const REQUESTS = [listPaymentRequests, getPaymentRequest]
const RETURNS = [listReturnRequests, getReturnRequest]

/** Pays a received request: the order names its look-up. */
export const usePayRequest = () =>
  useCall(createTransfer, { refreshes: [...REQUESTS, listTransferRows, listOperations, getDashboard] })
export const useRefuseRequest = () => useCall(refusePaymentRequest, { refreshes: [...REQUESTS, listAlerts] })
export const useCreateRequest = () => useCall(createPaymentRequest, { refreshes: [listPaymentRequests] })
export const requestFilesQuery = () => callQuery(listRequestFiles, {})
export const useSendRequestFile = () => useCall(sendRequestFile, { refreshes: [listRequestFiles, listPaymentRequests] })
export const useRequestReturn = () => useCall(requestReturn, { refreshes: [getTransfer, listReturnRequests] })
export const useAcceptReturn = () =>
  useCall(acceptReturn, { refreshes: [...RETURNS, listOperations, getDashboard, listSentItems] })
export const useRefuseReturn = () => useCall(refuseReturn, { refreshes: [...RETURNS, listSentItems] })
