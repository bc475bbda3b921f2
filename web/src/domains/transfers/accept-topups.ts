// Apart from the queries of transfers: their list need not know what a top-up looks like.
import { acceptTopups, getTopup, listTopups } from 'contract/card-topups.ts'
import { getDashboard } from 'contract/dashboard.ts'
import { listOperations } from 'contract/operations.ts'
import { listPrepaidCards } from 'contract/prepaid-cards.ts'
import { listPaymentsToSign } from 'contract/signing-rules.ts'
import { useCall } from '../../lib/query.ts'

export const useAcceptTopups = () =>
  useCall(acceptTopups, { refreshes: [listPaymentsToSign, listTopups, getTopup, listPrepaidCards, listOperations, getDashboard] })
