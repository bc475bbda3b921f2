import {
  answerAliasClaim,
  cancelTillPayment,
  claimPaymentAlias,
  createPaymentAlias,
  createTillPayment,
  listPaymentAliases,
  listTillPayments,
  removePaymentAlias,
} from 'contract/accounts/payment-aliases.ts'
import { pollEvery } from '../../../lib/api/live.ts'
import { callQuery, useCall } from '../../../lib/api/query.ts'

/** The interval at which the till polls for its payment while no live events arrive. */
const TILL_EVERY_MS = 3_000

export const paymentAliasesQuery = () => callQuery(listPaymentAliases, {})
export const tillQuery = () => ({ ...callQuery(listTillPayments, {}), refetchInterval: pollEvery(TILL_EVERY_MS) })

const aliases = { refreshes: [listPaymentAliases] }
export const useCreateAlias = () => useCall(createPaymentAlias, aliases)
export const useRemoveAlias = () => useCall(removePaymentAlias, aliases)
export const useClaimAlias = () => useCall(claimPaymentAlias, aliases)
export const useAnswerClaim = () => useCall(answerAliasClaim, aliases)
export const useCreateTillPayment = () => useCall(createTillPayment, { refreshes: [listTillPayments] })
export const useCancelTillPayment = () => useCall(cancelTillPayment, { refreshes: [listTillPayments] })
