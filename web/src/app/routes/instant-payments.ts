import { createRoute } from '@tanstack/react-router'
import { catalogues } from '../catalogues.ts'
import { oneOf, pageNumber, searchOf, uuid } from '../search-params.ts'
import { requireAccount, requireCapability, requireInstantPayments, requireRight } from '../session-guard.ts'
import { mainLayout, signedIn } from './layouts.ts'
import { screen } from './screen.ts'

const readCode = createRoute({
  getParentRoute: () => signedIn,
  path: '/pi/lire',
  beforeLoad: (entering) => {
    requireAccount()
    requireCapability('transfer.create')(entering)
    requireInstantPayments(entering)
  },
  component: screen(() => import('../../domains/instant-payments/ReadCodeScreen.tsx'), 'ReadCodeScreen'),
})

const paymentRequests = createRoute({
  getParentRoute: () => mainLayout,
  path: '/transfers/requests',
  beforeLoad: (entering) => {
    requireRight('transfers')(entering)
    requireInstantPayments(entering)
  },
  validateSearch: searchOf({ view: oneOf('sent', 'returns'), page: pageNumber, request: uuid }),
  component: screen(
    () => import('../../domains/instant-payments/PaymentRequestScreen.tsx'),
    'PaymentRequestScreen',
    catalogues.instantPayments,
  ),
})

/** Opens as a document of its own. */
export const codeRoutes = [readCode] as const
export const paymentRequestRoutes = [paymentRequests] as const
