import { createRoute } from '@tanstack/react-router'
import { catalogues } from '../catalogues.ts'
import { oneOf, pageNumber, searchOf } from '../search-params.ts'
import { requireRight } from '../session-guard.ts'
import { mainLayout } from './layouts.ts'
import { screen } from './screen.ts'

const deposits = createRoute({
  getParentRoute: () => mainLayout,
  path: '/dat',
  beforeLoad: requireRight('dat'),
  validateSearch: searchOf({ page: pageNumber }),
  component: screen(
    () => import('../../domains/deposits/DepositListScreen.tsx'),
    'DepositListScreen',
    catalogues.deposits,
  ),
})
const deposit = createRoute({
  getParentRoute: () => mainLayout,
  path: '/dat/$depositId',
  beforeLoad: requireRight('dat'),
  component: screen(() => import('../../domains/deposits/DepositScreen.tsx'), 'DepositScreen', catalogues.deposits),
})
const credits = createRoute({
  getParentRoute: () => mainLayout,
  path: '/credits',
  beforeLoad: requireRight('credits'),
  validateSearch: searchOf({ page: pageNumber }),
  component: screen(() => import('../../domains/credits/CreditListScreen.tsx'), 'CreditListScreen', catalogues.credits),
})
const credit = createRoute({
  getParentRoute: () => mainLayout,
  path: '/credits/$creditId',
  beforeLoad: requireRight('credits'),
  validateSearch: searchOf({ tab: oneOf('board'), view: oneOf('paid', 'all') }),
  component: screen(() => import('../../domains/credits/CreditScreen.tsx'), 'CreditScreen', catalogues.credits),
})

export const savingsRoutes = [deposits, deposit, credits, credit] as const
