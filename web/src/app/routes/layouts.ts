// Defines the routes without an address: the root and the layouts.
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { catalogues } from '../catalogues.ts'
import { CrashPage } from '../../shell/CrashScreen.tsx'
import { LoginLayout } from '../layouts/LoginLayout.tsx'
import { Root } from '../layouts/Root.tsx'
import { leaveLogin, requireAccount, requirePasswordToMake, requireSession, takeDeviceLink } from '../session-guard.ts'
import { type SearchReader, tidyAddress } from '../tidy-address.ts'
import { screen } from './screen.ts'

/** The context of the router that every route can use. */
export type RouterContext = { readerOf: (routeId: string) => SearchReader | null }

export const root = createRootRouteWithContext<RouterContext>()({
  component: Root,
  beforeLoad: tidyAddress,
  notFoundComponent: () => null,
})
export const loginLayout = createRoute({
  getParentRoute: () => root,
  id: 'public',
  errorComponent: CrashPage,
  beforeLoad: leaveLogin,
  component: LoginLayout,
})
export const passwordLayout = createRoute({
  getParentRoute: () => root,
  id: 'password',
  errorComponent: CrashPage,
  beforeLoad: requirePasswordToMake,
  component: screen(() => import('../layouts/PasswordLayout.tsx'), 'PasswordLayout', catalogues.frame),
})
export const deviceLayout = createRoute({
  getParentRoute: () => root,
  id: 'device',
  errorComponent: CrashPage,
  beforeLoad: takeDeviceLink,
  component: LoginLayout,
})
export const proofLayout = createRoute({
  getParentRoute: () => root,
  id: 'proof',
  errorComponent: CrashPage,
  component: screen(() => import('../layouts/ProofLayout.tsx'), 'ProofLayout', catalogues.frame),
})
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  errorComponent: CrashPage,
  beforeLoad: requireSession,
  component: screen(() => import('../layouts/SignedInFrame.tsx'), 'SignedInFrame', catalogues.frame),
})
export const plainLayout = createRoute({
  getParentRoute: () => signedIn,
  id: 'plain',
  errorComponent: CrashPage,
  component: screen(() => import('../layouts/PlainLayout.tsx'), 'PlainLayout', catalogues.accounts),
})
export const mainLayout = createRoute({
  getParentRoute: () => signedIn,
  id: 'main',
  errorComponent: CrashPage,
  beforeLoad: requireAccount,
  component: screen(() => import('../layouts/MainLayout.tsx'), 'MainLayout'),
})
