import {
  acceptSigningRules,
  getSigningRules,
  listLimits,
  refuseSigningRules,
  setSigningRules,
} from 'contract/transfers/signing-rules.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'

export const signingRulesQuery = () => callQuery(getSigningRules, {})
export const limitsQuery = (beneficiary: string | undefined) => callQuery(listLimits, { query: { beneficiary } })

const refreshes = [getSigningRules, listLimits]
export const useSetRules = () => useCall(setSigningRules, { refreshes })
export const useAcceptRules = () => useCall(acceptSigningRules, { refreshes })
export const useRefuseRules = () => useCall(refuseSigningRules, { refreshes })
