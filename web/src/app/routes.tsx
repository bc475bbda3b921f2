// Combines the routes of the domains in one tree. Screens and their catalogues are loaded when they are opened.
import { createRouter } from '@tanstack/react-router'
import { paths } from '../lib/paths.ts'
import { rememberReturn } from '../lib/session/return-to.ts'
import { mayContinue, onSessionChange, session } from '../lib/session/session.ts'
import { CrashScreen } from '../shell/CrashScreen.tsx'
import { closeDialogsByBack } from './back-button.ts'
import { accessRoutes } from './routes/access.ts'
import { accountRoutes } from './routes/accounts.ts'
import { beneficiaryRoutes } from './routes/beneficiaries.ts'
import { debitRoutes } from './routes/debits.ts'
import { inboxRoutes } from './routes/inbox.ts'
import { codeRoutes, paymentRequestRoutes } from './routes/instant-payments.ts'
import {
  deviceLayout,
  loginLayout,
  mainLayout,
  passwordLayout,
  plainLayout,
  proofLayout,
  root,
  signedIn,
} from './routes/layouts.ts'
import { operationRoutes } from './routes/operations.ts'
import { paymentMethodRoutes } from './routes/payment-methods.ts'
import { proofRoutes } from './routes/proofs.ts'
import { savingsRoutes } from './routes/savings.ts'
import { deviceRoutes, loginRoutes, passwordRoutes, plainRoutes, rootRoutes } from './routes/session.ts'
import { statementRoutes } from './routes/statements.ts'
import { newTransferRoutes, transferRoutes } from './routes/transfers.ts'
import { rememberScroll } from './scroll-memory.ts'
import type { SearchReader } from './tidy-address.ts'

const routeTree = root.addChildren([
  ...rootRoutes,
  loginLayout.addChildren(loginRoutes),
  passwordLayout.addChildren(passwordRoutes),
  deviceLayout.addChildren(deviceRoutes),
  proofLayout.addChildren(proofRoutes),
  signedIn.addChildren([
    ...newTransferRoutes,
    ...codeRoutes,
    plainLayout.addChildren(plainRoutes),
    mainLayout.addChildren([
      ...accountRoutes,
      ...operationRoutes,
      ...transferRoutes,
      ...paymentRequestRoutes,
      ...beneficiaryRoutes,
      ...inboxRoutes,
      ...statementRoutes,
      ...debitRoutes,
      ...savingsRoutes,
      ...paymentMethodRoutes,
      ...accessRoutes,
    ]),
  ]),
])

/** Reads the search parameters of a route; null where it has none. */
function readerOf(routeId: string): SearchReader | null {
  const routes: Record<string, { options: { validateSearch?: unknown } }> = router.routesById
  const read = routes[routeId]?.options.validateSearch
  // Every route defines its reader by `searchOf`.
  return read ? (read as SearchReader) : null
}

export const router = createRouter({
  routeTree,
  context: { readerOf },
  basepath: '/connect',
  defaultPreload: 'intent',
  defaultPreloadDelay: 50,
  defaultErrorComponent: CrashScreen,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

export async function startRouter(): Promise<void> {
  // Whatever ends the session (a 401, the clock or another tab), the sign-in page opens through `/logout`, and then
  // returns to the page.
  onSessionChange(() => {
    const { status, endReason } = session()
    const { pathname, href } = router.state.location
    if (status === 'in' || pathname === '/login' || pathname === '/logout') return
    if (endReason) rememberReturn(href)
    void router.navigate(endReason ? paths.logout() : paths.login())
  })
  // The code of the page loads while its session is continued. The start of the portal leads to the home page.
  const { pathname } = router.latestLocation
  const [opening] = router.getMatchedRoutes(pathname === '/' ? '/dashboard' : pathname)
  if (mayContinue()) for (const route of opening) void router.loadRouteChunk(route)
  await router.load()
  // Set only now: a redirected first load continues by itself only without a listener on the history.
  rememberScroll(router)
  closeDialogsByBack(router)
}
