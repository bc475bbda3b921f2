import { createRoute } from '@tanstack/react-router'
import { catalogues } from '../catalogues.ts'
import { amount, day, oneOf, pageNumber, searchOf, searchText, uuid } from '../search-params.ts'
import { requireRight } from '../session-guard.ts'
import { mainLayout } from './layouts.ts'
import { screen } from './screen.ts'

const debits = createRoute({
  getParentRoute: () => mainLayout,
  path: '/debits',
  beforeLoad: requireRight('debits'),
  validateSearch: searchOf(
    {
      tab: oneOf('history', 'mandates'),
      page: pageNumber,
      id: uuid,
      search: searchText,
      from: day,
      to: day,
      min: amount,
      max: amount,
      status: oneOf('executed', 'rejected', 'refused', 'refunded'),
    },
    // Mandates are few; an upcoming collection has no status yet.
    ({ tab }) =>
      tab === 'mandates' ? ['search', 'from', 'to', 'min', 'max', 'status'] : tab === 'history' ? [] : ['status'],
  ),
  component: screen(() => import('../../domains/debits/DebitListScreen.tsx'), 'DebitListScreen', catalogues.debits),
})

export const debitRoutes = [debits] as const
