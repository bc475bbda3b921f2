import { createRoute } from '@tanstack/react-router'
import { catalogues } from '../catalogues.ts'
import { day, oneOf, pageNumber, searchOf, searchText } from '../search-params.ts'
import { requireRight } from '../session-guard.ts'
import { mainLayout } from './layouts.ts'
import { screen } from './screen.ts'

const signs = ['credit', 'debit'] as const

const statements = createRoute({
  getParentRoute: () => mainLayout,
  path: '/statements',
  beforeLoad: requireRight('statements'),
  validateSearch: searchOf(
    {
      type: oneOf('avis', 'swift'),
      page: pageNumber,
      from: day,
      to: day,
      search: searchText,
      sign: oneOf(...signs),
    },
    // Only notices have a direction, credit or debit.
    ({ type }) => (type === 'avis' ? [] : ['sign']),
  ),
  component: screen(
    () => import('../../domains/statements/StatementListScreen.tsx'),
    'StatementListScreen',
    catalogues.statements,
  ),
})

export const statementRoutes = [statements] as const
