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
import { listBankDetails } from 'contract/accounts/rib.ts'
import { pollEvery } from '../../lib/api/live.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'
import { useSession } from '../../lib/session/session.ts'

/** While no live events arrive, the till asks this often whether it was paid. */
const TILL_EVERY_MS = 3_000

export const bankDetailsQuery = () => callQuery(listBankDetails, {})
export const paymentAliasesQuery = () => callQuery(listPaymentAliases, {})
export const tillQuery = () => ({ ...callQuery(listTillPayments, {}), refetchInterval: pollEvery(TILL_EVERY_MS) })

const aliases = { refreshes: [listPaymentAliases] }
export const useCreateAlias = () => useCall(createPaymentAlias, aliases)
export const useRemoveAlias = () => useCall(removePaymentAlias, aliases)
export const useClaimAlias = () => useCall(claimPaymentAlias, aliases)
export const useAnswerClaim = () => useCall(answerAliasClaim, aliases)
export const useCreateTillPayment = () => useCall(createTillPayment, { refreshes: [listTillPayments] })
export const useCancelTillPayment = () => useCall(cancelTillPayment, { refreshes: [listTillPayments] })

/** Whether the selected account can receive over the platform: the bank is connected to it, and the account is in francs. */
export function useMayReceiveInstantly(): boolean {
  const { user, account } = useSession()
  return user?.instant_payments === true && account?.currency === 'XOF'
}
