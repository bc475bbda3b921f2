import { createRoute } from '@tanstack/react-router'
import { catalogues } from '../catalogues.ts'
import { day, oneOf, pageNumber, searchOf, searchText } from '../search-params.ts'
import { requireRight } from '../session-guard.ts'
import { mainLayout } from './layouts.ts'
import { screen } from './screen.ts'

const inboxSearch = searchOf({
  page: pageNumber,
  show: oneOf('unread', 'archived'),
  search: searchText,
  from: day,
  to: day,
})
const inbox = createRoute({
  getParentRoute: () => mainLayout,
  path: '/inbox',
  beforeLoad: requireRight('inbox'),
  validateSearch: inboxSearch,
  component: screen(() => import('../../domains/inbox/InboxScreen.tsx'), 'InboxScreen', catalogues.inbox),
})
const message = createRoute({
  getParentRoute: () => mainLayout,
  path: '/inbox/$messageId',
  beforeLoad: requireRight('inbox'),
  // The search of the list, to which the back link returns.
  validateSearch: inboxSearch,
  component: screen(() => import('../../domains/inbox/MessageScreen.tsx'), 'MessageScreen', catalogues.inbox),
})

export const inboxRoutes = [inbox, message] as const
