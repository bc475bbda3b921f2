import { createRoute } from '@tanstack/react-router'
import { catalogues } from '../catalogues.ts'
import { oneOf, pageNumber, searchOf, uuid } from '../search-params.ts'
import { requireRight } from '../session-guard.ts'
import { mainLayout } from './layouts.ts'
import { screen } from './screen.ts'

const debits = createRoute({
  getParentRoute: () => mainLayout,
  path: '/debits',
  beforeLoad: requireRight('debits'),
  validateSearch: searchOf({
    tab: oneOf('history', 'mandates'),
    page: pageNumber,
    id: uuid,
  }),
  component: screen(() => import('../../domains/debits/DebitListScreen.tsx'), 'DebitListScreen', catalogues.debits),
})

export const debitRoutes = [debits] as const
