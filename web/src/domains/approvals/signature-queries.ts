// Defines the queries of the signature inbox, separate from those of transfers, whose list does not need the types of
// top-ups.
import { getTopup, listTopups } from 'contract/products/card-topups.ts'
import { getDashboard } from 'contract/dashboard.ts'
import { getBatch, listBatches } from 'contract/transfers/batches.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { listPrepaidCards } from 'contract/products/prepaid-cards.ts'
import { acceptItems, listItemsToSign } from 'contract/transfers/signatures.ts'
import { listLimits } from 'contract/transfers/signing-rules.ts'
import { getTransfer, listTransfers } from 'contract/transfers/transfers.ts'
import { useCall } from '../../lib/api/query.ts'

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
