// Apart from the queries of transfers: their list need not know what a top-up looks like.
import { getTopup, listTopups } from 'contract/card-topups.ts'
import { getDashboard } from 'contract/dashboard.ts'
import { getBatch, listBatches } from 'contract/multiple-transfers.ts'
import { listOperations } from 'contract/operations.ts'
import { listPrepaidCards } from 'contract/prepaid-cards.ts'
import { acceptItems, listItemsToSign } from 'contract/signatures.ts'
import { listLimits } from 'contract/signing-rules.ts'
import { getTransfer, listTransfers } from 'contract/transfers.ts'
import { useCall } from '../../lib/query.ts'

const touched = [
  listItemsToSign,
  getDashboard,
  listOperations,
  listLimits,
  listTransfers,
  getTransfer,
  listBatches,
  getBatch,
  listTopups,
  getTopup,
  listPrepaidCards,
]

export const useAcceptItems = () => useCall(acceptItems, { refreshes: touched })
