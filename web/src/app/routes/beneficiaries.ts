import { createRoute } from '@tanstack/react-router'
import type { Beneficiary } from 'contract/transfers/beneficiaries.ts'
import { catalogues } from '../catalogues.ts'
import { oneOf, pageNumber, searchOf, searchText, uuid } from '../search-params.ts'
import { requireCapability, requireRight } from '../session-guard.ts'
import { mainLayout } from './layouts.ts'
import { loadOnce, prefetching } from './prefetching.ts'
import { screen } from './screen.ts'

// Only types are imported from the contract: its schemas would load with the first page.
const approvalStatuses: readonly Beneficiary['approval_status'][] = ['pending', 'approved', 'refused']

const loadBeneficiaries = loadOnce(() => import('../../domains/beneficiaries/BeneficiaryListScreen.tsx'))
const beneficiaries = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/beneficiaries',
  beforeLoad: prefetching(requireRight('transfers'), loadBeneficiaries),
  validateSearch: searchOf({
    page: pageNumber,
    search: searchText,
    list: uuid,
    status: oneOf(...approvalStatuses),
    international: oneOf('true', 'false'),
  }),
  component: screen(loadBeneficiaries, 'BeneficiaryListScreen', catalogues.beneficiaries),
})
const beneficiariesFirst = createRoute({ getParentRoute: () => beneficiaries, path: '/' })
const beneficiary = createRoute({ getParentRoute: () => beneficiaries, path: '$beneficiaryId' })
/** Editing a beneficiary requires the right and the capability. */
const requireManager = (entering: { preload: boolean }) => {
  requireRight('transfers')(entering)
  requireCapability('beneficiary.manage')(entering)
}
const newBeneficiary = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/beneficiaries/create',
  beforeLoad: requireManager,
  validateSearch: searchOf({ next: oneOf('transfer') }),
  component: screen(
    () => import('../../domains/beneficiaries/NewBeneficiaryScreen.tsx'),
    'NewBeneficiaryScreen',
    catalogues.beneficiaries,
  ),
})
const editBeneficiary = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/beneficiaries/$beneficiaryId/edit',
  beforeLoad: requireManager,
  component: screen(
    () => import('../../domains/beneficiaries/EditBeneficiaryScreen.tsx'),
    'EditBeneficiaryScreen',
    catalogues.beneficiaries,
  ),
})
const beneficiaryLists = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/beneficiary-lists',
  beforeLoad: requireRight('transfers'),
  validateSearch: searchOf({ page: pageNumber }),
  component: screen(
    () => import('../../domains/beneficiaries/lists/ListsScreen.tsx'),
    'ListsScreen',
    catalogues.beneficiaries,
  ),
})
const beneficiaryList = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/beneficiaries-list/$listId',
  beforeLoad: requireRight('transfers'),
  validateSearch: searchOf({ page: pageNumber, search: searchText }),
  component: screen(
    () => import('../../domains/beneficiaries/lists/ListScreen.tsx'),
    'ListScreen',
    catalogues.beneficiaries,
  ),
})
const beneficiaryListFirst = createRoute({ getParentRoute: () => beneficiaryList, path: '/' })
const listMembers = createRoute({ getParentRoute: () => beneficiaryList, path: '/beneficiaries' })
const listMember = createRoute({ getParentRoute: () => beneficiaryList, path: '/beneficiaries/$beneficiaryId' })
const newListMember = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/beneficiaries-list/$listId/beneficiaries/create',
  beforeLoad: requireManager,
  component: screen(
    () => import('../../domains/beneficiaries/NewBeneficiaryScreen.tsx'),
    'NewBeneficiaryScreen',
    catalogues.beneficiaries,
  ),
})

export const beneficiaryRoutes = [
  beneficiaries.addChildren([beneficiariesFirst, beneficiary]),
  newBeneficiary,
  editBeneficiary,
  beneficiaryLists,
  beneficiaryList.addChildren([beneficiaryListFirst, listMembers, listMember]),
  newListMember,
] as const
