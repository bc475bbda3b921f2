import { createRoute } from '@tanstack/react-router'
import { transferStatuses } from 'contract/transfers/transfer-status-codes.ts'
import type { Transfer } from 'contract/transfers/transfers.ts'
import type { KindGroup } from '../../domains/approvals/item-labels.ts'
import { catalogues } from '../catalogues.ts'
import { amount, day, oneOf, pageNumber, searchOf, searchText, uuid } from '../search-params.ts'
import { requireAccount, requireCapability, requireRight } from '../session-guard.ts'
import { mainLayout, signedIn } from './layouts.ts'
import { loadOnce, prefetching } from './prefetching.ts'
import { screen } from './screen.ts'

// Only types are imported from the contract: its schemas would load with the first page.
const validationStatuses = ['pending', 'validated', 'refused'] as const
const kindGroups: readonly KindGroup[] = [
  'transfers',
  'batches',
  'topups',
  'chequebooks',
  'beneficiaries',
  'mandates',
  'returns',
]
const transferTypes: readonly Transfer['type'][] = ['direct', 'delayed', 'periodic']

const loadTransfers = loadOnce(() => import('../../domains/transfers/TransferListScreen.tsx'))
const transfers = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers',
  beforeLoad: prefetching(requireRight('transfers'), loadTransfers),
  validateSearch: searchOf({
    page: pageNumber,
    status: oneOf(...transferStatuses),
    validation: oneOf(...validationStatuses),
    type: oneOf(...transferTypes),
    from: day,
    to: day,
    min: amount,
    max: amount,
    search: searchText,
  }),
  component: screen(loadTransfers, 'TransferListScreen', catalogues.transfers),
})
const transfersFirst = createRoute({ getParentRoute: () => transfers, path: '/' })
const transfer = createRoute({ getParentRoute: () => transfers, path: '$transferId' })
const loadToSign = loadOnce(() => import('../../domains/approvals/ToSignScreen.tsx'))
const transfersToSign = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/to-sign',
  beforeLoad: prefetching(requireRight('transfers'), loadToSign),
  validateSearch: searchOf({ page: pageNumber, kind: oneOf(...kindGroups), item: uuid }),
  component: screen(loadToSign, 'ToSignScreen', catalogues.approvals, catalogues.transfers),
})
const sentForSignature = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/sent',
  beforeLoad: requireRight('transfers'),
  component: screen(
    () => import('../../domains/approvals/SentScreen.tsx'),
    'SentScreen',
    catalogues.approvals,
    catalogues.transfers,
  ),
})
const signedItems = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/signed',
  beforeLoad: requireCapability('transfer.validate'),
  component: screen(
    () => import('../../domains/approvals/SignedScreen.tsx'),
    'SignedScreen',
    catalogues.approvals,
    catalogues.transfers,
  ),
})
const importTransfers = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/create/multiple',
  beforeLoad: requireCapability('transfer.create'),
  validateSearch: searchOf({
    list: uuid,
    only: oneOf('invalid', 'ready', 'twice', 'names'),
    search: searchText,
  }),
  component: screen(
    () => import('../../domains/transfer-imports/ImportScreen.tsx'),
    'ImportScreen',
    catalogues.accounts,
    catalogues.transferImports,
    catalogues.transfers,
  ),
})
const batches = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/batches',
  beforeLoad: requireRight('transfers'),
  validateSearch: searchOf({ page: pageNumber }),
  component: screen(
    () => import('../../domains/batches/BatchListScreen.tsx'),
    'BatchListScreen',
    catalogues.batches,
    catalogues.transfers,
  ),
})
const batch = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/batches/$batchId',
  beforeLoad: requireRight('transfers'),
  validateSearch: searchOf({
    page: pageNumber,
    only: oneOf('failed', 'new', 'attention', 'never_paid', 'other_holder', 'unusual'),
    search: searchText,
    sort: oneOf('amount', 'name', 'bank', 'new', 'attention'),
    /** The batch's account, where it is not the selected one. */
    account: uuid,
  }),
  component: screen(
    () => import('../../domains/batches/BatchScreen.tsx'),
    'BatchScreen',
    catalogues.batches,
    catalogues.transfers,
  ),
})
const newTransfer = createRoute({
  getParentRoute: () => signedIn,
  path: '/transfers/create',
  beforeLoad: (entering) => {
    requireAccount()
    requireRight('transfers')(entering)
  },
  validateSearch: searchOf({
    edit: uuid,
    from: uuid,
    /** The order of `from` as a series. */
    rhythm: oneOf('monthly'),
    /** The payee: selected on the page of beneficiaries, or just saved. */
    beneficiary: uuid,
  }),
  component: screen(
    () => import('../../domains/transfers/form/NewTransferScreen.tsx'),
    'NewTransferScreen',
    catalogues.transfers,
    catalogues.accounts,
  ),
})

export const transferRoutes = [
  transfers.addChildren([transfersFirst, transfer]),
  transfersToSign,
  sentForSignature,
  signedItems,
  importTransfers,
  batches,
  batch,
] as const
export const newTransferRoutes = [newTransfer] as const
