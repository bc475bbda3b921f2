import { createRoute } from '@tanstack/react-router'
import type { AuditKind } from 'contract/access/audit-labels.ts'
import { catalogues } from '../catalogues.ts'
import { day, oneOf, pageNumber, searchOf, searchText, uuid } from '../search-params.ts'
import { requireCapability } from '../session-guard.ts'
import { mainLayout } from './layouts.ts'
import { screen } from './screen.ts'

// Only types are imported from the contract: its schemas would load with the first page.
const accessViews = ['changes', 'rules'] as const
const auditKinds: readonly AuditKind[] = [
  ...([
    'payments',
    'beneficiaries',
    'access',
    'debits',
    'cards',
    'cheques',
    'savings',
    'operations',
    'messages',
    'bank',
  ] as const),
]

const access = createRoute({
  getParentRoute: () => mainLayout,
  path: '/account/access',
  beforeLoad: requireCapability('access.admin'),
  validateSearch: searchOf({ view: oneOf(...accessViews), page: pageNumber, search: searchText }),
  component: screen(
    () => import('../../domains/access/AccessScreen.tsx'),
    'AccessScreen',
    catalogues.access,
    catalogues.signing,
  ),
})
const audit = createRoute({
  getParentRoute: () => mainLayout,
  path: '/account/audit',
  beforeLoad: requireCapability('audit.read'),
  validateSearch: searchOf({
    page: pageNumber,
    person: (text: string) => (text === 'bank' ? text : uuid(text)),
    kind: oneOf(...auditKinds),
    from: day,
    to: day,
    search: searchText,
    entry: uuid,
  }),
  component: screen(() => import('../../domains/audit-log/AuditScreen.tsx'), 'AuditScreen', catalogues.auditLog),
})
const accessFirst = createRoute({ getParentRoute: () => access, path: '/' })
const accessPerson = createRoute({ getParentRoute: () => access, path: '$personId' })

export const accessRoutes = [audit, access.addChildren([accessFirst, accessPerson])] as const
