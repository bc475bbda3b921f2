import { createRoute, redirect } from '@tanstack/react-router'
import type { Operation } from 'contract/accounts/operations.ts'
import { paths } from '../../lib/paths.ts'
import { catalogues } from '../catalogues.ts'
import { amount, day, oneOf, pageNumber, searchOf, searchText, uuid, uuids } from '../search-params.ts'
import { requireRight } from '../session-guard.ts'
import { mainLayout } from './layouts.ts'
import { loadOnce, prefetching } from './prefetching.ts'
import { screen } from './screen.ts'

// Only types are imported from the contract: its schemas would load with the first page.
const signs = ['credit', 'debit'] as const
const operationTypes: readonly Operation['type'][] = [
  ...([
    'transfer_in',
    'transfer_out',
    'transfer_return',
    'card',
    'withdrawal',
    'cash_deposit',
    'cheque_in',
    'cheque_out',
  ] as const),
  ...(['direct_debit', 'fee', 'interest', 'tax', 'loan', 'card_topup', 'other'] as const),
]

const loadOperations = loadOnce(() => import('../../domains/operations/OperationListScreen.tsx'))
const operations = createRoute({
  getParentRoute: () => mainLayout,
  path: '/operations',
  beforeLoad: requireRight('operations'),
  validateSearch: searchOf({
    operation: uuid,
    search: searchText,
    from: day,
    to: day,
    sign: oneOf(...signs),
    type: oneOf(...operationTypes),
    min: amount,
    max: amount,
    categories: uuids,
    documents: oneOf('with', 'without'),
    account: oneOf('all'),
  }),
  component: screen(loadOperations, 'OperationListScreen', catalogues.operations),
})
const operationsFirst = createRoute({
  getParentRoute: () => operations,
  path: '/',
  beforeLoad: prefetching(requireRight('operations'), loadOperations),
})
const operationsPage = createRoute({
  getParentRoute: () => operations,
  path: '/page/$pageNumber',
  beforeLoad: ({ params, search }) => {
    if (pageNumber(params.pageNumber) === undefined) throw redirect({ ...paths.operations(), search, replace: true })
  },
})

const analysis = createRoute({
  getParentRoute: () => mainLayout,
  path: '/operations/analysis',
  beforeLoad: (entering) => {
    requireRight('operations')(entering)
    requireRight('dashboard')(entering)
  },
  component: screen(
    () => import('../../domains/dashboard/AnalysisScreen.tsx'),
    'AnalysisScreen',
    catalogues.operations,
    catalogues.dashboard,
  ),
})

export const operationRoutes = [operations.addChildren([operationsFirst, operationsPage]), analysis] as const
