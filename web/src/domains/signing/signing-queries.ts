import {
  acceptSigningRules,
  getSigningRules,
  refuseSigningRules,
  setSigningRules,
} from 'contract/transfers/signing-rules.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'

export const signingRulesQuery = () => callQuery(getSigningRules, {})

const refreshes = [getSigningRules]
export const useSetRules = () => useCall(setSigningRules, { refreshes })
export const useAcceptRules = () => useCall(acceptSigningRules, { refreshes })
export const useRefuseRules = () => useCall(refuseSigningRules, { refreshes })
