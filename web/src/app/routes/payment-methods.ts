import { createRoute, redirect } from '@tanstack/react-router'
import type { CardTopup } from 'contract/products/card-topups.ts'
import { paths } from '../../lib/paths.ts'
import { session } from '../../lib/session/session.ts'
import { catalogues } from '../catalogues.ts'
import { chequeNumber, day, oneOf, pageNumber, searchOf, uuid } from '../search-params.ts'
import { requireCapability, requireRight } from '../session-guard.ts'
import { mainLayout } from './layouts.ts'
import { screen } from './screen.ts'

// Only types are imported from the contract: its schemas would load with the first page.
const cardViews = ['recurring', 'history'] as const
const topupStatuses: readonly CardTopup['status'][] = ['pending', 'done', 'failed']

const paymentMethods = createRoute({
  getParentRoute: () => mainLayout,
  path: '/payment-methods',
  beforeLoad: requireRight('payment-methods'),
  component: screen(
    () => import('../../domains/payment-methods/PaymentMethodsScreen.tsx'),
    'PaymentMethodsScreen',
    catalogues.paymentMethods,
    catalogues.cards,
    catalogues.chequebooks,
  ),
})
const cards = createRoute({
  getParentRoute: () => mainLayout,
  path: '/payment-methods/cards',
  beforeLoad: requireRight('payment-methods'),
  validateSearch: searchOf({
    view: oneOf(...cardViews),
    page: pageNumber,
    card: uuid,
    status: oneOf(...topupStatuses),
    from: day,
    to: day,
    topup: uuid,
  }),
  component: screen(
    () => import('../../domains/cards/CardsScreen.tsx'),
    'CardsScreen',
    catalogues.cards,
    catalogues.accounts,
  ),
})
const chequebooks = createRoute({
  getParentRoute: () => mainLayout,
  path: '/payment-methods/checks',
  beforeLoad: requireRight('payment-methods'),
  validateSearch: searchOf({
    page: pageNumber,
    chequebook: uuid,
    cheque: chequeNumber,
  }),
  component: screen(
    () => import('../../domains/chequebooks/ChequebookListScreen.tsx'),
    'ChequebookListScreen',
    catalogues.chequebooks,
    catalogues.accounts,
  ),
})
const newChequebook = createRoute({
  getParentRoute: () => mainLayout,
  path: '/payment-methods/checks/order',
  beforeLoad: (entering) => {
    requireRight('payment-methods')(entering)
    requireCapability('chequebook.order')(entering)
    // The list gives the reason.
    if (session().account?.currency !== 'XOF') throw redirect(paths.chequebooks())
  },
  component: screen(() => import('../../domains/chequebooks/OrderScreen.tsx'), 'OrderScreen', catalogues.chequebooks),
})

export const paymentMethodRoutes = [paymentMethods, cards, chequebooks, newChequebook] as const
