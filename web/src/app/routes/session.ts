import { createRoute, redirect } from '@tanstack/react-router'
import { LoginScreen } from '../../domains/session/LoginScreen.tsx'
import { paths } from '../../lib/paths.ts'
import { catalogues } from '../catalogues.ts'
import { goHome, logOut, requireNoAccount, requireNoRight } from '../session-guard.ts'
import { deviceLayout, loginLayout, passwordLayout, plainLayout, root } from './layouts.ts'
import { screen } from './screen.ts'

const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: goHome })
const logout = createRoute({ getParentRoute: () => root, path: '/logout', beforeLoad: logOut })
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect(paths.home())
  },
})
const login = createRoute({
  getParentRoute: () => loginLayout,
  path: '/login',
  component: LoginScreen,
})
const forgot = createRoute({
  getParentRoute: () => loginLayout,
  path: '/forgot',
  component: screen(
    () => import('../../domains/session/ForgotScreen.tsx'),
    'ForgotScreen',
    catalogues.frame,
    catalogues.session,
  ),
})
const passwordUpdate = createRoute({
  getParentRoute: () => passwordLayout,
  path: '/password/update',
  component: screen(() => import('../../domains/session/PasswordScreen.tsx'), 'PasswordScreen', catalogues.session),
})
const deviceLink = createRoute({
  getParentRoute: () => deviceLayout,
  path: '/login/device',
  component: screen(
    () => import('../../domains/session/DeviceScreen.tsx'),
    'DeviceScreen',
    catalogues.frame,
    catalogues.session,
  ),
})
const restricted = createRoute({
  getParentRoute: () => plainLayout,
  path: '/restricted',
  beforeLoad: requireNoAccount,
  component: screen(
    () => import('../../domains/accounts/RestrictedScreen.tsx'),
    'RestrictedScreen',
    catalogues.accounts,
  ),
})
const pendingAccess = createRoute({
  getParentRoute: () => plainLayout,
  path: '/account',
  beforeLoad: requireNoRight,
  component: screen(
    () => import('../../domains/accounts/PendingAccessScreen.tsx'),
    'PendingAccessScreen',
    catalogues.accounts,
  ),
})

export const rootRoutes = [home, logout, unknown] as const
export const loginRoutes = [login, forgot] as const
export const passwordRoutes = [passwordUpdate] as const
export const deviceRoutes = [deviceLink] as const
export const plainRoutes = [restricted, pendingAccess] as const
