import { createRoute } from '@tanstack/react-router'
import { catalogues } from '../catalogues.ts'
import { day, oneOf, pageNumber, searchOf, searchText } from '../search-params.ts'
import { requireRight } from '../session-guard.ts'
import { mainLayout } from './layouts.ts'
import { loadOnce, prefetching } from './prefetching.ts'
import { screen } from './screen.ts'

const inboxSearch = searchOf({
  page: pageNumber,
  show: oneOf('unread', 'archived'),
  search: searchText,
  from: day,
  to: day,
})
const loadInbox = loadOnce(() => import('../../domains/inbox/InboxScreen.tsx'))
const inbox = createRoute({
  getParentRoute: () => mainLayout,
  path: '/inbox',
  beforeLoad: prefetching(requireRight('inbox'), loadInbox),
  validateSearch: inboxSearch,
  component: screen(loadInbox, 'InboxScreen', catalogues.inbox),
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
