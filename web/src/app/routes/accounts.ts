import { createRoute } from '@tanstack/react-router'
import { fetchPart } from '../../lib/lazy-part.ts'
import { catalogues } from '../catalogues.ts'
import { requireInstantPayments, requireRight } from '../session-guard.ts'
import { mainLayout } from './layouts.ts'
import { loadOnce, prefetching } from './prefetching.ts'
import { screen } from './screen.ts'

const loadDashboard = loadOnce(() => import('../../domains/dashboard/DashboardScreen.tsx'))
const dashboard = createRoute({
  getParentRoute: () => mainLayout,
  path: '/dashboard',
  beforeLoad: prefetching(requireRight('dashboard'), loadDashboard),
  component: screen(loadDashboard, 'DashboardScreen', catalogues.dashboard),
})
const alert = createRoute({
  getParentRoute: () => mainLayout,
  path: '/alerts/$alertId',
  beforeLoad: async ({ params, preload, abortController }) => {
    if (preload) return
    const { openAlert } = await fetchPart(() => import('../live/open-alert.ts'))
    throw await openAlert(params.alertId, abortController.signal)
  },
})
const rib = createRoute({
  getParentRoute: () => mainLayout,
  path: '/account/rib',
  beforeLoad: requireRight('rib'),
  component: screen(() => import('../../domains/rib/RibScreen.tsx'), 'RibScreen', catalogues.rib),
})

const enterReceiving = (entering: { preload: boolean }) => {
  requireRight('rib')(entering)
  requireInstantPayments(entering)
}

const receive = createRoute({
  getParentRoute: () => mainLayout,
  path: '/account/receive',
  beforeLoad: enterReceiving,
  component: screen(() => import('../../domains/rib/receive/ReceiveScreen.tsx'), 'ReceiveScreen', catalogues.rib),
})
const till = createRoute({
  getParentRoute: () => mainLayout,
  path: '/account/till',
  beforeLoad: enterReceiving,
  component: screen(() => import('../../domains/rib/receive/TillScreen.tsx'), 'TillScreen', catalogues.rib),
})

export const accountRoutes = [dashboard, alert, rib, receive, till] as const
